import { basic, cookieOf, eventually, SessionClient, useOperators, within1s } from '../support';

const SESSION = '/v1/review/session';
const QUEUE = '/v1/review/submerchants';
const MINUTE = 60;

describe("operators' sessions (contract §8)", () => {
  const bench = useOperators({ loggedIn: true, besides: true });

  const lastSeen = async (): Promise<Date | undefined> =>
    (
      await bench.service.dataSource.query<{ at: Date }[]>(
        'SELECT last_seen_at AS at FROM operator_sessions WHERE operator_id = $1',
        [bench.operator.id],
      )
    )[0]?.at;
  /** What requests of the pages do, and what they leave behind. */
  const work = async (): Promise<void> => {
    const before = await lastSeen();
    await eventually(async () => {
      expect(await bench.status()).toBe(200);
      expect(await lastSeen()).not.toEqual(before);
    });
  };

  it('opens what a key pair opens, on every process, and says who it is', async () => {
    for (const client of [bench.session, bench.onOther()]) {
      const answer = await client.get(SESSION);
      expect(answer.body.data.operator).toMatchObject({ id: bench.operator.id, email: bench.operator.email });
      expect(await bench.status(client, QUEUE)).toBe(200);
    }
  });

  it('ends with the log-out: here at once, elsewhere within a second, and the cookie is taken back', async () => {
    expect(await bench.status(bench.onOther())).toBe(200);
    const ended = await bench.session.delete(SESSION);
    expect([ended.status, ended.headers['set-cookie']]).toEqual([
      204,
      'repasse_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(await bench.status()).toBe(401);
    await within1s(async () => expect(await bench.status(bench.onOther())).toBe(401));
    expect((await bench.session.delete(SESSION)).status).toBe(401);
  });

  it('ends after 30 idle minutes; requests put that off, written once a minute', async () => {
    await bench.machine.advance(29 * MINUTE);
    await work();
    await bench.machine.advance(29 * MINUTE);
    await work();
    const written = await lastSeen();
    // Within the minute nothing more is written, whatever the traffic and on whichever process.
    await bench.machine.advance(59);
    await Promise.all(
      [...Array(20).keys()].map((index) => bench.status(index % 2 ? bench.session : bench.onOther())),
    );
    await bench.machine.advance(1);
    await work();
    expect((await lastSeen())!.getTime() - written!.getTime()).toBe(60_000);

    await bench.machine.advance(30 * MINUTE);
    const late = await bench.session.get(SESSION);
    expect([late.status, late.headers['www-authenticate']]).toEqual([401, 'Session realm="review"']);
    expect(late.body.error).toBe('UNAUTHORIZED');
  });

  it('ends after 12 hours, however busy', async () => {
    const { expires_at } = (await bench.session.get(SESSION)).body.data;
    for (let minutes = 0; minutes < 11.5 * 60; minutes += 23) {
      await bench.machine.advance(23 * MINUTE);
      await work();
    }
    // Now the end of the twelve hours is nearer than thirty minutes.
    const { data } = (await bench.session.get(SESSION)).body;
    expect([data.expires_at, data.idle_expires_at]).toEqual([expires_at, expires_at]);
    await bench.machine.advance((Date.parse(expires_at) - bench.machine.now().getTime()) / 1_000);
    expect(await bench.status()).toBe(401);
  });

  it('the database keeps both limits, whoever writes', async () => {
    const write = (set: string) =>
      bench.service.dataSource.query(`UPDATE operator_sessions SET ${set} WHERE operator_id = $1`, [
        bench.operator.id,
      ]);
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
    const [name, value = ''] = bench.session.cookie.split('=');
    const [id = '', token = ''] = value.split('.');
    const another = await (await bench.service.operator({ role: 'admin' })).logIn();
    const [, otherToken] = another.cookie.split('.');
    for (const cookie of [
      `${name}=${id}.${otherToken}`,
      `${name}=${id}.${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${name}=${id}`,
      `${name}=${id}.`,
      `__Host-${name}=${value}`,
      `${name}=${id.replace(/^./, (first) => (first === 'f' ? '0' : 'f'))}.${token}`,
    ])
      expect(await bench.status(new SessionClient(bench.service.url, cookie))).toBe(401);
    expect(await bench.status()).toBe(200);
  });

  it('Authorization counts where both are sent', async () => {
    const merchant = await bench.service.merchant();
    const withHeader = (authorization: string) => bench.session.get(QUEUE, { authorization });
    expect((await withHeader(basic(merchant))).status).toBe(403);
    expect((await withHeader('Basic bm90OnJlYWw=')).status).toBe(401);
    expect((await withHeader('Bearer x')).status).toBe(401);
    const admin = await bench.service.operator({ role: 'admin' });
    const seen = await bench.session.get(SESSION, { authorization: basic(admin) });
    expect([seen.status, seen.body.message]).toEqual([403, expect.stringContaining('session')]);
  });

  it("opens operators' paths alone", async () => {
    const answer = await bench.session.get('/v1/charges');
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
    expect((await bench.session.delete(SESSION, headers)).status).toBe(expected);
    expect(await bench.status()).toBe(expected === 204 ? 401 : 200);
  });

  it('another site cannot log somebody in either', async () => {
    const { email, password } = bench.operator;
    const answer = await bench.service.anonymous.post(
      SESSION,
      { email, password },
      { origin: 'https://evil.example' },
    );
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  });

  it('counts against the operator like the key pair: 1,200 a minute together', async () => {
    const first = await bench.session.get(SESSION);
    const second = await bench.operator.client.get(QUEUE);
    expect([first.headers['x-ratelimit-limit'], second.headers['x-ratelimit-limit']]).toEqual([
      '1200',
      '1200',
    ]);
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 1,
    );
  });

  it('logging in again in the same browser ends its session before', async () => {
    const { email, password } = bench.operator;
    const again = await bench.session.post(SESSION, { email, password });
    expect(again.status).toBe(200);
    await within1s(async () => expect(await bench.status()).toBe(401));
    expect(await bench.status(new SessionClient(bench.service.url, cookieOf(again)))).toBe(200);
  });

  it('an operator has a hundred sessions at most; the one unused for the longest ends', async () => {
    await bench.service.dataSource.query(
      `INSERT INTO operator_sessions (id, operator_id, token_mac, pepper_id, created_at, last_seen_at,
                                      idle_expires_at, expires_at)
       SELECT gen_random_uuid(), operator_id, token_mac, pepper_id, created_at,
              last_seen_at + n * interval '1 millisecond', idle_expires_at, expires_at
         FROM operator_sessions, generate_series(1, 99) AS n WHERE operator_id = $1`,
      [bench.operator.id],
    );
    await bench.operator.logIn();
    const [row] = await bench.service.dataSource.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM operator_sessions WHERE operator_id = $1',
      [bench.operator.id],
    );
    expect(row?.count).toBe(100);
    await within1s(async () => expect(await bench.status()).toBe(401));
  });
});
