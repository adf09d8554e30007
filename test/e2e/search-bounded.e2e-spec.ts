import { get } from 'node:http';
import { SESSION_LIMITS } from '../../src/database';
import { basic, companyBody, eventually, type TestMerchant, useService } from '../support';

const service = useService();

/** Reading a table takes long, as if it had millions of rows: until it is taken back. */
async function whileMany(table: string, work: () => Promise<void>): Promise<void> {
  const { dataSource } = service;
  await dataSource.query(`ALTER TABLE ${table} RENAME TO ${table}_few`);
  await dataSource.query(
    `CREATE VIEW ${table} AS SELECT * FROM ${table}_few WHERE (SELECT pg_sleep(30)) IS NOT NULL`,
  );
  try {
    await work();
  } finally {
    await dataSource.query(`DROP VIEW ${table}`);
    await dataSource.query(`ALTER TABLE ${table}_few RENAME TO ${table}`);
  }
}
const whileSubmerchantsAreMany = (work: () => Promise<void>): Promise<void> =>
  whileMany('submerchants', work);

async function merchantWithSeller(): Promise<TestMerchant> {
  const merchant = await service.merchant();
  expect((await merchant.client.post('/v1/submerchants', companyBody())).status).toBe(201);
  return merchant;
}

async function searching(): Promise<number> {
  const rows = await service.dataSource.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND wait_event = 'PgSleep'`,
  );
  return rows[0]?.count ?? 0;
}

describe('a search is bounded (contract §4)', () => {
  it('one that finds too much says so, and what to do', async () => {
    const merchant = await merchantWithSeller();
    await whileSubmerchantsAreMany(async () => {
      const { status, body } = await merchant.client.get('/v1/submerchants?search=ab');
      expect(status).toBe(422);
      expect(body).toMatchObject({
        error: 'VALIDATION_FAILED',
        details: [{ field: 'search', code: 'too_broad', message: expect.stringContaining('date_from') }],
      });
    });
    expect((await merchant.client.get('/v1/submerchants?search=ab')).status).toBe(200);
  });

  it('so does one whose condition is its list’s own', async () => {
    const { client } = await service.operator();
    await whileMany('postback_deliveries', async () => {
      const { status, body } = await client.get('/v1/review/deliveries?search=example');
      expect([status, body.details?.[0]?.code]).toEqual([422, 'too_broad']);
    });
  });

  it('each has one at a time: who asks for many stands in nobody’s way', async () => {
    const [greedy, other] = [await merchantWithSeller(), await merchantWithSeller()];
    await whileSubmerchantsAreMany(async () => {
      const many = Array.from({ length: 6 }, () => greedy.client.get('/v1/submerchants?search=ab'));
      await eventually(async () => expect(await searching()).toBe(1));
      const one = other.client.get('/v1/submerchants?search=ab');
      await eventually(async () => expect(await searching()).toBe(2));
      expect((await greedy.client.get('/v1/charges')).status).toBe(200);
      expect(await searching()).toBeLessThanOrEqual(2);
      const answers = await Promise.all(many);
      for (const { status, body } of answers) {
        expect([422, 503]).toContain(status);
        if (status === 503) expect(body.retry_after_seconds).toBeGreaterThan(0);
      }
      expect((await one).status).toBe(422);
    });
  });

  it('and one whose caller hung up is in nobody’s way when its statement has ended', async () => {
    const merchant = await merchantWithSeller();
    await whileSubmerchantsAreMany(async () => {
      const asked = get(`${service.url}/v1/submerchants?search=ab`, {
        headers: { authorization: basic(merchant) },
      });
      asked.on('error', () => undefined);
      await eventually(async () => expect(await searching()).toBe(1));
      asked.destroy();
      const hungUpAt = performance.now();
      expect((await merchant.client.get('/v1/charges?search=ab')).status).toBe(200);
      // Nobody waits for the longest that any statement may take.
      expect(performance.now() - hungUpAt).toBeLessThan(SESSION_LIMITS.api.statementMs);
    });
  });
});
