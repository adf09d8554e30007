import { runCommandLine } from '../../src/cli/program';
import {
  addressIn,
  anyAddress,
  auditOf,
  BEHIND_PROXY,
  Client,
  eventually,
  logIn,
  SessionClient,
  startService,
  type TestOperator,
  type TestService,
  type JsonBody,
} from '../support';

const OPERATORS = '/v1/review/operators';
const SESSION = '/v1/review/session';
const QUEUE = '/v1/review/submerchants';

describe('administrators and operators (contract §8)', () => {
  let service: TestService;
  let other: TestService;
  let admin: TestOperator;
  let cases: SessionClient;

  beforeAll(async () => {
    service = await startService({ env: BEHIND_PROXY });
    other = await startService({ env: service.environment });
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });
  beforeEach(async () => {
    // Alone: whoever is left of an earlier test is no administrator any more.
    await service.dataSource.query(`UPDATE operators SET role = 'viewer'`);
    admin = await service.operator({ role: 'admin' });
    cases = await admin.logIn();
  });

  const email = (name: string) => `${name}-${Math.random().toString(36).slice(2)}@repasse.test`;
  const change = (id: string, body: unknown, client = cases) => client.patch(`${OPERATORS}/${id}`, body);
  const inOneSecond = (expectation: () => Promise<void>) => eventually(expectation, 1_000);
  const lock = async (name: string, address: string): Promise<void> => {
    for (let count = 0; count < 10; count += 1)
      await logIn(service.anonymous, { email: name, password: 'wrong' }, address);
  };
  const cli = async (...words: string[]): Promise<{ code: number; json: JsonBody; text: string }> => {
    let [stdout, notes] = ['', ''];
    const code = await runCommandLine(words, service.environment, {
      answer: (text) => (stdout += text),
      note: (text) => (notes += text),
    });
    return {
      code,
      json: words.includes('--json') && code === 0 ? JSON.parse(stdout) : null,
      text: stdout + notes,
    };
  };

  it('makes an operator with a password of the own choice, who then logs in', async () => {
    const body = { email: email('Ana').toUpperCase(), role: 'viewer', password: 'a long password' };
    const made = await cases.post(OPERATORS, body);
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.any(String),
      email: body.email.toLowerCase(),
      role: 'viewer',
      totp_enabled: false,
      disabled_at: null,
      locked_until: null,
      last_login_at: null,
      created_at: expect.any(String),
      password: null,
    });
    const entered = await logIn(service.anonymous, { email: body.email, password: body.password });
    expect(entered.status).toBe(200);
    const twice = await cases.post(OPERATORS, body);
    expect([twice.status, twice.body.error]).toEqual([409, 'OPERATOR_EXISTS']);
    expect(await auditOf(service, made.body.data.id)).toMatchObject([
      { action: 'operator.created', actor_kind: 'operator', actor_email: admin.email },
      { action: 'session.created' },
    ]);
  });

  it('or with one that is made and shown once', async () => {
    const headers = { 'idempotency-key': 'make' };
    const body = { email: email('rui'), role: 'reviewer' };
    const made = await cases.post(OPERATORS, body, headers);
    const { password } = made.body.data;
    expect(password).toMatch(/^[\w-]{24}$/);
    expect((await logIn(service.anonymous, { email: body.email, password })).status).toBe(200);
    const replay = await cases.post(OPERATORS, body, headers);
    expect([replay.status, replay.body.data]).toEqual([201, { ...made.body.data, password: null }]);
  });

  it('of two at once with one e-mail one is made', async () => {
    const body = { email: email('eva'), role: 'viewer' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => cases.post(OPERATORS, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [{}, ['email', 'role']],
    [{ email: 'x', role: 'viewer' }, ['email']],
    [{ email: 'x@y.test', role: 'owner' }, ['role']],
    [{ email: 'x@y.test', role: 'viewer', password: 'short' }, ['password']],
    [{ email: 'x@y.test', role: 'viewer', disabled: true }, ['disabled']],
  ])('POST %j: 422', async (body, fields) => {
    const answer = await cases.post(OPERATORS, body);
    expect([answer.status, answer.body.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      fields,
    ]);
  });

  it.each([
    [{}, ''],
    [{ role: 'owner' }, 'role'],
    [{ role: null }, 'role'],
    [{ disabled: 'yes' }, 'disabled'],
    [{ unlock: false }, 'unlock'],
    [{ email: 'x@y.test' }, 'email'],
  ])('PATCH %j: 422', async (body, field) => {
    const answer = await change(admin.id, body);
    expect([answer.status, answer.body.details[0].field]).toEqual([422, field]);
  });

  it('lists them newest first in pages, with their state', async () => {
    const made = [await service.operator(), await service.operator({ role: 'viewer' })];
    await change(made[0]!.id, { disabled: true });
    await lock(made[1]!.email, anyAddress());
    const answer = await cases.get(`${OPERATORS}?limit=2`);
    expect(answer.body.pagination).toMatchObject({ page: 1, limit: 2 });
    expect(answer.body.data).toMatchObject([
      { id: made[1]!.id, role: 'viewer', disabled_at: null, locked_until: expect.any(String) },
      { id: made[0]!.id, role: 'reviewer', disabled_at: expect.any(String), locked_until: null },
    ]);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password|secret/);
    expect((await cases.get(`${OPERATORS}?limit=101`)).status).toBe(422);
    expect((await change('01900000-0000-7000-8000-000000000000', { role: 'viewer' })).status).toBe(404);
    expect((await change('nonsense', { role: 'viewer' })).status).toBe(404);
  });

  it('disabling ends sessions and closes key pairs everywhere within a second', async () => {
    const operator = await service.operator();
    const session = await operator.logIn();
    const clients = [
      session,
      new SessionClient(other.url, session.cookie),
      operator.client,
      new Client(other.url, operator),
    ];
    for (const client of clients) expect((await client.get(QUEUE)).status).toBe(200);
    expect((await change(operator.id, { disabled: true })).body.data.disabled_at).toEqual(expect.any(String));
    await inOneSecond(async () => {
      for (const client of clients) expect((await client.get(QUEUE)).status).toBe(401);
    });
    expect((await change(operator.id, { disabled: false })).body.data.disabled_at).toBeNull();
    const entered = await logIn(service.anonymous, { email: operator.email, password: operator.password });
    expect(entered.status).toBe(200);
    // Key pairs that nobody revoked open again, sessions that ended stay ended.
    await inOneSecond(async () => {
      for (const client of clients.slice(2)) expect((await client.get(QUEUE)).status).toBe(200);
    });
    for (const client of clients.slice(0, 2)) expect((await client.get(QUEUE)).status).toBe(401);
    expect(
      (await auditOf(service, operator.id)).map(({ action, details }) => [action, details.disabled]),
    ).toEqual(
      expect.arrayContaining([
        ['operator.changed', true],
        ['operator.changed', false],
      ]),
    );
  });

  it('a log-in and the disabling at once: no session is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      const operator = await service.operator();
      const { email: name, password } = operator;
      await Promise.all([
        logIn(service.anonymous, { email: name, password }),
        change(operator.id, { disabled: true }),
        logIn(service.anonymous, { email: name, password }),
      ]);
      const rows = await service.dataSource.query('SELECT 1 FROM operator_sessions WHERE operator_id = $1', [
        operator.id,
      ]);
      expect(rows).toEqual([]);
    }
  });

  it('another role holds within a second everywhere, for sessions and key pairs', async () => {
    const operator = await service.operator({ role: 'admin' });
    const session = await operator.logIn();
    const elsewhere = new SessionClient(other.url, session.cookie);
    for (const client of [session, elsewhere]) expect((await client.get(OPERATORS)).status).toBe(200);
    expect((await change(operator.id, { role: 'viewer' })).body.data.role).toBe('viewer');
    await inOneSecond(async () => {
      for (const client of [session, elsewhere]) expect((await client.get(OPERATORS)).status).toBe(403);
    });
    expect((await session.get(SESSION)).body.data.operator.role).toBe('viewer');
  });

  it('equal values change nothing and leave no trace', async () => {
    const before = (await auditOf(service, admin.id)).length;
    expect((await change(admin.id, { role: 'admin', disabled: false })).status).toBe(200);
    expect(await auditOf(service, admin.id)).toHaveLength(before);
  });

  describe('the last administrator', () => {
    it.each([{ disabled: true }, { role: 'reviewer' }, { role: 'viewer', disabled: true }])(
      'is not lost by %j',
      async (body) => {
        const refused = await change(admin.id, body);
        expect([refused.status, refused.body.error]).toEqual([409, 'LAST_ADMIN']);
        await service.operator({ role: 'admin' });
        expect((await change(admin.id, body)).status).toBe(200);
      },
    );

    it('one who is disabled does not count', async () => {
      const second = await service.operator({ role: 'admin' });
      expect((await change(second.id, { disabled: true })).status).toBe(200);
      expect((await change(admin.id, { role: 'viewer' })).body.error).toBe('LAST_ADMIN');
    });

    it('of many who disable each other at once one is left', async () => {
      const others = await Promise.all(Array.from({ length: 4 }, () => service.operator({ role: 'admin' })));
      const all = [admin, ...others];
      const sessions = await Promise.all(all.map((each) => each.logIn()));
      const answers = await Promise.all(
        sessions.map((client, index) =>
          change(all[(index + 1) % all.length]!.id, { disabled: true }, client),
        ),
      );
      const [row] = await service.dataSource.query<{ left: number }[]>(
        `SELECT count(*)::int AS left FROM operators WHERE role = 'admin' AND disabled_at IS NULL`,
      );
      expect(row?.left).toBe(all.length - answers.filter(({ status }) => status === 200).length);
      expect(row?.left).toBeGreaterThanOrEqual(1);
      // Whoever was disabled before the own request counted is no longer known; the last one is refused.
      expect(answers.filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
    });
  });

  it('unlock: by an administrator and by the command line', async () => {
    const operator = await service.operator();
    const credentials = { email: operator.email, password: operator.password };
    for (const unlock of [
      () => change(operator.id, { unlock: true }).then(({ body }) => body.data.locked_until as null),
      () =>
        cli('operators', 'unlock', operator.email, '--json').then(({ code }) => (code === 0 ? null : code)),
    ]) {
      const network = `2001:db8:${Math.floor(Math.random() * 60_000).toString(16)}:1`;
      await lock(operator.email, addressIn(network, 1));
      expect((await logIn(service.anonymous, credentials, addressIn(network, 2))).status).toBe(401);
      expect(await unlock()).toBeNull();
      expect((await logIn(service.anonymous, credentials, addressIn(network, 3))).status).toBe(200);
    }
    expect(
      (await auditOf(service, operator.id))
        .filter(({ action }) => action === 'operator.unlocked')
        .map(({ actor_kind }) => actor_kind),
    ).toEqual(['operator', 'cli']);
    expect((await cli('operators', 'unlock', 'nobody@repasse.test', '--json')).code).not.toBe(0);
  });

  it('the command line ends sessions with a new password', async () => {
    const operator = await service.operator();
    const session = await operator.logIn();
    expect((await session.get(SESSION)).status).toBe(200);
    const done = await cli(
      'operators',
      'password',
      operator.email,
      '--password',
      'another long one',
      '--json',
    );
    expect(done.code).toBe(0);
    await inOneSecond(async () => expect((await session.get(SESSION)).status).toBe(401));
    const entered = await logIn(service.anonymous, { email: operator.email, password: 'another long one' });
    expect(entered.status).toBe(200);
  });

  it('is for administrators with a session', async () => {
    const answers = [
      await admin.client.get(OPERATORS),
      await (await (await service.operator({ role: 'reviewer' })).logIn()).get(OPERATORS),
      await (await service.operator({ role: 'viewer' })).client.post(OPERATORS, {}),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([403, 'FORBIDDEN']),
    );
    expect(answers[0]?.body.message).toContain('session');
  });
});
