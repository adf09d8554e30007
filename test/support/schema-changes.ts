/** What an OpenAPI document holds, read without believing anything of it. */
export type Node = Readonly<Record<string, unknown>>;

/** Whether clients send what is compared, or get it: what may grow in the one may only shrink in the other. */
export type Direction = 'request' | 'response';

/** Where something changed, and what: the place is a schema's name or an operation, and the way down from there. */
export interface Change {
  readonly place: string;
  readonly what: string;
}

export const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null ? (value as Node) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const gone = (before: Iterable<string>, after: Iterable<string>): string[] => {
  const left = new Set(after);
  return [...before].filter((name) => !left.has(name));
};

/** Limits whose rise refuses what was taken before, and those whose fall does. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const SHAPES = ['pattern', 'multipleOf', 'uniqueItems'];

/** One side of the comparison: a document, in which references are followed. */
export class Side {
  constructor(private readonly document: Node) {}

  /** What a node means: its reference followed, its parts (`allOf`) put together. */
  resolve(value: unknown): Node {
    const node = nodeOf(value);
    const { $ref, allOf, ...own } = node;
    if (typeof $ref === 'string') return merged([this.resolve(this.at($ref)), own]);
    return allOf === undefined ? node : merged([...listOf(allOf).map((part) => this.resolve(part)), own]);
  }

  private at(reference: string): unknown {
    return reference
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (value, key) => nodeOf(value)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
        this.document,
      );
  }
}

/** The schemas of two documents, each pair compared once in each direction: schemas may contain themselves. */
export class SchemaChanges {
  readonly found: Change[] = [];
  private readonly compared = new Set<string>();

  constructor(
    private readonly before: Side,
    private readonly after: Side,
  ) {}

  compare(before: unknown, after: unknown, place: string, direction: Direction): void {
    const names = [before, after].map(nameOf);
    if (names[0] !== undefined && names[1] !== undefined) {
      const pair = `${direction} ${names.join(' ')}`;
      if (this.compared.has(pair)) return;
      this.compared.add(pair);
    }
    const [old, now] = [this.before.resolve(before), this.after.resolve(after)];
    const here = names[1] ?? place;
    const isOtherKind = isChoice(old) !== isChoice(now);
    this.branches([before, old], [after, now], isOtherKind ? place : here, direction);
    if (isOtherKind) return;
    this.values(old, now, here, direction);
    if (direction === 'request') this.limits(old, now, here);
    this.properties(old, now, here, direction);
    if (old['items'] !== undefined && now['items'] !== undefined) {
      this.compare(old['items'], now['items'], `${here}[]`, direction);
    }
  }

  add(place: string, what: string): void {
    this.found.push({ place, what });
  }

  /** `oneOf` and `anyOf`; what has none is a choice of one. Branches are the same by name, the others in their order. */
  private branches(
    before: [unknown, Node],
    after: [unknown, Node],
    place: string,
    direction: Direction,
  ): void {
    if (!isChoice(before[1]) && !isChoice(after[1])) return;
    const [old, now] = [choicesOf(...before), choicesOf(...after)];
    const pairs = [...old.keys()].filter((key) => now.has(key)).map((key) => [old.get(key), now.get(key)]);
    const [lost, added] = [gone(old.keys(), now.keys()), gone(now.keys(), old.keys())];
    const renamed = Math.min(lost.length, added.length);
    lost.slice(0, renamed).forEach((key, index) => pairs.push([old.get(key), now.get(added[index] ?? key)]));
    for (const [left, right] of pairs) this.compare(left, right, place, direction);
    const isRequest = direction === 'request';
    for (const key of (isRequest ? lost : added).slice(renamed)) {
      this.add(place, isRequest ? `takes ${key} no more` : `may be ${key} now`);
    }
  }

