import { request } from 'undici';
import { basic, type JsonBody } from '../../support/client';
import { anyAddress, from } from '../../support/log-ins';
import { servedDocument } from '../../support/served-document';
import { cookieOf } from '../../support/session-client';
import { errorMessage } from '../../../src/common/text';
import type { Bench } from '../support/bench';
import type { Dice } from '../../support/dice';
import type { Installation } from '../support/installation';
import { faultsOf, Inventor, type Schema, type Schemas } from '../support/json-schema';
import { Findings } from '../support/ledger';
import { Stalls, STALLS_NOTED } from '../support/stalls';
import type { Outcome, Trial } from '../support/trial';

const STALL_MS = 100;
const SIDE_BY_SIDE = 8;
const KEPT_IDS = 400;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { name: string; in: string; schema?: Schema }[];
  readonly body: Schema | null;
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}

/** Each may send 1,200 requests a minute: so many that they are not what most of the answers say. */
const OPERATORS = { short: 4, full: 80 };
/** Those that have a session besides; log-ins are counted, too. */
const WITH_SESSION = 4;

/** They end the session of whoever sends them, or take its rights away: they are tried where sessions are tried. */
const LEFT_OUT = /^(?!get).* .*review\/(session|operators)/;

/** Bodies that no schema makes. */
const RAW: readonly string[] = [
  '{',
  '',
  'null',
  '[]',
  '"text"',
  '{"amount":10000,"amount":1}',
  '['.repeat(5_000) + ']'.repeat(5_000),
  `{"items":[${'{},'.repeat(60_000)}{}]}`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`,
  `{"metadata":{"a":${'1'.repeat(400)}}}`,
  '{"__proto__":{"admin":true}}',
  `{"a":"${'x'.repeat(300_000)}"}`,
  '\ufeff{}',
];

/** Requests that are made of our own documents, by everybody who may send them; every answer is held against it. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.installation();
  await installation.start(1, 1, STALLS_NOTED);
  const api = installation.apis[0]!;
  const url = api.url;
  const document = await servedDocument(async (path) => (await request(url + path)).body.json());
  const operations = operationsOf(document).filter(({ method, path }) => !LEFT_OUT.test(`${method} ${path}`));
  const fuzzer = new Fuzzer(
    url,
    document.components.schemas as Schemas,
    bench.dice,
    await identities(installation, OPERATORS[bench.form]),
  );
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await fuzzer.send(bench.dice.pick(operations));
    }
  };
  // What is compiled and loaded at its first use is no stall of the service.
  for (const operation of operations) await fuzzer.send(operation);
  const stalls = new Stalls(api);
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  const { stoodMs, workedMs } = stalls.worst();
  const findings = new Findings();
  findings.violations.push(...fuzzer.faults, ...(await installation.brokenRules()));
  await bench.discard(installation);
  const verdict = findings.verdict(40);
  const statuses = [...fuzzer.statuses].sort().map(([status, times]) => `${times} × ${status}`);
  const figures = `${operations.length} operations, ${statuses.join(', ')}; longest stall ${stoodMs} ms`;
  return {
    ...verdict,
    count,
    worstMs: workedMs,
    boundMs: STALL_MS,
    notes: [figures, ...verdict.notes],
  };
}

type Identity = Readonly<Record<string, string>>;

async function identities(
  installation: Installation,
  count: number,
): Promise<{ merchants: Identity[]; operators: Identity[] }> {
  const merchants = await Promise.all([1, 2].map(() => installation.merchant()));
  const reader = await installation.merchant({ scopes: ['read'] });
  const operators: Identity[] = [];
  for (let made = 0; made < count; made += 1) {
    const { email, password, ...keys } = await installation.operator('admin');
    operators.push({ authorization: basic(keys) });
    if (made >= WITH_SESSION) continue;
    const answer = await installation.apis[0]!.client().post('/v1/review/session', { email, password });
    operators.push({ cookie: cookieOf(answer) });
  }
  return { merchants: [...merchants, reader].map((keys) => ({ authorization: basic(keys) })), operators };
}

class Fuzzer {
  readonly statuses = new Map<number, number>();
  private readonly found = new Map<string, { readonly fault: string; times: number }>();
  private readonly ids: string[] = [];
  /** The same by the word that stands before them in a path. */
  private readonly idsOf = new Map<string, string[]>();
  private readonly inventor: Inventor;

  constructor(
    private readonly url: string,
    private readonly schemas: Schemas,
    private readonly dice: Dice,
    private readonly identities: { readonly merchants: Identity[]; readonly operators: Identity[] },
  ) {
    this.inventor = new Inventor(schemas, dice, this.ids);
  }

  /** Each kind of fault once, with how often it was seen. */
  get faults(): string[] {
    return [...this.found.values()].map(({ fault, times }) => `${fault} (${times} times)`);
  }

  async send(operation: Operation): Promise<void> {
    const { method, path } = operation;
    // Half of all are what a careful caller sends: they get past the first checks.
    this.inventor.nasty = this.dice.below(2) === 0;
    const concrete = path.replace(/([\w-]+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${this.idOf(kind)}`);
    const body = this.body(operation);
    const target = concrete + this.query(operation);
    const response = await request(this.url + target, {
      method: method.toUpperCase() as 'GET',
      body,
      headers: {
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...this.identity(path),
        ...from(anyAddress()),
      },
    }).catch((error: unknown) => {
      this.note(operation, `no answer: ${errorMessage(error)}`);
      return null;
    });
    if (response === null) return;
    const { statusCode: status, headers } = response;
    const text = await response.body.text();
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status >= 500)
      this.note(operation, `${status} to ${body === null ? '' : `${body.slice(0, 60)} `}${target}`);
    this.check(operation, status, String(headers['content-type'] ?? ''), text);
  }

  private check(operation: Operation, status: number, type: string, text: string): void {
    const documented = operation.responses[String(status)];
    const content = documented?.content ?? {};
    const schema = content['application/json']?.schema;
    if (documented === undefined)
      this.note(operation, `${status} is not in the document: ${text.slice(0, 200)}`);
    else if (text === '' && Object.keys(content).length === 0) return;
    else if (!type.startsWith('application/json')) {
      const known = Object.keys(content).some((one) => type.startsWith(one));
      if (!known) this.note(operation, `${status} of the type ${type}`);
    } else if (schema === undefined)
      this.note(operation, `${status} has a body that the document does not show`);
    else this.checkBody(operation, status, schema, text);
  }

  private checkBody(operation: Operation, status: number, schema: Schema, text: string): void {
    const value: unknown = JSON.parse(text);
    this.keepIds(operation.path, value);
    const [fault] = faultsOf(this.schemas, schema, value);
    if (fault !== undefined) this.note(operation, `${status}: ${fault}`);
  }

  private note({ method, path }: Operation, what: string): void {
    const fault = `${method.toUpperCase()} ${path}: ${what}`;
    // The same fault with another value is the same fault.
    const kind = fault.replace(/"[^"]*"|\d+/g, '').slice(0, 160);
    const known = this.found.get(kind);
    if (known === undefined) this.found.set(kind, { fault, times: 1 });
    else known.times += 1;
  }

  private body({ body }: Operation): string | null {
    if (body === null) return null;
    if (this.inventor.nasty && this.dice.below(100) < 8) return this.dice.pick(RAW);
    return JSON.stringify(this.inventor.value(body));
  }

  private query({ parameters }: Operation): string {
    const query = new URLSearchParams();
    for (const { name, in: where, schema = {} } of parameters)
      if (where === 'query' && this.dice.below(100) < 25) {
        const value = this.inventor.value(schema, name);
        query.append(name, typeof value === 'string' ? wellFormed(value) : JSON.stringify(value));
      }
    return query.size === 0 ? '' : `?${query.toString()}`;
  }

  private identity(path: string): Identity {
    const { merchants, operators } = this.identities;
    const isReview = path.startsWith('/v1/review');
    const turn = this.dice.below(100);
    if (turn < 2) return {};
    if (turn < 4) return this.dice.pick(isReview ? merchants : operators);
    // Operators find everything; of merchants mostly the same one, so that ids are found again by those whose they are.
    return isReview || turn >= 70 ? this.dice.pick(isReview ? operators : merchants) : (merchants[0] ?? {});
  }

  private idOf(kind: string): string {
    return encodeURIComponent(wellFormed(this.inventor.id(this.idsOf.get(kind) ?? this.ids)));
  }

  private keepIds(path: string, value: unknown): void {
    const data: unknown = (value as JsonBody)?.data;
    const kind = /([a-z-]+)(?:\/\{\w+\})?$/.exec(path)?.[1] ?? '';
    const known = this.idsOf.get(kind) ?? [];
    this.idsOf.set(kind, known);
    for (const { id } of [data]
      .flat()
      .filter((one): one is { id: unknown } => typeof one === 'object' && one !== null && 'id' in one)) {
      if (typeof id !== 'string') continue;
      for (const list of [this.ids, known])
        if (list.length < KEPT_IDS) list.push(id);
        else list[this.dice.below(KEPT_IDS)] = id;
    }
  }
}

function operationsOf(document: JsonBody): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, JsonBody>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method,
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content?.['application/json']?.schema ?? null,
      responses: operation.responses,
    })),
  );
}

/** A lone surrogate cannot be in an address. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

export const fuzz: Trial = {
  id: 'fuzz',
  trial:
    'requests made of our own OpenAPI documents: no answer ≥ 500, every answer as documented, no stall > 100 ms of work',
  place: 'alone',
  counts: { short: 2_500, full: 200_000 },
  run,
};
