import { execFileSync, spawnSync } from 'node:child_process';
import { type Change, gone, listOf, type Node, nodeOf, SchemaChanges, Side } from './schema-changes';

/** Every operation, and every notification, which is read the other way round: we send it. */
const GROUPS = [
  { group: 'paths', direction: 'request', back: 'response' },
  { group: 'webhooks', direction: 'response', back: 'request' },
] as const;

type Group = (typeof GROUPS)[number];
type Both = readonly [before: Node, after: Node];

/** What breaks clients of the API as `before` describes it, when it is as `after` describes it (decision 0030). */
export function breakingChanges(before: Node, after: Node): Change[] {
  return new ApiChanges(before, after).all();
}

/** Those that the changelog does not announce: a place, or a part of its way down, in backticks under _Breaking_. */
export function unannounced(changes: readonly Change[], changelog: string): Change[] {
  const [, unreleased = ''] = changelog.split(/^## \[Unreleased\]$/m);
  const [section = ''] = unreleased.split(/^## /m);
  const [, under = ''] = section.split(/^### Breaking$/m);
  const [breaking = ''] = under.split(/^### /m);
  const announced = [...breaking.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
  const covers = (place: string, name: string) =>
    place === name || [' ', '.', '['].some((next) => place.startsWith(`${name}${next}`));
  return changes.filter(({ place }) => !announced.some((name) => covers(place, name)));
}

/** The last release that a folder's history knows. None without tags, and none without git. */
export function lastTag(folder: string): string | undefined {
  const describe = ['-C', folder, 'describe', '--tags', '--abbrev=0', '--match=v[0-9]*'];
  const { status, stdout } = spawnSync('git', describe, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** A JSON document as it was at a tag. */
export function documentAt(folder: string, tag: string, file: string): Node {
  const show = ['-C', folder, 'show', `${tag}:${file}`];
  return JSON.parse(execFileSync('git', show, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })) as Node;
}

class ApiChanges {
  private readonly before: Side;
  private readonly after: Side;
  private readonly schemas: SchemaChanges;

  constructor(
    private readonly documents: Both[0],
    private readonly now: Both[1],
  ) {
    this.before = new Side(documents);
    this.after = new Side(now);
    this.schemas = new SchemaChanges(this.before, this.after);
  }

  all(): Change[] {
    for (const kind of GROUPS) {
      const [old, now] = [operationsOf(this.documents[kind.group]), operationsOf(this.now[kind.group])];
      for (const [name, operation] of old) {
        const left = now.get(name);
        if (left === undefined) this.schemas.add(name, 'is gone');
        else this.operation([operation, left], name, kind);
      }
    }
    return this.schemas.found;
  }

  private operation([old, now]: Both, name: string, kind: Group): void {
    this.parameters([old, now], name, kind);
    this.body([old['requestBody'], now['requestBody']], name, kind);
    const [answers, left] = [nodeOf(old['responses']), nodeOf(now['responses'])];
    for (const status of gone(Object.keys(answers), Object.keys(left))) {
      this.schemas.add(`${name} ${status}`, 'is gone');
    }
    for (const [status, answer] of Object.entries(answers)) {
      if (!(status in left)) continue;
      const [before, after] = [this.before.resolve(answer), this.after.resolve(left[status])];
      this.content([before, after], `${name} ${status}`, kind.back);
      const [headers, headersNow] = [nodeOf(before['headers']), nodeOf(after['headers'])];
      for (const header of gone(Object.keys(headers), Object.keys(headersNow))) {
        this.schemas.add(`${name} ${status} ${header}`, 'is gone');
      }
    }
  }

  /** By where they are and what they are called: that of a path is in the operation's name. */
  private parameters([old, now]: Both, name: string, { direction }: Group): void {
    const read = (side: Side, operation: Node) =>
      new Map(
        listOf(operation['parameters']).map((value) => {
          const parameter = side.resolve(value);
          return [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter];
        }),
      );
    const [before, after] = [read(this.before, old), read(this.after, now)];
    for (const key of gone(before.keys(), after.keys())) this.schemas.add(`${name} ${key}`, 'is gone');
    for (const [key, parameter] of after) {
      const known = before.get(key);
      const [was, is] = [known?.['required'] === true, parameter['required'] === true];
      if (direction === 'request' && is && !was) this.schemas.add(`${name} ${key}`, 'is required now');
      if (direction === 'response' && was && !is) this.schemas.add(`${name} ${key}`, 'may be absent now');
      if (known === undefined) continue;
      this.schemas.compare(known['schema'], parameter['schema'], `${name} ${key}`, direction);
    }
  }

  private body(values: readonly [unknown, unknown], name: string, { direction }: Group): void {
    const [old, now] = [this.before.resolve(values[0]), this.after.resolve(values[1])];
    const place = `${name} body`;
    if (values[0] !== undefined && values[1] === undefined) {
      this.schemas.add(place, 'is gone');
      return;
    }
    if (direction === 'request' && now['required'] === true && old['required'] !== true) {
      this.schemas.add(place, 'is required now');
    }
    this.content([old, now], place, direction);
  }

  private content([old, now]: Both, place: string, direction: 'request' | 'response'): void {
    const [before, after] = [nodeOf(old['content']), nodeOf(now['content'])];
    for (const type of gone(Object.keys(before), Object.keys(after)))
      this.schemas.add(`${place} ${type}`, 'is gone');
    for (const [type, media] of Object.entries(before)) {
      if (!(type in after)) continue;
      const [schema, schemaNow] = [nodeOf(media)['schema'], nodeOf(after[type])['schema']];
      this.schemas.compare(schema, schemaNow, place, direction);
    }
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** By method and path, as people say it; a parameter of a path goes with each of its operations. */
function operationsOf(group: unknown): Map<string, Node> {
  const operations = new Map<string, Node>();
  for (const [path, item] of Object.entries(nodeOf(group))) {
    for (const [method, operation] of Object.entries(nodeOf(item))) {
      if (METHODS.includes(method)) operations.set(`${method.toUpperCase()} ${path}`, nodeOf(operation));
    }
  }
  return operations;
}
