import { Onboarding, startService, type TestOperator, type TestService } from '../support';
import { breaksRule } from '../support/books';

breaksRule(
  'an event of a submerchant tells what its history has, and the last one what it is',
  'the history of years is written by hand',
);

breaksRule('a wallet is its owner’s: its name, its tax number, and active or not', 'its owner is taken away');

const PATH = '/v1/review/stats';
const HOUR = 3_600;

let service: TestService;
let operator: TestOperator;
let viewer: TestOperator;
let onboarding: Onboarding;

/** Every test counts what is there: each begins with nothing decided and nothing waiting. */
beforeAll(async () => {
  service = await startService();
  operator = await service.operator();
  viewer = await service.operator({ role: 'viewer' });
});
beforeEach(async () => {
  await service.dataSource.query(`TRUNCATE submerchants CASCADE`);
  onboarding = new Onboarding((await service.merchant()).client);
});
afterAll(() => service.stop());

interface Statistics {
  readonly queue: {
    readonly size: number;
    readonly oldest_seconds: number | null;
    readonly by_age: { readonly up_to_hours: number | null; readonly count: number }[];
  };
  readonly decisions: {
    readonly day: string;
    readonly approved: number;
    rejected: number;
    sent_back: number;
  }[];
  readonly decided_total: number;
  readonly approval_rate: number | null;
  readonly time_to_decision_seconds: { readonly median: number | null; readonly p90: number | null };
  readonly top_reasons: { readonly code: string; readonly count: number }[];
}
const read = async (query = ''): Promise<Statistics> => {
  const answer = await viewer.client.get(PATH + query);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.data;
};
const query = (sql: string, ...values: unknown[]) => service.dataSource.query<unknown[]>(sql, values);
const decide = async (id: string, decision: string, body?: object): Promise<number> =>
  (await operator.client.post(`/v1/review/submerchants/${id}/${decision}`, body)).status;
const reasons = (...codes: string[]) => ({ reasons: codes.map((code) => ({ code })) });

