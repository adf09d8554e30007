import {
  anyAddress,
  auditOf,
  basic,
  BEHIND_PROXY,
  cookieOf,
  eventually,
  logIn,
  SessionClient,
  startService,
  type TestOperator,
  type TestService,
  TimeMachine,
} from '../support';

const SESSION = '/v1/review/session';
const QUEUE = '/v1/review/submerchants';
const MINUTE = 60;

describe("operators' sessions (contract §8)", () => {
  let service: TestService;
  /** Another process of the same service. */
  let other: TestService;
  let machine: TimeMachine;
  let operator: TestOperator;
  let session: SessionClient;

  beforeAll(async () => {
    machine = await TimeMachine.install();
    service = await startService({ env: BEHIND_PROXY });
    other = await startService({ env: service.environment });
    for (const each of [service, other]) machine.control(each);
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });
  beforeEach(async () => {
    operator = await service.operator();
    session = await operator.logIn();
  });

  const onOther = (client: SessionClient) => new SessionClient(other.url, client.cookie);
  const status = async (client: SessionClient, path = SESSION) => (await client.get(path)).status;
  const lastSeen = async (): Promise<Date | undefined> =>
    (
      await service.dataSource.query<{ at: Date }[]>(
        'SELECT last_seen_at AS at FROM operator_sessions WHERE operator_id = $1',
        [operator.id],
      )
    )[0]?.at;
  /** What a request of the pages does, and what it leaves behind. */
  const work = async (): Promise<void> => {
    const before = await lastSeen();
    await within1s(async () => expect(await status(session)).toBe(200));
    await eventually(async () => expect(await lastSeen()).not.toEqual(before));
  };
  /** A second of real time: what processes remember for half of one is gone. */
  const within1s = (expectation: () => Promise<void>) => eventually(expectation, 1_000);

  it('opens what a key pair opens, on every process, and says who it is', async () => {
    for (const client of [session, onOther(session)]) {
      const answer = await client.get(SESSION);
      expect(answer.body.data.operator).toMatchObject({ id: operator.id, email: operator.email });
      expect(await status(client, QUEUE)).toBe(200);
    }
  });

  it('ends with the log-out: here at once, elsewhere within a second, and the cookie is taken back', async () => {
    expect(await status(onOther(session))).toBe(200);
    const ended = await session.delete(SESSION);
    expect([ended.status, ended.headers['set-cookie']]).toEqual([
      204,
      'repasse_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(await status(session)).toBe(401);
    await within1s(async () => expect(await status(onOther(session))).toBe(401));
    expect((await session.delete(SESSION)).status).toBe(401);
  });

  it('ends after 30 idle minutes; requests put that off, written once a minute', async () => {
    await machine.advance(29 * MINUTE);
    await work();
    await machine.advance(29 * MINUTE);
    await work();
    const written = await lastSeen();
    // Within the minute nothing more is written, whatever the traffic and on whichever process.
    await machine.advance(59);
    await Promise.all([...Array(20).keys()].map((index) => status(index % 2 ? session : onOther(session))));
    await machine.advance(1);
    await work();
    expect((await lastSeen())!.getTime() - written!.getTime()).toBeGreaterThanOrEqual(60_000);

    await machine.advance(30 * MINUTE);
    const late = await session.get(SESSION);
    expect([late.status, late.headers['www-authenticate']]).toEqual([401, 'Session realm="review"']);
    expect(late.body.error).toBe('UNAUTHORIZED');
  });

  it('ends after 12 hours, however busy', async () => {
    const { expires_at } = (await session.get(SESSION)).body.data;
    for (let minutes = 0; minutes < 11.5 * 60; minutes += 23) {
      await machine.advance(23 * MINUTE);
      await work();
    }
    // Now the end of the twelve hours is nearer than thirty minutes.
    const { data } = (await session.get(SESSION)).body;
    expect([data.expires_at, data.idle_expires_at]).toEqual([expires_at, expires_at]);
    await machine.advance((Date.parse(expires_at) - machine.now().getTime()) / 1_000);
    expect(await status(session)).toBe(401);
  });

  it('the database keeps both limits, whoever writes', async () => {
    const write = (set: string) =>
      service.dataSource.query(`UPDATE operator_sessions SET ${set} WHERE operator_id = $1`, [operator.id]);
    await expect(write(`expires_at = created_at + interval '12 hours 1 second'`)).rejects.toThrow(
      'ck_operator_sessions_absolute',
    );
    await expect(write(`idle_expires_at = last_seen_at + interval '30 minutes 1 second'`)).rejects.toThrow(
      'ck_operator_sessions_idle',
    );
    await expect(write(`expires_at = created_at + interval '1 minute'`)).rejects.toThrow(
      'ck_operator_sessions_idle',
    );
  });

  it('a wrong or foreign token opens nothing', async () => {
    const [name, value = ''] = session.cookie.split('=');
    const [id = '', token = ''] = value.split('.');
    const another = await (await service.operator({ role: 'admin' })).logIn();
    const [, otherToken] = another.cookie.split('.');
    for (const cookie of [
      `${name}=${id}.${otherToken}`,
      `${name}=${id}.${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${name}=${id}`,
      `${name}=${id}.`,
      `__Host-${name}=${value}`,
      `${name}=${id.replace(/^./, (first) => (first === 'f' ? '0' : 'f'))}.${token}`,
    ])
      expect(await status(new SessionClient(service.url, cookie))).toBe(401);
    expect(await status(session)).toBe(200);
  });

  it('Authorization counts where both are sent', async () => {
    const merchant = await service.merchant();
    const withHeader = (authorization: string) => session.get(QUEUE, { authorization });
    expect((await withHeader(basic(merchant))).status).toBe(403);
    expect((await withHeader('Basic bm90OnJlYWw=')).status).toBe(401);
    expect((await withHeader('Bearer x')).status).toBe(401);
    const admin = await service.operator({ role: 'admin' });
    const seen = await session.get(SESSION, { authorization: basic(admin) });
    expect([seen.status, seen.body.message]).toEqual([403, expect.stringContaining('session')]);
  });

  it("opens operators' paths alone", async () => {
    const answer = await session.get('/v1/charges');
    expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://other.repasse.test' }, 403],
    [{ origin: 'http://repasse.test', 'sec-fetch-site': 'same-origin' }, 204],
    // No browser leaves both out, and none sends a Strict cookie along from another site.
    [{}, 204],
  ])('a page with %j changes something with the cookie: %d', async (headers, expected) => {
    expect((await session.delete(SESSION, headers)).status).toBe(expected);
    expect(await status(session)).toBe(expected === 204 ? 401 : 200);
  });

  it('another site cannot log somebody in either', async () => {
    const { email, password } = operator;
    const answer = await service.anonymous.post(
      SESSION,
      { email, password },
      { origin: 'https://evil.example' },
    );
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('counts against the operator like the key pair: 1,200 a minute together', async () => {
    const first = await session.get(SESSION);
    const second = await operator.client.get(QUEUE);
    expect([first.headers['x-ratelimit-limit'], second.headers['x-ratelimit-limit']]).toEqual([
      '1200',
      '1200',
    ]);
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 1,
    );
  });

  it('logging in again in the same browser ends its session before', async () => {
    const { email, password } = operator;
    const again = await session.post(SESSION, { email, password });
    expect(again.status).toBe(200);
    await within1s(async () => expect(await status(session)).toBe(401));
    expect(await status(new SessionClient(service.url, cookieOf(again)))).toBe(200);
  });

  it('an operator has a hundred sessions at most; the one unused for the longest ends', async () => {
    await service.dataSource.query(
      `INSERT INTO operator_sessions (id, operator_id, token_mac, pepper_id, created_at, last_seen_at,
                                      idle_expires_at, expires_at)
       SELECT gen_random_uuid(), operator_id, token_mac, pepper_id, created_at,
              last_seen_at + n * interval '1 millisecond', idle_expires_at, expires_at
         FROM operator_sessions, generate_series(1, 99) AS n WHERE operator_id = $1`,
      [operator.id],
    );
    await operator.logIn();
    const [row] = await service.dataSource.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM operator_sessions WHERE operator_id = $1',
      [operator.id],
    );
    expect(row?.count).toBe(100);
    await within1s(async () => expect(await status(session)).toBe(401));
  });

  describe('a new password', () => {
    const NEW = 'correct horse battery staple';
    const change = (client: SessionClient, password: string, headers = {}) =>
      client.post(`${SESSION}/password`, { password, new_password: NEW }, headers);

    it('is told the present one, ends the other sessions and keeps this one', async () => {
      const elsewhere = await operator.logIn();
      const key = { 'idempotency-key': 'change-1' };
      expect((await change(session, operator.password, key)).status).toBe(204);
      const replay = await change(session, operator.password, key);
      expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([204, 'true']);
      await within1s(async () => expect(await status(elsewhere)).toBe(401));
      expect(await status(session)).toBe(200);
      const { email, password } = operator;
      expect((await logIn(service.anonymous, { email, password })).status).toBe(401);
      expect((await logIn(service.anonymous, { email, password: NEW })).status).toBe(200);
      expect((await auditOf(service, operator.id)).map(({ action }) => action)).toContain('operator.changed');
    });

    it('a stolen session cannot guess: ten tries, then even the right one is refused', async () => {
      const wrong = [];
      for (let count = 0; count < 10; count += 1) wrong.push(await change(session, `guess ${count}`));
      expect(wrong.map(({ status: code, body }) => [code, body.error])).toEqual(
        Array(10).fill([422, 'WRONG_PASSWORD']),
      );
      const right = await change(session, operator.password);
      expect([right.status, right.body.error]).toEqual([422, 'WRONG_PASSWORD']);
      const { email, password } = operator;
      expect((await logIn(service.anonymous, { email, password }, anyAddress())).status).toBe(200);
    });

    it('has 12 to 200 characters', async () => {
      for (const new_password of ['x'.repeat(11), 'x'.repeat(201)]) {
        const answer = await session.post(`${SESSION}/password`, {
          password: operator.password,
          new_password,
        });
        expect([answer.status, answer.body.details[0].field]).toEqual([422, 'new_password']);
      }
    });

    it('of many changes at once one wins', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          session.post(`${SESSION}/password`, {
            password: operator.password,
            new_password: `a new password ${index}`,
          }),
        ),
      );
      expect(answers.map(({ status: code }) => code).sort()).toEqual([204, ...Array(7).fill(422)]);
    });
  });
});
