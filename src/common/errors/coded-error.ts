/** What kind of failure an error is; the HTTP side alone knows which status that becomes. */
export type ErrorKind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'rule'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** One wrong field, e.g. `{ field: 'items[0].quantity', code: 'too_small', message: '…' }`. Never repeats what was sent. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

export interface ErrorOptions<Data extends object = object> {
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** What a page needs to say it in its own words, as the error's definition declares it. */
  readonly data?: Data;
  /** Whole seconds until a retry makes sense. */
  readonly retryAfterSeconds?: number;
  /** What made it happen, where that is not the client's doing: for the log alone. */
  readonly cause?: unknown;
}

/** An error that belongs to the product: clients see its code, message, details and data. */
export class CodedError extends Error {
  readonly details: readonly ErrorDetail[] | undefined;
  readonly data: object | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: string,
    readonly kind: ErrorKind,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(options.message ?? message, { cause: options.cause });
    this.name = 'CodedError';
    this.details = options.details;
    this.data = options.data;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A class whose documented properties are the `data` of an error. */
type DataClass = abstract new () => object;

export interface ErrorDefinition {
  readonly kind: ErrorKind;
  /** What went wrong and what to do about it. */
  readonly message: string;
  /** What every such error carries as `data`. */
  readonly data?: DataClass;
  /** What such an error carries as `data` where it is known. */
  readonly optionalData?: DataClass;
}

/** A defined error, as the documentation lists it. */
export interface DefinedError {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly message: string;
  /** The class of its `data`; null for an error without. */
  readonly dataClass: DataClass | null;
}

type OptionsOf<D extends ErrorDefinition> = D extends {
  readonly data: abstract new () => infer Data extends object;
}
  ? [options: ErrorOptions<Data> & { readonly data: Data }]
  : D extends { readonly optionalData: abstract new () => infer Data extends object }
    ? [options?: ErrorOptions<Data>]
    : [options?: Omit<ErrorOptions, 'data'>];

/** Makes an error of one code; its `data` has the declared type, and one that declares none takes none. */
export interface ErrorFactory<D extends ErrorDefinition = ErrorDefinition> extends DefinedError {
  (...options: OptionsOf<D>): CodedError;
}

const catalogue = new Map<string, DefinedError>();

/** Turns a record code → definition into a record code → factory: `throw errors.NOT_FOUND()`. */
export function defineErrors<const T extends Record<string, ErrorDefinition>>(
  definitions: T,
): { readonly [Code in keyof T]: ErrorFactory<T[Code]> } {
  const factories: Record<string, DefinedError> = {};
  for (const [code, { kind, message, data, optionalData }] of Object.entries(definitions)) {
    if (catalogue.has(code)) throw new Error(`the error code ${code} is defined twice`);
    const factory = Object.assign((options?: ErrorOptions) => new CodedError(code, kind, message, options), {
      code,
      kind,
      dataClass: data ?? optionalData ?? null,
    }) as unknown as DefinedError;
    Object.defineProperty(factory, 'message', { value: message });
    factories[code] = factory;
    catalogue.set(code, factory);
  }
  return factories as { readonly [Code in keyof T]: ErrorFactory<T[Code]> };
}

/** Every error code that the loaded features define, in alphabetical order: the source of the documentation. */
export function errorCatalogue(): readonly DefinedError[] {
  return [...catalogue.values()].sort((left, right) => left.code.localeCompare(right.code));
}
