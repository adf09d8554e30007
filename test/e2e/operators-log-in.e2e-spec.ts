import { SweepLogInsTask } from '../../src/auth/sessions/sweep-log-ins.task';
import {
  addressIn,
  anyAddress,
  auditOf,
  cookieOf,
  from,
  logIn,
  startService,
  useOperators,
} from '../support';
import { everyTable } from '../support/everything';

const SESSION = '/v1/review/session';
const WRONG = 'not the password';

/** Everything of an answer that could tell two refusals apart. */
const answered = ({ status, text, headers }: Awaited<ReturnType<typeof logIn>>) => ({
  status,
  body: text.replace(/"request_id":"[^"]+"/, '"request_id":"…"'),
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name)),
  ),
});

describe('operators log in (contract §8)', () => {
  const bench = useOperators();

  const failTimes = async (times: number, address: string): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      const answer = await bench.logIn({ password: WRONG }, address);
      expect(answer.status).toBe(401);
    }
  };

  it('answers who it is, and a cookie that scripts cannot read and other sites cannot send', async () => {
    const answer = await bench.logIn();
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toMatch(
      /^repasse_session=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const { data } = answer.body;
    expect(data).toEqual({
      operator: {
        id: bench.operator.id,
        email: bench.operator.email,
        role: 'reviewer',
        totp_enabled: false,
        must_change_password: false,
        recovery_codes_left: 0,
      },
      idle_expires_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const inMinutes = (text: string) => (Date.parse(text) - bench.machine.now().getTime()) / 60_000;
    expect(inMinutes(data.idle_expires_at)).toBeCloseTo(30, 0);
    expect(inMinutes(data.expires_at)).toBeCloseTo(720, 0);
  });

  it('the e-mail is compared without case, and its token is kept nowhere', async () => {
    const answer = await logIn(bench.service.anonymous, {
      ...bench.credentials,
      email: ` ${bench.operator.email.toUpperCase()}`,
    });
    expect(answer.status).toBe(200);
    const [, token = ''] = /\.([\w-]{43});/.exec(String(answer.headers['set-cookie'])) ?? [];
    const places = await everyTable(bench.service);
    expect(places.filter(({ text }) => text.includes(token))).toEqual([]);
    expect(places.filter(({ text }) => text.includes(bench.operator.password))).toEqual([]);
  });

  it('whatever is wrong: one 401, one body, and no dialog of the browser', async () => {
    const [withTotp, disabled, locked] = [
      await bench.service.operator(),
      await bench.service.operator({ role: 'admin' }),
      await bench.service.operator(),
    ];
    await bench.enrolled(withTotp);
    await bench.service.dataSource.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [
      disabled.id,
    ]);
    const address = anyAddress();
    for (let count = 0; count < 10; count += 1)
      await logIn(bench.service.anonymous, { email: locked.email, password: WRONG }, address);

    const refusals = [
      await logIn(bench.service.anonymous, { email: 'nobody@repasse.test', password: WRONG }),
      await bench.logIn({ password: WRONG }),
      await logIn(bench.service.anonymous, {
        email: withTotp.email,
        password: withTotp.password,
        totp: '000000',
      }),
      await logIn(bench.service.anonymous, { email: withTotp.email, password: withTotp.password }),
      await logIn(bench.service.anonymous, { email: disabled.email, password: disabled.password }),
      await logIn(bench.service.anonymous, { email: locked.email, password: locked.password }, address),
    ].map(answered);
    expect(refusals[0]).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Session realm="review"' },
    });
    expect(JSON.parse(refusals[0]?.body ?? '')).toMatchObject({ success: false, error: 'UNAUTHORIZED' });
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
    expect(refusals[0]?.headers).not.toHaveProperty('set-cookie');
  });

  it('the tenth failure locks this e-mail at this address for 30 minutes, the right password does not open', async () => {
    const address = anyAddress();
    await failTimes(9, address);
    expect((await bench.logIn({}, address)).status).toBe(200);
    // The success has forgotten the nine. (And the rate limit, which counts all of them, a minute later.)
    await bench.machine.advance(61);
    await failTimes(10, address);
    expect((await bench.logIn({}, address)).status).toBe(401);
    // Elsewhere, and as somebody else, all is well.
    expect((await bench.logIn()).status).toBe(200);
    const other = await bench.service.operator();
    const { email, password } = other;
    expect((await logIn(bench.service.anonymous, { email, password }, address)).status).toBe(200);

    await bench.machine.advance(29 * 60);
    expect((await bench.logIn({}, address)).status).toBe(401);
    // What is refused meanwhile does not lengthen the lock.
    await bench.machine.advance(61);
    expect((await bench.logIn({}, address)).status).toBe(200);
  });

  it('failures are forgotten after 30 minutes without one, and the sweep takes them and dead sessions away', async () => {
    const address = anyAddress();
    await failTimes(9, address);
    await bench.machine.advance(30 * 60 + 1);
    await failTimes(9, address);
    expect((await bench.logIn({}, address)).status).toBe(200);
    await failTimes(1, address);

    const rows = async () =>
      (
        await bench.service.dataSource.query<{ attempts: number; sessions: number }[]>(
          `SELECT (SELECT count(*)::int FROM login_attempts WHERE email = $1) AS attempts,
                (SELECT count(*)::int FROM operator_sessions WHERE operator_id = $2) AS sessions`,
          [bench.operator.email, bench.operator.id],
        )
      )[0];
    const worker = await startService({ worker: true, env: bench.service.environment });
    const sweep = worker.worker!.get(SweepLogInsTask, { strict: false });
    await sweep.run();
    expect(await rows()).toEqual({ attempts: 1, sessions: 1 });
    await bench.machine.advance(31 * 60);
    await sweep.run();
    expect(await rows()).toEqual({ attempts: 0, sessions: 0 });
    await worker.stop();
  });

  it('of 20 parallel tries ten are looked at, however they come', async () => {
    const tries = Array.from({ length: 20 }, (_, index) =>
      bench.logIn({ password: WRONG }, addressIn('2001:db8:5:5', index)),
    );
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    const counted = await bench.service.dataSource.query(
      'SELECT reason, repeated + 1 AS failures FROM login_failures WHERE email = $1 ORDER BY reason',
      [bench.operator.email],
    );
    expect(counted).toEqual([
      { reason: 'locked', failures: 10 },
      { reason: 'wrong_password', failures: 10 },
    ]);

    // The rate limit counts the network as one, too.
    await bench.machine.advance(61);
    // All ten tries are taken: the right password among many wrong ones is the eleventh, and refused.
    const late = await bench.logIn({}, addressIn('2001:db8:5:5', 99));
    expect(late.status).toBe(401);
  });

  it('tells the audit log: who logged in from where, and whoever did not', async () => {
    const address = anyAddress();
    await failTimes(1, address);
    const session = await bench.logIn({}, address);
    await bench.service.anonymous.delete(SESSION, { cookie: cookieOf(session) });
    expect(await auditOf(bench.service, bench.operator.id)).toMatchObject([
      { action: 'operator.created' },
      {
        action: 'session.failed',
        actor_kind: 'system',
        details: { reason: 'wrong_password', email: bench.operator.email, address },
      },
      {
        action: 'session.created',
        actor_kind: 'operator',
        actor_email: bench.operator.email,
        details: { address, second_factor: 'none' },
      },
      { action: 'session.ended', actor_kind: 'operator', actor_email: bench.operator.email },
    ]);
    expect(JSON.stringify(await auditOf(bench.service))).not.toContain(WRONG);
  });

  it('counts log-ins by outcome', async () => {
    const count = async (outcome: string): Promise<number> => {
      const { text } = await bench.service.anonymous.get('/metrics');
      return Number(new RegExp(`repasse_log_ins_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
    };
    const before = [await count('succeeded'), await count('wrong_password'), await count('unknown')];
    await bench.logIn();
    await failTimes(2, anyAddress());
    await logIn(bench.service.anonymous, { email: 'nobody@repasse.test', password: WRONG });
    expect([await count('succeeded'), await count('wrong_password'), await count('unknown')]).toEqual([
      before[0]! + 1,
      before[1]! + 2,
      before[2]! + 1,
    ]);
  });

  it('20 log-ins a minute and address, right or wrong; an Idempotency-Key is ignored', async () => {
    const address = anyAddress();
    const headers = { ...from(address), 'idempotency-key': 'the same' };
    const answers = [];
    for (let count = 0; count < 21; count += 1)
      answers.push(await bench.service.anonymous.post(SESSION, bench.credentials, headers));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(200), 429]);
    expect(new Set(answers.slice(0, 20).map((answer) => answer.headers['set-cookie'])).size).toBe(20);
    expect(answers[0]?.headers['x-ratelimit-limit']).toBe('20');
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'no address', password: 'x' }, ['email']],
    [{ email: 'a@b.test', password: 12 }, ['password']],
    [{ email: 'a@b.test', password: 'x'.repeat(201) }, ['password']],
    [{ email: 'a@b.test', password: 'a\u0000b' }, ['password']],
    [{ email: 'a@b.test', password: 'x', totp: 'x'.repeat(41) }, ['totp']],
    [{ email: 'a@b.test', password: 'x', remember: true }, ['remember']],
  ])('%j: 422', async (body, fields) => {
    const answer = await bench.service.anonymous.post(SESSION, body, from(anyAddress()));
    expect([answer.status, answer.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      fields,
    ]);
  });

  it('needs no credentials, and minds none that are sent along', async () => {
    const merchant = await bench.service.merchant();
    const { email, password } = bench.operator;
    const answer = await merchant.client.post(SESSION, { email, password }, from(anyAddress()));
    expect(answer.status).toBe(200);
    const wrong = { ...from(anyAddress()), authorization: 'Basic bm90OnJlYWw=' };
    expect((await bench.service.anonymous.post(SESSION, { email, password }, wrong)).status).toBe(200);
  });
});
