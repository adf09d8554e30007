import type { ServerResponse } from 'node:http';
import { eventually, usePostbacks } from '../support';

const EVENTS = 60;

/** Outcomes of all endpoints are written together (decision 0009). */
describe('successes that come together', () => {
  const { service, merchant, bench } = usePostbacks({ worker: true });

  const count = async (what: string, ...values: unknown[]): Promise<number> => {
    const rows = await service.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${what}`,
      values,
    );
    return rows[0]?.count ?? 0;
  };
  const delivered = (endpointId: string): Promise<number> =>
    count(`postback_deliveries WHERE endpoint_id = $1 AND status = 'delivered'`, endpointId);
  const subscribed = async (endpoints: number): Promise<string[]> => {
    const shops = await Promise.all(Array.from({ length: endpoints }, () => bench.open()));
    const made = await Promise.all(shops.map(({ url }) => bench.subscribe(url)));
    return made.map(({ id }) => id);
  };

  // The first, so that nothing that deliveries did before is counted late into it.
  it('to be claimed a delivery changes its row alone, and no index', async () => {
    const changedAlone = async (): Promise<number> => {
      const sql = `SELECT n_tup_hot_upd::int AS count FROM pg_stat_user_tables WHERE relname = 'postback_deliveries'`;
      const [row] = await service.dataSource.query<{ count: number }[]>(sql);
      return row?.count ?? 0;
    };
    const before = await changedAlone();
    const [endpoint = ''] = await subscribed(1);
    await bench.happenMany(EVENTS);
    await eventually(async () => expect(await delivered(endpoint)).toBe(EVENTS));
    // A connection tells what it changed up to ten seconds later, claims perhaps after outcomes, which change an index.
    await eventually(async () => expect((await changedAlone()) - before).toBeGreaterThan(0.8 * EVENTS));
  });

  it('are written in one transaction, of whatever endpoints they are', async () => {
    const endpoints = await subscribed(4);
    await bench.happenMany(EVENTS);
    for (const id of endpoints) await eventually(async () => expect(await delivered(id)).toBe(EVENTS));
    const transactions = `(SELECT a.xmin::text, count(DISTINCT d.endpoint_id) AS endpoints FROM postback_attempts a
        JOIN postback_deliveries d ON d.merchant_id = a.merchant_id AND d.id = a.delivery_id
       WHERE a.merchant_id = $1 GROUP BY a.xmin::text) AS written`;
    expect(await count(transactions, merchant.id)).toBeLessThan(EVENTS);
    expect(await count(`${transactions} WHERE endpoints > 1`, merchant.id)).toBeGreaterThan(0);
    expect(await count('postback_attempts WHERE merchant_id = $1', merchant.id)).toBe(4 * EVENTS);
  });

  it('one of the address before says nothing of a new one, which goes on failing', async () => {
    const held: ServerResponse[] = [];
    const shop = await bench.open(({ path }, index) => {
      if (path === '/hooks/new') return 500;
      return index === 0 ? 200 : (_held, response) => held.push(response);
    });
    const { id } = await bench.subscribe(shop.url);
    const health = async (): Promise<unknown> =>
      (await merchant.client.get(`/v1/postbacks/endpoints/${id}`)).body.data.health;
    await bench.happens();
    await bench.logged('delivered');
    await bench.happens();
    await eventually(() => expect(held).toHaveLength(1));
    await merchant.client.patch(`/v1/postbacks/endpoints/${id}`, { url: `${shop.url}/new` });
    await bench.happens();
    await eventually(async () => expect(await health()).toMatchObject({ failed_attempts: 1 }));
    held.pop()?.writeHead(200).end();
    await eventually(async () => expect(await delivered(id)).toBe(2));
    expect(await health()).toMatchObject({ failed_attempts: 1 });
  });

  it('one that cannot be written keeps no other endpoint’s from being written, and is once it can', async () => {
    const [refused = '', ...others] = await subscribed(4);
    await service.dataSource.query(
      `CREATE FUNCTION refuse_attempt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF EXISTS (SELECT 1 FROM postback_deliveries d WHERE d.merchant_id = NEW.merchant_id AND d.id = NEW.delivery_id
                     AND d.endpoint_id = '${refused}') THEN RAISE EXCEPTION 'refused'; END IF;
         RETURN NEW; END $$`,
    );
    await service.dataSource.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON postback_attempts FOR EACH ROW EXECUTE FUNCTION refuse_attempt()',
    );
    await bench.happenMany(EVENTS);
    for (const id of others) await eventually(async () => expect(await delivered(id)).toBe(EVENTS));
    expect(await delivered(refused)).toBe(0);
    await service.dataSource.query('DROP FUNCTION refuse_attempt CASCADE');
    await eventually(async () => expect(await delivered(refused)).toBe(EVENTS));
    expect(await count('postback_attempts WHERE merchant_id = $1', merchant.id)).toBe(4 * EVENTS);
  });
});
