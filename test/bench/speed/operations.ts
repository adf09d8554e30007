import type { Keys } from '../../support/client';
import { cardBody } from '../../support/charges';
import { addressBody, CALM, documentBody, PERSONAL_DOCUMENTS, personBody } from '../../support/onboarding';
import type { BenchMerchant, Installation } from '../support/installation';
import { eventually } from '../../support/eventually';
import { ID_MARK, LoadGenerator, type Wanted } from './load';
import { findPgbench, NO_PGBENCH, pgbench } from './pgbench';
import { compare } from './rounds';
import type { Figure } from './row';
import { sameRows } from './same-rows';
import type { Site } from './site';
import type { Form, Subject } from './subject';
import { rowsWrittenBy, type Table, tablesOf } from './written';

const CONNECTIONS = 32;
const REACH = { atLeast: 0.6 };
/** Operations of a round: what they are done to is made before. An operator may do 1,200 in a minute. */
const AT_ONCE = { whole: 1_000, quick: 16 };
/** Before the first round: one for the accounts and counts that the first of all opens, one whose rows are looked at … */
const BEFORE = 2;
/** … and as many as so many rounds: a process that has done a thing a hundred times does it half as fast as one that has served for a minute. */
const RUN_IN = { whole: 4, quick: 0 };
const LONG = 600;

const [FIRST_DOCUMENT = '', ...OTHER_DOCUMENTS] = PERSONAL_DOCUMENTS;

interface Operation {
  readonly name: string;
  readonly what: string;
  /** Each round of decisions has an operator of its own, whose limit is fixed (contract §3). */
  readonly by: 'merchant' | 'operator';
  /** The request; ID_MARK is what it is done to. */
  readonly wanted: (keys: Keys) => Wanted;
  /** What it is done to, in the order of the table: what an operation leaves is what the next one takes. Null when it is nothing. */
  readonly targets: string | null;
  /** Where to count afterwards that each was done once. */
  readonly done: string;
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'submerchant',
    what: 'POST /v1/submerchants',
    by: 'merchant',
    wanted: (keys) => posted('/v1/submerchants', keys, personBody(CALM), 201),
    targets: null,
    done: `submerchants WHERE merchant_id = $1`,
  },
  {
    name: 'document',
    what: 'POST /v1/submerchants/{id}/documents',
    by: 'merchant',
    wanted: (keys) =>
      posted(`/v1/submerchants/${ID_MARK}/documents`, keys, documentBody(FIRST_DOCUMENT), 201),
    targets: `submerchants WHERE merchant_id = $1 AND status = 'pending'`,
    done: `submerchant_documents WHERE merchant_id = $1 AND type = '${FIRST_DOCUMENT}' AND replaced_at IS NULL`,
  },
  {
    name: 'submit',
    what: 'POST /v1/submerchants/{id}/submit-for-review',
    by: 'merchant',
    wanted: (keys) => posted(`/v1/submerchants/${ID_MARK}/submit-for-review`, keys, {}, 200),
    targets: `submerchants s WHERE merchant_id = $1 AND status = 'pending' AND EXISTS (SELECT FROM submerchant_documents d
                WHERE d.merchant_id = s.merchant_id AND d.submerchant_id = s.id)`,
    done: `outbox_events WHERE merchant_id = $1 AND type = 'submerchant.pending_review'`,
  },
  {
    name: 'approve',
    what: 'POST /v1/review/submerchants/{id}/approve',
    by: 'operator',
    wanted: (keys) => posted(`/v1/review/submerchants/${ID_MARK}/approve`, keys, {}, 200),
    targets: `submerchants WHERE merchant_id = $1 AND status = 'pending_review'`,
    done: `outbox_events WHERE merchant_id = $1 AND type = 'submerchant.active'`,
  },
  {
    name: 'capture',
    what: 'POST /v1/charges/{id}/capture',
    by: 'merchant',
    wanted: (keys) => posted(`/v1/charges/${ID_MARK}/capture`, keys, {}, 200),
    targets: `charges WHERE merchant_id = $1 AND status = 'authorized'`,
    done: `outbox_events WHERE merchant_id = $1 AND type = 'charge.captured'`,
  },
  {
    name: 'refund',
    what: 'POST /v1/charges/{id}/refund',
    by: 'merchant',
    wanted: (keys) => posted(`/v1/charges/${ID_MARK}/refund`, keys, {}, 201),
    targets: `charges WHERE merchant_id = $1 AND status = 'captured'`,
    done: `refunds WHERE merchant_id = $1 AND status = 'succeeded'`,
  },
];

function posted(path: string, keys: Keys, body: object, status: number): Wanted {
  return { method: 'POST', path, keys, body, status };
}

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation();
  const load = new LoadGenerator();
  try {
    await installation.start(1, 0);
    const merchant = await installation.merchant();
    const tables = await tablesOf(installation);
    const bench = new OperationBench(installation, merchant, tables, load, form);
    await bench.authorize();
    const figures: Figure[] = [];
    for (const operation of OPERATIONS) {
      if (operation.name === 'submit') await bench.complete();
      figures.push(await bench.measure(operation));
    }
    await bench.assertComplete();
    return figures;
  } finally {
    await load.stop();
    await site.discard(installation);
  }
}

