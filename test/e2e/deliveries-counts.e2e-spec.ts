import { DeliveryLogRepository } from '../../src/postbacks/delivery-logs/delivery-log.repository';
import { startService, type TestMerchant, type TestOperator, type TestService } from '../support';
import { breaksRule } from '../support/books';
import {
  type CountedListUnderTest,
  type CountedRow,
  expectListsToBe,
  SPREAD_IN_TIME,
} from '../support/counted-lists';
import { Dice } from '../support/dice';

const SEED = 20_261_128;
const DELIVERIES = 120;
const QUESTIONS = 150;

breaksRule(
  'the deliveries of an endpoint in the last day are numbered without gaps, and it knows the last number',
  'deliveries are moved in time and deleted by hand',
);

let app: TestService;
let merchants: TestMerchant[];
let operator: TestOperator;
let endpoints: string[];
const dice = new Dice(SEED);

/** Deliveries of two merchants to three endpoints, of some kind and in some status, at crowded and at lonely hours of 14 months. */
beforeAll(async () => {
  app = await startService();
  merchants = [await app.merchant(), await app.merchant()];
  operator = await app.operator();
  endpoints = [];
  const owners = [merchants[0]!, merchants[0]!, merchants[1]!];
  for (const { client } of owners) {
    const { body } = await client.post('/v1/postbacks/endpoints', {
      url: 'https://hooks.example.com/',
      events: ['*'],
    });
    endpoints.push(String(body.data.id));
  }
  for (let index = 0; index < DELIVERIES; index += 1) {
    const { status } = await owners[index % 3]!.client.post(
      `/v1/postbacks/endpoints/${endpoints[index % 3]!}/ping`,
    );
    expect(status).toBe(202);
  }
  await app.dataSource.query(
    `UPDATE postback_deliveries
        SET created_at = moved.at, event = moved.event, status = moved.status,
            next_attempt_at = CASE moved.status WHEN 'pending' THEN next_attempt_at END
       FROM (SELECT id, ${SPREAD_IN_TIME} AS at,
                    (ARRAY['ping', 'charge.captured', 'submerchant.active'])[1 + abs(hashtext(id::text || 'e')) % 3] AS event,
                    (ARRAY['pending', 'held', 'exhausted', 'cancelled'])[1 + abs(hashtext(id::text || 's')) % 4] AS status
               FROM postback_deliveries) AS moved
      WHERE postback_deliveries.id = moved.id`,
  );
});
afterAll(() => app.stop());

async function everyRow(): Promise<CountedRow[]> {
  const rows = await app.dataSource.query<(Omit<CountedRow, 'at'> & { at: Date })[]>(
    `SELECT id, merchant_id AS merchant, endpoint_id AS part, status, event AS kind, created_at AS at
       FROM postback_deliveries ORDER BY created_at DESC, id DESC`,
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

const fold = (atMost: number): Promise<number> => app.api.get(DeliveryLogRepository).foldCounts(atMost);

describe('decision 0041: lists of deliveries by their counts', () => {
  it.each([
    ['nothing is folded', () => Promise.resolve()],
    ['some changes are folded', async () => expect(await fold(77)).toBe(77)],
    ['everything is folded', async () => expect(await fold(10_000)).toBeGreaterThan(0)],
    ['the counts are made anew', () => app.dataSource.query('SELECT recount_deliveries()')],
  ])('%s: any filter, page and walk is what the rows say', async (_when, prepare) => {
    await prepare();
    const rows = await everyRow();
    expect(rows).toHaveLength(DELIVERIES);
    const list: CountedListUnderTest = {
      paths: { own: '/v1/postbacks/delivery-logs', all: '/v1/review/deliveries' },
      part: 'endpoint_id',
      kind: 'event',
      parts: endpoints,
      kinds: ['ping', 'charge.captured', 'charge.expired'],
      statuses: [['held'], ['pending', 'exhausted'], ['delivered']],
      merchants,
      operator,
    };
    await expectListsToBe(list, rows, dice, QUESTIONS / 4);
  });

  it('an endpoint that nobody has, and one of somebody else, have none', async () => {
    const nobodys = 'endpoint_id=018f0000-0000-7000-8000-000000000000';
    const anothers = `endpoint_id=${endpoints[2]!}`;
    const totals = [
      await merchants[0]!.client.get(`/v1/postbacks/delivery-logs?${nobodys}`),
      await merchants[0]!.client.get(`/v1/postbacks/delivery-logs?${anothers}`),
      await operator.client.get(`/v1/review/deliveries?${nobodys}`),
      await operator.client.get(`/v1/review/deliveries?${anothers}&merchant_id=${merchants[0]!.id}`),
    ].map(({ status, body }) => [status, body.pagination.total, body.data]);
    expect(totals).toEqual(Array(4).fill([200, 0, []]));
  });

  it('what is deleted for its age is counted no longer', async () => {
    const total = async (): Promise<number> =>
      (await operator.client.get('/v1/review/deliveries?limit=1')).body.pagination.total as number;
    const before = await total();
    const [, deleted] = await app.dataSource.query<[unknown, number]>(
      `DELETE FROM postback_deliveries WHERE status = 'cancelled'`,
    );
    expect(deleted).toBeGreaterThan(10);
    expect(await total()).toBe(before - deleted);
    await fold(10_000);
    expect([await fold(10_000), await total()]).toEqual([0, before - deleted]);
  });
});