/** A decided case as it would be had it been submitted and decided then. */
async function decided(
  at: string,
  options: { type?: string; seconds?: number; reasons?: string[] } = {},
): Promise<void> {
  const id = await onboarding.person();
  const details = options.reasons === undefined ? {} : reasons(...options.reasons);
  await query(
    `INSERT INTO submerchant_history
        (merchant_id, id, submerchant_id, version, type, from_status, to_status, actor, operator_id, details, at)
      VALUES ((SELECT merchant_id FROM submerchants WHERE id = $1), gen_random_uuid(), $1, 2, 'submitted', 'pending', 'pending_review', 'merchant', NULL, '{}',
          $2::timestamptz - make_interval(secs => $3)),
        ((SELECT merchant_id FROM submerchants WHERE id = $1), gen_random_uuid(), $1, 3, $4, 'pending_review', 'active', 'operator', $5, $6, $2)`,
    id,
    at,
    options.seconds ?? 60,
    options.type ?? 'approved',
    operator.id,
    details,
  );
}
const dayInSaoPaulo = (moment: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(moment);

describe('GET /v1/review/stats (contract §8)', () => {
  it('with nothing decided and nothing waiting: 30 days of zeros, and no rate of nothing', async () => {
    const found = await read();
    const today = dayInSaoPaulo(new Date());
    expect(found).toEqual({
      queue: {
        size: 0,
        oldest_seconds: null,
        by_age: [4, 24, 48, 72, 168, null].map((up_to_hours) => ({ up_to_hours, count: 0 })),
      },
      decisions: found.decisions,
      decided_total: 0,
      approval_rate: null,
      time_to_decision_seconds: { median: null, p90: null },
      top_reasons: [],
    });
    expect(found.decisions).toHaveLength(30);
    expect(found.decisions.at(-1)).toEqual({ day: today, approved: 0, rejected: 0, sent_back: 0 });
    expect(new Set(found.decisions.map(({ day }) => day)).size).toBe(30);
  });

  it('decisions of operators, with their reasons; the sandbox’s are nobody’s', async () => {
    expect(await decide(await onboarding.submittedPerson(), 'approve')).toBe(200);
    const rejected = { ...reasons('high_risk', 'unreadable', 'unreadable'), correctable: false };
    expect(await decide(await onboarding.submittedPerson(), 'reject', rejected)).toBe(200);
    const back = await onboarding.submittedPerson();
    expect(await decide(back, 'request-resubmission', reasons('unreadable'))).toBe(200);
    // Neither of these is a decision on a submission.
    const active = await onboarding.activePerson();
    expect(await decide(active, 'suspend', { reason: 'x' })).toBe(200);
    expect(await decide(active, 'reactivate', { reason: 'x' })).toBe(200);

    const found = await read();
    expect(found.decisions.at(-1)).toMatchObject({ approved: 1, rejected: 1, sent_back: 1 });
    expect([found.decided_total, found.approval_rate]).toEqual([3, 0.3333]);
    expect(found.top_reasons).toEqual([
      { code: 'unreadable', count: 2 },
      { code: 'high_risk', count: 1 },
    ]);
    expect(found.time_to_decision_seconds.median).toBeLessThan(60);
  });

  it('a rejected case that is opened again was decided once; each round counts from its own submission', async () => {
    const id = await onboarding.submittedPerson();
    await decide(id, 'reject', { ...reasons('other'), correctable: true });
    expect(await decide(id, 'request-resubmission', reasons('other'))).toBe(200);
    await onboarding.submit(id);
    await query(
      `UPDATE submerchant_history SET at = at - interval '3 days'
        WHERE submerchant_id = $1 AND version <= (SELECT min(version) FROM submerchant_history
          WHERE submerchant_id = $1 AND type = 'rejected')`,
      id,
    );
    await decide(id, 'approve');
    const found = await read();
    expect([found.decided_total, found.approval_rate]).toEqual([2, 0.5]);
    expect(found.time_to_decision_seconds.p90).toBeLessThan(60);
  });

  it('a decision that waits for a second operator is none yet', async () => {
    const live = new Onboarding((await service.merchant({ mode: 'live' })).client);
    const id = await live.submittedPerson();
    const final = { ...reasons('sanctions_list'), correctable: false };
    expect(await decide(id, 'reject', final)).toBe(202);
    expect((await read()).decided_total).toBe(0);
    const second = await service.operator();
    expect((await second.client.post(`/v1/review/submerchants/${id}/reject`, final)).status).toBe(200);
    expect((await read()).decisions.at(-1)).toMatchObject({ rejected: 1 });
  });

  it('days are those of São Paulo, also at their edges; days without a decision are there', async () => {
    // Midnight there is three o'clock in UTC.
    await decided('2026-03-01T02:59:59.999Z', { type: 'rejected', reasons: ['other'] });
    await decided('2026-03-01T03:00:00.000Z');
    await decided('2026-03-04T02:59:59.999Z', { type: 'resubmission_requested', reasons: ['cropped'] });
    await decided('2026-03-04T03:00:00.000Z');
    const found = await read('?date_from=2026-03-01&date_to=2026-03-03');
    expect(found.decisions).toEqual([
      { day: '2026-03-01', approved: 1, rejected: 0, sent_back: 0 },
      { day: '2026-03-02', approved: 0, rejected: 0, sent_back: 0 },
      { day: '2026-03-03', approved: 0, rejected: 0, sent_back: 1 },
    ]);
    expect([found.decided_total, found.approval_rate, found.top_reasons]).toEqual([
      2,
      0.5,
      [{ code: 'cropped', count: 1 }],
    ]);
    // In 2018 the clocks were moved at a midnight that did not exist.
    await decided('2018-11-04T02:59:59.000Z');
    await decided('2018-11-04T03:00:00.000Z');
    const across = await read('?date_from=2018-11-03&date_to=2018-11-04');
    expect(across.decisions.map(({ approved }) => approved)).toEqual([1, 1]);
  });

  it('median and p90 are interpolated, as percentile_cont does', async () => {
    for (const seconds of [10, 20, 30, 100]) await decided('2026-05-05T12:00:00Z', { seconds });
    const { time_to_decision_seconds } = await read('?date_from=2026-05-05&date_to=2026-05-05');
    expect(time_to_decision_seconds).toEqual({ median: 25, p90: 79 });
  });

  it('the ten most frequent reasons, each counted once a decision', async () => {
    const codes = ['unreadable', 'cropped', 'wrong_type', 'missing_page', 'expired', 'name_mismatch'];
    const more = ['tax_id_mismatch', 'address_mismatch', 'too_old', 'selfie_mismatch', 'other'];
    await decided('2026-06-01T12:00:00Z', { type: 'rejected', reasons: [...codes, ...more] });
    await decided('2026-06-01T12:00:00Z', { type: 'rejected', reasons: ['too_old', 'too_old'] });
    const { top_reasons } = await read('?date_from=2026-06-01&date_to=2026-06-01');
    expect(top_reasons).toHaveLength(10);
    expect(top_reasons[0]).toEqual({ code: 'too_old', count: 2 });
    expect(top_reasons.slice(1).map(({ code }) => code)).toEqual(
      [...codes, ...more]
        .filter((code) => code !== 'too_old')
        .sort()
        .slice(0, 9),
    );
  });

  it('the queue by age: registrations and document updates, each in one group', async () => {
    const ages = [1, 5, 30, 50, 100, 200].map((hours) => hours * HOUR);
    for (const seconds of ages) {
      const id = await onboarding.submittedPerson();
      await query(
        `UPDATE submerchants SET submitted_at = now() - make_interval(secs => $2) WHERE id = $1`,
        id,
        seconds,
      );
    }
    const active = await onboarding.activePerson();
    await query(
      `UPDATE submerchant_documents SET status = 'expired', expires_at = '2020-01-01', expires_on = '2020-01-02'
        WHERE submerchant_id = $1 AND type = 'front_id'`,
      active,
    );
    await onboarding.document(active, 'front_id');
    await onboarding.readyPerson();
    const { queue } = await read();
    expect(queue.by_age).toEqual([
      { up_to_hours: 4, count: 2 },
      { up_to_hours: 24, count: 1 },
      { up_to_hours: 48, count: 1 },
      { up_to_hours: 72, count: 1 },
      { up_to_hours: 168, count: 1 },
      { up_to_hours: null, count: 1 },
    ]);
    expect(queue.size).toBe(7);
    expect(queue.oldest_seconds).toBeGreaterThanOrEqual(200 * HOUR);
    expect(queue.oldest_seconds).toBeLessThan(200 * HOUR + 60);
  });
});

describe('what may be asked, and by whom', () => {
  it.each([
    ['date_from=2026-02-30', 'date_from', 'invalid_date'],
    ['date_to=yesterday', 'date_to', 'invalid_date'],
    ['date_from=2026-02-02&date_to=2026-02-01', 'date_from', 'after_date_to'],
    ['date_from=2024-01-01&date_to=2025-01-01', 'date_from', 'too_early'],
    ['date_from=2020-01-01', 'date_from', 'too_early'],
    ['days=7', 'days', 'unknown_field'],
    ['time_zone=UTC', 'time_zone', 'unknown_field'],
  ])('%s: 422', async (asked, field, code) => {
    const { status, body } = await viewer.client.get(`${PATH}?${asked}`);
    expect([status, body.error, body.details]).toEqual([
      422,
      'VALIDATION_FAILED',
      [expect.objectContaining({ field, code })],
    ]);
  });

  it('366 days, one day, the first and the last days of the calendar', async () => {
    expect((await read('?date_from=2024-01-01&date_to=2024-12-31')).decisions).toHaveLength(366);
    expect((await read('?date_from=2024-02-29&date_to=2024-02-29')).decisions).toHaveLength(1);
    expect((await read('?date_to=1000-01-01')).decisions.at(-1)?.day).toBe('1000-01-01');
    expect((await read('?date_from=9999-12-31')).decisions).toHaveLength(1);
    expect((await read('?date_from=&date_to=')).decisions).toHaveLength(30);
  });

  it('every role; a merchant’s credentials: 403; none: 401', async () => {
    for (const role of ['viewer', 'reviewer', 'admin'] as const) {
      expect((await (await service.operator({ role })).client.get(PATH)).status).toBe(200);
    }
    expect((await onboarding.client.get(PATH)).status).toBe(403);
    expect((await service.anonymous.get(PATH)).status).toBe(401);
  });
});
