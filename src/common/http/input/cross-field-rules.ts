import type { Type } from '@nestjs/common';
import type { ErrorDetail } from '../../errors';

/** Whether nothing is wrong with what stands at this path, a part of it, or what it is a part of. */
type IsRight = (path: string) => boolean;

type CrossFieldRules<Body> = (body: Body, isRight: IsRight) => readonly ErrorDetail[];

const RULES = Symbol('cross-field rules');

/**
 * The rules between the fields of a body, for one that is refused for single fields anyway: all that is wrong is said at once
 * (contract §1). One whose fields are right meets the rules in its use case, which looks for what it answered before first, and
 * pays for them once.
 */
export function WithCrossFieldRules<Body extends object>(rules: CrossFieldRules<Body>): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(RULES, rules, target);
  };
}

/**
 * What is wrong between the fields of an instance beside these faults of single ones. A rule may read what is wrong itself:
 * what it says of that does not count.
 */
export function crossFieldFaults(
  metatype: Type,
  body: object,
  faults: readonly ErrorDetail[],
): readonly ErrorDetail[] {
  const rules = Reflect.getMetadata(RULES, metatype) as CrossFieldRules<object> | undefined;
  if (rules === undefined) return [];
  const wrong = new Set(faults.map(({ field }) => field));
  const wrongInside = new Set(faults.flatMap(({ field }) => wholesOf(field)));
  const isRight = (path: string): boolean =>
    !wrong.has(path) && !wrongInside.has(path) && wholesOf(path).every((whole) => !wrong.has(whole));
  return rules(body, isRight).filter(({ field }) => isRight(field));
}

/** What a path is a part of: of `items[0].name` these are `items` and `items[0]`. */
function wholesOf(path: string): string[] {
  return [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
}