/** Operations of one merchant, one kind after the other. */
class OperationBench {
  private readonly atOnce: number;
  private readonly runIn: number;
  /** Operations of each kind. */
  private readonly total: number;

  constructor(
    private readonly installation: Installation,
    private readonly merchant: BenchMerchant,
    private readonly tables: readonly Table[],
    private readonly load: LoadGenerator,
    private readonly form: Form,
  ) {
    this.atOnce = form.isQuick ? AT_ONCE.quick : AT_ONCE.whole;
    this.runIn = form.isQuick ? RUN_IN.quick : RUN_IN.whole;
    this.total = BEFORE + this.atOnce * (this.runIn + form.rounds);
  }

  /** Card charges that wait to be captured; the worker that asks the provider is gone when the measuring begins. */
  async authorize(): Promise<void> {
    const worker = this.installation.start(0, 1);
    const body = cardBody('tok_approved', {}, { capture: false });
    await this.send(posted('/v1/charges', this.merchant, body, 201), this.total);
    await worker;
    await eventually(async () => {
      const count = await this.countOf(`charges WHERE merchant_id = $1 AND status = 'authorized'`);
      if (count !== this.total) throw new Error(`${count} charges are authorized of ${this.total}`);
    }, LONG * 1_000);
    await this.installation.workers[0]!.end('SIGTERM');
  }

  /** What is missing of those that have their first document. */
  async complete(): Promise<void> {
    const ids = await this.idsOf(`submerchants WHERE merchant_id = $1`);
    const of = (path: string, body: object) =>
      this.send({ ...posted(`/v1/submerchants/${ID_MARK}/${path}`, this.merchant, body, 201), ids });
    await of('addresses', addressBody());
    for (const type of OTHER_DOCUMENTS) await of('documents', documentBody(type));
  }

  async measure({ name, what, by, wanted, targets }: Operation): Promise<Figure> {
    const program = findPgbench();
    if (program === null) throw new Error(NO_PGBENCH);
    const ids = targets === null ? null : await this.idsOf(targets);
    if (ids !== null && ids.length !== this.total)
      throw new Error(`${name} can be done to ${ids.length} of ${this.total}`);
    let taken = 0;
    const asker = async (): Promise<Keys> =>
      by === 'merchant' ? this.merchant : this.installation.operator('reviewer');
    const operate = async (count: number, keys: Keys): Promise<number> => {
      const own = ids?.slice(taken, taken + count);
      taken += count;
      return this.send({ ...wanted(keys), ...(own === undefined ? {} : { ids: own }) }, count);
    };
    const first = await asker();
    await operate(1, first);
    const written = await rowsWrittenBy(this.installation, this.tables, () => operate(1, first));
    const statement = await sameRows(this.installation, `limit_${name}`, written);
    for (let round = 0; round < this.runIn; round += 1) await operate(this.atOnce, await asker());
    const pressure = this.form.isQuick
      ? { clients: CONNECTIONS, times: 4 }
      : { clients: CONNECTIONS, seconds: this.form.seconds };
    const named = {
      id: `12.${name}`,
      what: `${what}, ${CONNECTIONS} connections, against pgbench writing the same rows at ${CONNECTIONS}`,
      unit: 'a second',
      reach: REACH,
    };
    return compare(named, this.form.rounds, {
      product: async () => {
        // As a worker does every few seconds: without statistics a plan may walk all rows of a merchant (decision 0028).
        await this.installation.query('SELECT analyze_grown_tables()');
        return operate(this.atOnce, await asker());
      },
      limit: async () =>
        (await pgbench(program, this.installation.databaseUrl, statement, pressure)).perSecond,
    });
  }

  /** Each was done as often as it was asked for, and the books agree. */
  async assertComplete(): Promise<void> {
    await this.installation.query('ANALYZE');
    const wrong: string[] = [];
    for (const { name, done } of OPERATIONS) {
      const count = await this.countOf(done);
      if (count !== this.total) wrong.push(`${name} was done ${count} times of ${this.total}`);
    }
    wrong.push(...(await this.installation.brokenRules()));
    if (wrong.length > 0) throw new Error(`after the operations: ${wrong.join('; ')}`);
  }

  /** How many a second were answered. */
  private async send(wanted: Wanted, atMost = wanted.ids?.length): Promise<number> {
    const pressure = { connections: CONNECTIONS, seconds: LONG };
    const { answered, seconds } = await this.load.run(
      this.installation.apis[0]!,
      wanted,
      atMost === undefined ? pressure : { ...pressure, atMost },
    );
    return answered / seconds;
  }

  private async idsOf(from: string): Promise<string[]> {
    const rows = await this.installation.query<{ id: string }>(`SELECT id FROM ${from} ORDER BY id`, [
      this.merchant.id,
    ]);
    return rows.map(({ id }) => id);
  }

  private countOf(from: string): Promise<number> {
    return this.installation.count(from, [this.merchant.id]);
  }
}

export const operations: Subject = {
  id: '12',
  what: 'capture, refund, submerchant, document, submit and approve, against the same rows in one statement',
  isQuick: true,
  skip: () => (findPgbench() === null ? NO_PGBENCH : null),
  run,
};
