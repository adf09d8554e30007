import { addDays } from '../../src/common/calendar';
import { useService } from '../support';
import { Anticipating } from '../support/anticipations';
import type { Answer, JsonBody } from '../support/client';

describe('The list of what is in an anticipation (money contract §16; contract §4)', () => {
  const service = useService({ worker: true });
  let bench: Anticipating;
  /** Of seven receivables; the first one that was asked for had the same, and was cancelled. */
  let asked: JsonBody;
  let cancelled: JsonBody;

  beforeAll(async () => {
    bench = await Anticipating.open(service);
    await bench.sold(30_000, 3);
    await bench.sold(40_000, 4);
    cancelled = await bench.waiting();
    expect((await bench.cancel(cancelled.id)).status).toBe(200);
    await bench.agree({ monthly_percentage: 3 });
    asked = await bench.waiting();
  });

  const list = (query = '', id: unknown = asked.id): Promise<Answer> =>
    bench.client.get(`/v1/anticipations/${String(id)}/receivables?${query}`);
  const idsOf = ({ body }: Answer): string[] =>
    (body.data as JsonBody[]).map(({ receivable_id }) => receivable_id as string);

  it('newest first, with an exact total; each says when it was asked for', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 20, total: 7, totalPages: 1 });
    const ids = idsOf(answer);
    expect(ids).toEqual([...ids].sort().reverse());
    for (const one of answer.body.data as JsonBody[]) expect(one.created_at).toBe(asked.created_at);
    expect(idsOf(await list('page=3&limit=3'))).toEqual(ids.slice(6));
    expect((await list('page=9')).body).toMatchObject({ data: [], pagination: { total: 7 } });
  });

  it('a walk sees each exactly once', async () => {
    const walked: string[] = [];
    let cursor: string | null = '';
    for (let steps = 0; cursor !== null; steps += 1) {
      expect(steps).toBeLessThan(4);
      const answer = await list(`limit=2&cursor=${cursor}`);
      expect(answer.body.pagination).toMatchObject({ page: 1, limit: 2, total: 7, totalPages: 4 });
      walked.push(...idsOf(answer));
      cursor = answer.body.pagination.next_cursor as string | null;
    }
    expect(walked).toEqual(idsOf(await list()));
  });

  it('a cursor of another anticipation, of nothing, beside a page or an order: 422', async () => {
    const cursor = (await list('limit=2&cursor=')).body.pagination.next_cursor as string;
    const foreign = await list(`cursor=${cursor}`, cancelled.id);
    expect([foreign.status, foreign.body.details]).toMatchObject([422, [{ code: 'invalid_cursor' }]]);
    for (const query of ['cursor=x', 'cursor=&page=1', 'cursor=&sort=due_date', 'sort=net']) {
      const answer = await list(query);
      expect([query, answer.status, answer.body.error]).toEqual([query, 422, 'VALIDATION_FAILED']);
    }
  });

  it('days are those on which it was asked for', async () => {
    const day = (asked.created_at as string).slice(0, 10);
    expect((await list(`date_from=${day}&date_to=${day}`)).body.pagination.total).toBe(7);
    expect((await list(`date_from=${addDays(day, 1)}`)).body.pagination.total).toBe(0);
    expect((await list(`date_from=${day}&date_to=${addDays(day, -1)}`)).status).toBe(422);
  });

  it('sorted by due date: the nearest first, equal ones by id', async () => {
    const data = (await list('sort=due_date')).body.data as JsonBody[];
    const keys = data.map((one) => `${String(one.due_date)} ${String(one.receivable_id)}`);
    expect(keys).toEqual([...keys].sort());
    expect(data.filter(({ installment }) => installment === 1)).toHaveLength(2);
  });

  it('each anticipation shows what it costs there, though others had the same receivables', async () => {
    const [now, before] = [await list('sort=due_date'), await list('sort=due_date', cancelled.id)];
    expect(idsOf(now)).toEqual(idsOf(before));
    const fees = (answer: Answer): number =>
      (answer.body.data as JsonBody[]).reduce((sum: number, { fee }) => sum + Number(fee), 0);
    expect([fees(now), fees(before)]).toEqual([asked.fee, cancelled.fee]);
    expect(asked.fee).toBeGreaterThan(Number(cancelled.fee));
  });

  it('what left it is not there any more', async () => {
    const [first] = (await list('sort=due_date')).body.data as JsonBody[];
    const refunded = await bench.refund(String(first?.charge_id));
    expect(refunded.status).toBe(201);
    const left = await list('sort=due_date');
    expect((left.body.data as JsonBody[]).some(({ charge_id }) => charge_id === first?.charge_id)).toBe(
      false,
    );
    const { count } = await bench.read(asked.id);
    expect([left.body.pagination.total, idsOf(left).length]).toEqual([count, count]);
  });

  it('operators walk it as well', async () => {
    const { client } = await service.operator({ role: 'viewer' });
    const path = `/v1/review/anticipations/${String(asked.id)}/receivables`;
    const answer = await client.get(`${path}?cursor=&limit=1`);
    expect(answer.body.pagination).toMatchObject({ limit: 1, next_cursor: expect.any(String) });
    expect(idsOf(answer)).toEqual(idsOf(await list('limit=1')));
  });
});
