import { get } from 'node:http';
import { SESSION_LIMITS } from '../../src/database';
import { basic, companyBody, eventually, STARTED_ON, type TestMerchant, useService } from '../support';
import { Charging, pixBody } from '../support/charges';

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

/** A merchant's charges are said to be so many more: until it is taken back. */
async function whileCounted(merchant: TestMerchant, more: number, work: () => Promise<void>): Promise<void> {
  const { dataSource } = service;
  const said = await dataSource.query<{ id: string }[]>(
    `INSERT INTO charge_count_changes (merchant_id, hour, status, payment_method, change)
     VALUES ($1, date_trunc('hour', now() - interval '30 days', 'UTC'), 'captured', 'pix', $2) RETURNING id`,
    [merchant.id, more],
  );
  try {
    await work();
  } finally {
    await dataSource.query('DELETE FROM charge_count_changes WHERE id = $1', [said[0]?.id]);
  }
}

describe('a search is bounded (contract §4)', () => {
  it('what would find too much is seen before it is looked for', async () => {
    const merchant = await service.merchant();
    const charging = new Charging(merchant.client);
    for (let index = 0; index < 8; index += 1)
      await charging.create(pixBody({ external_id: index === 3 ? 'rara' : 'comum' }));
    const answered = async (term: string, filters = ''): Promise<unknown> => {
      const { status, body } = await merchant.client.get(`/v1/charges?search=${term}${filters}`);
      return status === 200 ? body.pagination.total : [status, body.details[0].code];
    };
    await whileCounted(merchant, 600_000, async () => {
      // All of the newest have it, and few of all.
      expect(await answered('comum')).toBe(7);
      // No index knows where two letters are: all of them would have to be looked at.
      expect(await answered('rr')).toEqual([422, 'too_broad']);
      expect(await answered('rara')).toBe(1);
      expect([
        await answered('comum', `&date_from=${STARTED_ON}`),
        await answered('mu', `&date_from=${STARTED_ON}`),
      ]).toEqual([7, 7]);
      expect(await answered('mu', '&payment_method=boleto')).toBe(0);
    });
    expect([await answered('comum'), await answered('mu')]).toEqual([7, 7]);
    await whileMany('charge_search', () =>
      whileCounted(merchant, 600_000, async () => {
        const askedMs = performance.now();
        // Not the term of before: what that came to is known where it took long.
        expect(await answered('comu')).toEqual([422, 'too_broad']);
        // Not as long as one that may find little is given.
        expect(performance.now() - askedMs).toBeLessThan(2_500);
      }),
    );
  });

  it('who has very many finds what anybody finds: pages, walks, numbers, with filters', async () => {
    const [merchant, other] = [await service.merchant(), await service.merchant()];
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      const fields = { external_id: index < 12 ? `loja-2025100${index}` : `outro ${index}` };
      const { id } = await new Charging(merchant.client).create(pixBody(fields));
      if (index < 12) ids.unshift(String(id));
    }
    const anothers = await new Charging(other.client).create(pixBody({ external_id: 'loja-20251007' }));
    const list = async (client: TestMerchant['client'], query: string): Promise<unknown[]> => {
      const { body } = await client.get(query);
      return [body.pagination.total, (body.data as { id: string }[]).map(({ id }) => id)];
    };
    const own = (query: string): Promise<unknown[]> => list(merchant.client, `/v1/charges?search=${query}`);
    const expectTheSame = async (): Promise<void> => {
      expect(await own('loja-')).toEqual([12, ids]);
      expect(await own('loja-&limit=5&page=2')).toEqual([12, ids.slice(5, 10)]);
      expect(await own('loja-&limit=5&page=4')).toEqual([12, []]);
      const first = await merchant.client.get('/v1/charges?search=loja-&limit=7&cursor=');
      const next = String(first.body.pagination.next_cursor);
      expect(await own(`loja-&limit=7&cursor=${next}`)).toEqual([12, ids.slice(7)]);
      expect(await own('loja-20251007')).toEqual([1, [ids[4]]]);
      expect(await list(other.client, '/v1/charges?search=loja-20251007')).toEqual([1, [anothers.id]]);
      expect(await own('loja-&status=pending')).toEqual([12, ids]);
      expect(await own('loja-&status=captured')).toEqual([0, []]);
      expect(await own('loja-&external_id=loja-20251003')).toEqual([1, [ids[8]]]);
      expect(await own('loja-&payment_method=boleto')).toEqual([0, []]);
    };
    await expectTheSame();
    await whileCounted(merchant, 600_000, expectTheSame);
  });

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
