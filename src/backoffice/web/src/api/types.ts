import type { paths as MerchantPaths } from '../../../../../packages/sdk/src/schema';
import type { components, paths as OperatorPaths } from './schema';

/** Operators' paths for the desk, merchants' for the portal: no path is in both, and a session opens its own alone. */
export type paths = OperatorPaths & MerchantPaths;

type Method = 'get' | 'post' | 'patch' | 'delete';

/** The paths that know a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type JsonOf<R> = R extends { content: { 'application/json': infer B } } ? B : undefined;

/** The body of a success: `{ success, message, data, … }`, or undefined without one. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R }
    ? { [S in keyof R & (200 | 201 | 202 | 204)]: JsonOf<R[S]> }[keyof R & (200 | 201 | 202 | 204)]
    : never;

type DataOf<A> = A extends { data: infer D } ? D : undefined;

/** What a GET answers in `data`. */
export type Resource<P extends PathOf<'get'>> = DataOf<Answer<'get', P>>;

/** One entry of a list. */
export type Item<P extends PathOf<'get'>> = Resource<P> extends readonly (infer I)[] ? I : never;

/** What a change answers in `data`; undefined for a 204. */
export type Outcome<M extends Method, P extends PathOf<M>> = DataOf<Answer<M, P>>;

type Parameter<M extends Method, P extends PathOf<M>, K extends 'path' | 'query'> =
  Operation<M, P> extends { parameters: infer A } ? (K extends keyof A ? NonNullable<A[K]> : never) : never;

type PartOf<K extends string, T> = [T] extends [never] ? Partial<Record<K, undefined>> : Record<K, T>;

/** What a GET takes: `{ path: { id }, query: { page } }`, as its path asks for. */
export type GetParts<P extends PathOf<'get'>> = PartOf<'path', Parameter<'get', P, 'path'>> &
  Partial<PartOf<'query', Parameter<'get', P, 'query'>>>;

type BodyOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: infer B } ? JsonBodyOf<NonNullable<B>> : never;

/** An operation without a body has `requestBody?: never`. */
type JsonBodyOf<B> = [B] extends [never]
  ? never
  : B extends { content: { 'application/json': infer J } }
    ? J
    : never;

/** What a change takes; `version` becomes If-Match. */
export type ChangeParts<M extends Method, P extends PathOf<M>> = PartOf<'path', Parameter<M, P, 'path'>> &
  Partial<PartOf<'query', Parameter<M, P, 'query'>>> &
  PartOf<'body', BodyOf<M, P>> & { readonly version?: number };

/** A schema of the API's document by name. */
export type Schema<N extends keyof components['schemas']> = components['schemas'][N];
