import { Client } from 'pg';
import { type Answer, patiently, personBody, type TestMerchant, useService } from '../support';
import { workerDatabaseUrl } from '../support/database';
import { inTheWay } from '../support/in-the-way';

const service = useService();

let merchant: TestMerchant;
let another: TestMerchant;

beforeAll(async () => {
  merchant = await service.merchant();
  another = await service.merchant();
});

const register = (name: string, key: string, by = merchant): Promise<Answer> =>
  by.client.post('/v1/submerchants', personBody({ legal_name: name }), { 'idempotency-key': key });

const many = (count: number, make: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

/** How many there are whose names begin so, with how many steps of history, in how many transactions. */
async function written(
  prefix: string,
): Promise<{ submerchants: number; steps: number; transactions: number }> {
  const [row] = await service.dataSource.query<
    [{ submerchants: number; steps: number; transactions: number }]
  >(
    `SELECT count(DISTINCT s.id)::int AS submerchants, count(h.id)::int AS steps,
            count(DISTINCT s.xmin::text)::int AS transactions
       FROM submerchants s LEFT JOIN submerchant_history h ON h.merchant_id = s.merchant_id AND h.submerchant_id = s.id
      WHERE s.legal_name LIKE $1`,
    [`${prefix}%`],
  );
  return row;
}

describe('Submerchants that are registered at the same time (decision 0028)', () => {
  it('are written in few transactions, each with its own answer, key and history', async () => {
    const registerAll = (): Promise<Answer[]> =>
      many(60, (index) => register(`Muitas ${index}`, `many-${index}`, index % 2 ? another : merchant));
    let first: Answer[] = [];
    // A statement takes its time, as it does when many write: whoever comes meanwhile joins the next one.
    await inTheWay(service.dataSource, 'submerchants', 'STATEMENT', 'PERFORM pg_sleep(0.03);', async () => {
      first = await registerAll();
    });
    expect(statuses(first)).toEqual(Array(60).fill(201));
    expect(first.map(({ body }) => body.data.legal_name)).toEqual(first.map((_, index) => `Muitas ${index}`));
    const { submerchants, steps, transactions } = await written('Muitas ');
    expect([submerchants, steps]).toEqual([60, 60]);
    expect(transactions).toBeLessThan(40);
    for (const [index, { body }] of first.entries()) {
      const owner = index % 2 ? another : merchant;
      const read = await owner.client.get(`/v1/submerchants/${body.data.id}`);
      expect(read.body.data).toEqual(body.data);
    }
    expect((await registerAll()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(await written('Muitas ')).toMatchObject({ submerchants: 60 });
  });

  it('many keys, each several times at once, are one each and no answer is an error', async () => {
    const answers = await many(96, (index) =>
      patiently(() => register(`Vezes ${index % 12}`, `several-${index % 12}`)),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([201]));
    expect(await written('Vezes ')).toMatchObject({ submerchants: 12, steps: 12 });
  });

  it('one that the database refuses fails alone, and its key is not burnt', async () => {
    const refusal = `IF NEW.legal_name = 'Sozinha 13' THEN
      RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;`;
    await inTheWay(service.dataSource, 'submerchants', 'ROW', refusal, async () => {
      const answers = await many(40, (index) => register(`Sozinha ${index}`, `alone-${index}`));
      expect(statuses(answers)).toEqual(Array.from({ length: 40 }, (_, index) => (index === 13 ? 500 : 201)));
    });
    expect(await written('Sozinha ')).toMatchObject({ submerchants: 39, steps: 39 });
    expect((await register('Sozinha 13', 'alone-13')).status).toBe(201);
  });

  it('one whose key another process holds makes its neighbours wait for a moment only', async () => {
    expect((await register('Presa', 'held')).status).toBe(201);
    const holder = new Client({ connectionString: await workerDatabaseUrl() });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(
        `SELECT 1 FROM idempotency_records WHERE response_body::jsonb #>> '{data,legal_name}' = 'Presa' FOR UPDATE`,
      );
      const begunMs = performance.now();
      const [held, ...others] = await Promise.all([
        register('Presa', 'held'),
        ...Array.from({ length: 20 }, (_, index) => register(`Vizinha ${index}`, `neighbour-${index}`)),
      ]);
      expect(held.status).toBe(409);
      expect(statuses(others)).toEqual(Array(20).fill(201));
      expect(performance.now() - begunMs).toBeLessThan(3_000);
    } finally {
      await holder.end();
    }
    expect((await register('Presa', 'held')).status).toBe(201);
    expect(await written('Presa')).toMatchObject({ submerchants: 1 });
  });

  it('what was answered is answered so again; the same key for something else, or for what is refused, is told so', async () => {
    expect((await register('Primeira', 'once')).status).toBe(201);
    const other = await register('Segunda', 'once');
    expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const wrong = await merchant.client.post('/v1/submerchants', personBody({ tax_id: '11222333000181' }), {
      'idempotency-key': 'wrong',
    });
    expect(wrong.status).toBe(422);
    expect((await register('Correta', 'wrong')).status).toBe(201);
  });
});