  private values(old: Node, now: Node, place: string, direction: Direction): void {
    // What a request may say must not shrink, what an answer may say must not grow.
    const isRequest = direction === 'request';
    const [wide, narrow] = isRequest ? [old, now] : [now, old];
    const lose = (value: string) =>
      this.add(place, isRequest ? `takes ${value} no more` : `may be ${value} now`);
    const [types, left] = [typesOf(wide), typesOf(narrow)];
    if (left.length > 0 && types.length === 0) lose('any type');
    for (const type of gone(types, left)) {
      if (left.length > 0 && !(type === 'integer' && left.includes('number'))) lose(type);
    }
    const [values, listed] = [valuesOf(wide), valuesOf(narrow)];
    if (listed === undefined) return;
    if (values === undefined) lose('any value');
    else gone(values, listed).forEach(lose);
  }

  private limits(old: Node, now: Node, place: string): void {
    for (const [keywords, isNarrower] of [
      [LOWER, (before: number, limit: number) => limit > before],
      [UPPER, (before: number, limit: number) => limit < before],
    ] as const) {
      for (const keyword of keywords) {
        const [before, limit] = [old[keyword], now[keyword]];
        if (typeof limit !== 'number') continue;
        if (typeof before !== 'number' || isNarrower(before, limit))
          this.add(place, `${keyword} is ${limit} now`);
      }
    }
    for (const keyword of [...SHAPES, 'format']) {
      if (now[keyword] !== undefined && now[keyword] !== false && now[keyword] !== old[keyword]) {
        this.add(place, `${keyword} is ${JSON.stringify(now[keyword])} now`);
      }
    }
  }

  private properties(old: Node, now: Node, place: string, direction: Direction): void {
    const [before, after] = [nodeOf(old['properties']), nodeOf(now['properties'])];
    const inside = (name: string) => `${place}.${name}`;
    for (const name of gone(Object.keys(before), Object.keys(after))) this.add(inside(name), 'is gone');
    const [must, mustNow] = [requiredOf(old), requiredOf(now)];
    if (direction === 'request') {
      for (const name of gone(mustNow, must)) this.add(inside(name), 'is required now');
      if (now['additionalProperties'] === false && old['additionalProperties'] !== false) {
        this.add(place, 'takes no other properties any more');
      }
    } else {
      for (const name of gone(must, mustNow)) if (name in after) this.add(inside(name), 'may be absent now');
    }
    for (const name of Object.keys(after)) {
      if (name in before) this.compare(before[name], after[name], inside(name), direction);
    }
    const [others, othersNow] = [old['additionalProperties'], now['additionalProperties']];
    if (typeof others === 'object' && typeof othersNow === 'object') {
      this.compare(others, othersNow, `${place}.*`, direction);
    }
  }
}

const nameOf = (value: unknown): string | undefined => {
  const reference = nodeOf(value)['$ref'];
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;
};

const isChoice = (node: Node) => node['oneOf'] !== undefined || node['anyOf'] !== undefined;

function choicesOf(value: unknown, node: Node): Map<string, unknown> {
  const choices = new Map<string, unknown>();
  for (const choice of isChoice(node) ? [...listOf(node['oneOf']), ...listOf(node['anyOf'])] : [value]) {
    const name = nameOf(choice) ?? typesOf(nodeOf(choice)).join(' or ');
    choices.set(choices.has(name) ? `${name} (${choices.size + 1})` : name, choice);
  }
  return choices;
}

const requiredOf = (node: Node) => listOf(node['required']).map(String);

function typesOf({ type }: Node): string[] {
  return (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String);
}

function valuesOf(node: Node): string[] | undefined {
  if (node['const'] !== undefined) return [JSON.stringify(node['const'])];
  return Array.isArray(node['enum']) ? node['enum'].map((value) => JSON.stringify(value)) : undefined;
}

function merged(parts: readonly Node[]): Node {
  const all = Object.assign({}, ...parts) as Node;
  const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as Node;
  const required = [...new Set(parts.flatMap((part) => listOf(part['required'])))];
  return {
    ...all,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}
