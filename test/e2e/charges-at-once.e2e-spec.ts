import { Client } from 'pg';
import {
  type Answer,
  eventually,
  Onboarding,
  onThisMachine,
  patiently,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';

/** No group of charges waits for anybody: far below the second that a key, and the five that a row is waited for. */
const AT_ONCE_MS = 900;

let service: TestService;
let merchant: TestMerchant;
let another: TestMerchant;
let seller: string;
let holder: Client;

beforeAll(async () => {
  service = await startService();
  merchant = await service.merchant();
  another = await service.merchant();
  seller = await new Onboarding(merchant.client).activePerson();
});
afterAll(() => service.stop());

beforeEach(async () => {
  holder = new Client({ connectionString: await workerDatabaseUrl() });
  await holder.connect();
});
afterEach(() => holder.end());

const create = (fields: object, key?: string, by = merchant): Promise<Answer> =>
  by.client.post('/v1/charges', pixBody({ ...fields }), key === undefined ? {} : { 'idempotency-key': key });

const many = (count: number, make: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** How many charges, and events of them, there are under these external ids. */
async function written(prefix: string): Promise<{ charges: number; events: number; transactions: number }> {
  const [row] = await service.dataSource.query<[{ charges: number; events: number; transactions: number }]>(
    `SELECT count(DISTINCT c.id)::int AS charges, count(e.id)::int AS events,
            count(DISTINCT c.xmin::text)::int AS transactions
       FROM charges c LEFT JOIN outbox_events e ON e.merchant_id = c.merchant_id AND e.resource_id = c.id
      WHERE c.external_id LIKE $1`,
    [`${prefix}%`],
  );
  return row;
}

/** How many sessions wait for a lock, and have done so for this time at least. */
async function sessionsWaiting(forMs: number): Promise<number> {
  const rows = await service.dataSource.query<unknown[]>(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND clock_timestamp() - query_start >= make_interval(secs => $1::float8 / 1000)`,
    [forMs],
  );
  return rows.length;
}

describe('Charges that are made at the same time', () => {
  it('are written in few transactions, each with its own answer, key and event', async () => {
    // A statement takes its time, as it does when many write: whoever comes meanwhile joins the next one.
    await service.dataSource.query(
      `CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END $$`,
    );
    await service.dataSource.query(
      'CREATE TRIGGER take_time BEFORE INSERT ON charges FOR EACH STATEMENT EXECUTE FUNCTION take_time()',
    );
    const answers = await many(100, (index) =>
      create(
        { external_id: `many-${index}`, amount: 1_000 + index },
        `many-${index}`,
        index % 2 ? another : merchant,
      ),
    );
    await service.dataSource.query('DROP FUNCTION take_time() CASCADE');
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(201));
    expect(answers.map(({ body }) => body.data.amount)).toEqual(answers.map((_, index) => 1_000 + index));
    const { charges, events, transactions } = await written('many-');
    expect([charges, events]).toEqual([100, 100]);
    expect(transactions).toBeLessThan(60);
    const again = await many(100, (index) =>
      create(
        { external_id: `many-${index}`, amount: 1_000 + index },
        `many-${index}`,
        index % 2 ? another : merchant,
      ),
    );
    expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
    expect((await written('many-')).charges).toBe(100);
  });

  it('one key fifty times at once is one charge', async () => {
    const answers = await many(50, () => create({ external_id: 'same' }, 'same'));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => String(body.data.id))).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await written('same')).toMatchObject({ charges: 1, events: 1 });
  });

  it('many keys, each several times at once, are one charge each and no answer is an error', async () => {
    for (let round = 0; round < 10; round += 1) {
      const keyOf = (index: number): string => `several-${round}-${index % 12}`;
      const answers = await many(96, (index) =>
        patiently(() => create({ external_id: keyOf(index) }, keyOf(index))),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    }
    expect(await written('several-')).toMatchObject({ charges: 120, events: 120 });
  });

  it('one that the database refuses fails alone', async () => {
    await service.dataSource.query(
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.external_id = 'alone-13' THEN RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;
         RETURN NEW;
       END $$`,
    );
    await service.dataSource.query(
      'CREATE TRIGGER refuse_one BEFORE INSERT ON charges FOR EACH ROW EXECUTE FUNCTION refuse_one()',
    );
    try {
      const answers = await many(40, (index) => create({ external_id: `alone-${index}` }, `alone-${index}`));
      expect(answers.map(({ status }) => status)).toEqual(
        Array.from({ length: 40 }, (_, index) => (index === 13 ? 500 : 201)),
      );
      expect(await written('alone-')).toMatchObject({ charges: 39, events: 39 });
    } finally {
      await service.dataSource.query('DROP FUNCTION refuse_one() CASCADE');
    }
    // Its key is not burnt.
    expect((await create({ external_id: 'alone-13' }, 'alone-13')).status).toBe(201);
  });

  it('one for a submerchant that somebody holds waits alone, and sees what became of it', async () => {
    await holder.query('BEGIN');
    await holder.query("UPDATE submerchants SET status = 'suspended' WHERE id = $1", [seller]);
    const held = many(3, (index) => create({ external_id: `held-${index}`, submerchant_id: seller }));
    const begun = performance.now();
    const others = await many(60, (index) => create({ external_id: `free-${index}` }, `free-${index}`));
    expect(performance.now() - begun).toBeLessThan(onThisMachine(AT_ONCE_MS));
    expect(others.map(({ status }) => status)).toEqual(Array(60).fill(201));
    expect((await written('held-')).charges).toBe(0);
    await holder.query('COMMIT');
    expect((await held).map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([409, 'SUBMERCHANT_NOT_ACTIVE']),
    );
    await holder.query("UPDATE submerchants SET status = 'active' WHERE id = $1", [seller]);
    expect((await create({ external_id: 'held-4', submerchant_id: seller })).status).toBe(201);
  });

  it('one whose key another process writes at this moment waits alone: 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    const before = await create({ external_id: 'key-old' }, 'key-held');
    expect(before.status).toBe(201);
    await holder.query("UPDATE idempotency_records SET expires_at = now() - interval '1 second'");
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM idempotency_records FOR UPDATE');
    const begun = performance.now();
    const held = create({ external_id: 'key-new' }, 'key-held');
    const others = await many(60, (index) => create({ external_id: `key-${index}` }, `key-${index}`));
    expect(performance.now() - begun).toBeLessThan(onThisMachine(AT_ONCE_MS));
    expect(others.map(({ status }) => status)).toEqual(Array(60).fill(201));
    const { status, body } = await held;
    expect([status, body.error]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    await holder.query('ROLLBACK');
    expect((await create({ external_id: 'key-new' }, 'key-held')).body.data.id).not.toBe(before.body.data.id);
  });

  it.each([
    ['soon, in its group', 0],
    // Longer than a group waits, and far below what a key does.
    ['late, alone', 100],
  ])('one whose key another process writes %s answers what that one answered', async (_, afterMs) => {
    const name = `other-process-${afterMs}`;
    const first = await create({ external_id: name }, name);
    const { rows } = await holder.query<Record<string, unknown>>(
      'DELETE FROM idempotency_records WHERE response_body = $1 RETURNING *',
      [first.text],
    );
    const { scope, request_mac, mac_key_id, response_status, response_body, expires_at } = rows[0]!;
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO idempotency_records (scope, request_mac, mac_key_id, response_status, response_body, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [scope, request_mac, mac_key_id, response_status, response_body, expires_at],
    );
    const second = create({ external_id: name }, name);
    await eventually(async () => expect(await sessionsWaiting(afterMs)).toBe(1));
    await holder.query('COMMIT');
    expect([(await second).status, (await second).text]).toEqual([201, first.text]);
    expect(await written(name)).toMatchObject({ charges: 1, events: 1 });
  });
});
