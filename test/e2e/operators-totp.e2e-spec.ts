import jsQR from 'jsqr';
import { randomBytes } from 'node:crypto';
import { runCommandLine } from '../../src/cli/program';
import { type Answer, auditOf, logIn, startService, useOperators, within1s } from '../support';
import { everyTable } from '../support/everything';

const SESSION = '/v1/review/session';
const TOTP = `${SESSION}/totp`;
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

/** The modules of an SVG that qrcode drew: one path of horizontal lines. */
function readQrCode(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const path = /stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  let [x, y] = [0, 0];
  for (const [, command, first, second] of path.matchAll(/([Mmh])(-?[\d.]+)(?:[ ,](-?[\d.]+))?/g)) {
    if (command === 'h') {
      for (let dx = 0; dx < Number(first) * scale; dx += 1)
        for (let dy = 0; dy < scale; dy += 1)
          pixels.fill(
            0,
            ((Math.floor(y) * scale + dy) * side + x * scale + dx) * 4,
            ((Math.floor(y) * scale + dy) * side + x * scale + dx) * 4 + 3,
          );
      x += Number(first);
    } else if (command === 'M') [x, y] = [Number(first), Number(second)];
    else [x, y] = [x + Number(first), y + Number(second)];
  }
  return jsQR(pixels, side, side)?.data;
}

describe('the second factor of operators (contract §8)', () => {
  const [older, newer] = [key('k_1'), key('k_2')];
  const bench = useOperators({ loggedIn: true, env: { ENCRYPTION_KEYS: older } });

  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

  it('enrol, confirm, log in with a code, remove', async () => {
    const begun = await bench.enrol();
    expect([begun.status, begun.headers['cache-control']]).toEqual([200, 'no-store']);
    const { secret, otpauth_url, qr_code } = begun.body.data;
    expect(new URL(otpauth_url).searchParams.get('secret')).toBe(secret);
    expect(readQrCode(qr_code)).toBe(otpauth_url);
    // Nothing is asked for before the first code has shown that the app was set up.
    expect((await bench.logIn()).status).toBe(200);
    const wrong = await bench.session.post(`${TOTP}/confirm`, { code: bench.code(secret, 7) });
    expect([wrong.status, wrong.body.error]).toEqual([422, 'WRONG_CODE']);

    const confirmed = await bench.session.post(`${TOTP}/confirm`, { code: bench.code(secret, -1) });
    expect(confirmed.status).toBe(200);
    const codes = confirmed.body.data.recovery_codes as string[];
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    for (const each of codes) expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await bench.session.get(SESSION)).body.data.operator).toMatchObject({
      totp_enabled: true,
      recovery_codes_left: 10,
    });

    expect(
      statuses([
        await bench.logIn(),
        await bench.logIn({ totp: '000000' }),
        await bench.logIn({ totp: bench.code(secret) }),
      ]),
    ).toEqual([200, 401, 401]);
    await bench.machine.advance(30);
    expect((await bench.remove({ code: bench.code(secret) })).status).toBe(204);
    expect((await bench.logIn()).status).toBe(200);
    expect((await bench.session.get(SESSION)).body.data.operator).toMatchObject({
      totp_enabled: false,
      recovery_codes_left: 0,
    });
    expect((await auditOf(bench.service, bench.operator.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['totp.enabled', 'totp.disabled']),
    );
  });

  it('says what is possible when', async () => {
    const outcome = ({ status, body }: Answer) => [status, body?.error];
    expect(outcome(await bench.remove())).toEqual([409, 'TOTP_NOT_ENROLLED']);
    expect(outcome(await bench.session.post(`${TOTP}/confirm`, { code: '123456' }))).toEqual([
      409,
      'TOTP_NOT_ENROLLED',
    ]);
    const { secret } = await bench.enrolled();
    expect(outcome(await bench.enrol())).toEqual([409, 'TOTP_ENABLED']);
    expect(outcome(await bench.session.post(`${TOTP}/confirm`, { code: bench.code(secret) }))).toEqual([
      409,
      'TOTP_ENABLED',
    ]);
    for (const wrong of ['12345', '1234567', 'abcdef', 123456])
      expect((await bench.session.post(`${TOTP}/confirm`, { code: wrong })).status).toBe(422);
  });

  it('begun again, the earlier secret is worth nothing', async () => {
    const first = (await bench.enrol()).body.data.secret as string;
    const second = (await bench.enrol()).body.data.secret as string;
    expect(second).not.toBe(first);
    expect((await bench.session.post(`${TOTP}/confirm`, { code: bench.code(first) })).status).toBe(422);
    expect((await bench.session.post(`${TOTP}/confirm`, { code: bench.code(second) })).status).toBe(200);
  });

  it('a code opens once, also of many at once; one step before and after count, two do not', async () => {
    const { secret } = await bench.enrolled();
    await bench.machine.advance(120);
    const now = bench.code(secret);
    const answers = await Promise.all(Array.from({ length: 8 }, () => bench.logIn({ totp: now })));
    expect(statuses(answers)).toEqual([200, ...Array<number>(7).fill(401)]);
    expect((await bench.logIn({ totp: now })).status).toBe(401);
    // A step back would be the door for whoever looked over the shoulder.
    expect((await bench.logIn({ totp: bench.code(secret, -1) })).status).toBe(401);
    expect((await bench.logIn({ totp: bench.code(secret, 1) })).status).toBe(200);
    await bench.machine.advance(120);
    expect((await bench.logIn({ totp: bench.code(secret, -2) })).status).toBe(401);
    expect((await bench.logIn({ totp: bench.code(secret, 2) })).status).toBe(401);
    expect((await bench.logIn({ totp: bench.code(secret, -1) })).status).toBe(200);
    expect((await bench.logIn({ totp: bench.code(secret) })).status).toBe(200);
  });

  it('ten wrong codes after the right password, from wherever they come, lock every code for 30 minutes', async () => {
    const { secret, recoveryCodes } = await bench.enrolled();
    const guess = () => bench.logIn({ totp: 'not-a-code' });
    for (let tries = 0; tries < 9; tries += 1) expect((await guess()).status).toBe(401);
    // A code that was left out is no guess; the right one forgets the nine.
    expect((await bench.logIn()).status).toBe(401);
    expect((await bench.logIn({ totp: bench.code(secret) })).status).toBe(200);
    expect(statuses(await Promise.all(Array.from({ length: 12 }, guess)))).toEqual(
      Array<number>(12).fill(401),
    );
    await bench.machine.advance(60);
    expect((await bench.logIn({ totp: bench.code(secret) })).status).toBe(401);
    expect((await bench.logIn({ totp: recoveryCodes[0] })).status).toBe(401);
    const [last] = (await auditOf(bench.service, bench.operator.id)).slice(-1);
    expect(last).toMatchObject({ action: 'session.failed', details: { reason: 'locked' } });
    await bench.machine.advance(29 * 60 + 1);
    expect((await bench.logIn({ totp: bench.code(secret) })).status).toBe(200);
    // What the lock refused was not used up.
    expect((await bench.logIn({ totp: recoveryCodes[0] })).status).toBe(200);
  });

  it('the code that confirmed the app opens nothing any more', async () => {
    const { secret } = (await bench.enrol()).body.data;
    const now = bench.code(secret);
    expect((await bench.session.post(`${TOTP}/confirm`, { code: now })).status).toBe(200);
    expect((await bench.logIn({ totp: now })).status).toBe(401);
  });

  it('a recovery code opens once however it is typed, also of many at once', async () => {
    const { recoveryCodes } = await bench.enrolled();
    const [first = '', second = '', third = ''] = recoveryCodes;
    const answers = await Promise.all(Array.from({ length: 8 }, () => bench.logIn({ totp: first })));
    expect(statuses(answers)).toEqual([200, ...Array<number>(7).fill(401)]);
    expect((await bench.logIn({ totp: second.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
    const loose = await bench.logIn({
      totp: third.replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l'),
    });
    expect(loose.body.data.operator.recovery_codes_left).toBe(7);
    expect((await bench.logIn({ totp: second })).status).toBe(401);
    expect(
      (await auditOf(bench.service, bench.operator.id)).filter(
        ({ details }) => details.second_factor === 'recovery_code',
      ),
    ).toHaveLength(3);
  });

  it("another operator's recovery codes, and those before a new enrolment, open nothing", async () => {
    const other = await bench.service.operator();
    const { recoveryCodes: others } = await bench.enrolled(other);
    const { recoveryCodes: earlier } = await bench.enrolled();
    expect((await bench.logIn({ totp: others[0] })).status).toBe(401);
    expect((await bench.remove({ code: earlier[1] })).status).toBe(204);
    const { recoveryCodes: now } = await bench.enrolled();
    expect((await bench.logIn({ totp: earlier[0] })).status).toBe(401);
    expect((await bench.logIn({ totp: now[0] })).status).toBe(200);
  });

  it('an Idempotency-Key never shows the secrets again', async () => {
    const headers = { 'idempotency-key': 'enrol' };
    const begun = await bench.enrol(headers);
    const again = await bench.enrol(headers);
    expect([again.status, again.body.data]).toEqual([
      200,
      { secret: null, otpauth_url: null, qr_code: null },
    ]);
    const body = { code: bench.code(begun.body.data.secret) };
    const confirmed = await bench.session.post(`${TOTP}/confirm`, body, headers);
    const repeated = await bench.session.post(`${TOTP}/confirm`, body, headers);
    expect([repeated.status, repeated.body.data]).toEqual([200, { recovery_codes: null }]);
    expect(confirmed.body.data.recovery_codes).toHaveLength(10);
  });

  it('secret and recovery codes are nowhere in the clear', async () => {
    const { secret, recoveryCodes } = await bench.enrolled();
    const places = await everyTable(bench.service);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))])
      expect(places.filter((place) => place.text.includes(text)).map(({ name }) => name)).toEqual([]);
  });

  it('key pairs do not touch it', async () => {
    const body = { password: bench.operator.password };
    for (const answer of [
      await bench.operator.client.post(TOTP, body),
      await bench.operator.client.send('DELETE', TOTP, body),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
  });

  it('operators totp-reset: the password alone opens again, sessions end, old codes are gone', async () => {
    const { secret, recoveryCodes } = await bench.enrolled();
    let stdout = '';
    const exit = await runCommandLine(
      ['operators', 'totp-reset', bench.operator.email, '--json'],
      bench.service.environment,
      {
        answer: (text) => (stdout += text),
        note: () => undefined,
      },
    );
    expect([exit, JSON.parse(stdout)]).toMatchObject([
      0,
      { email: bench.operator.email, totp_enabled: false },
    ]);
    await within1s(async () => expect((await bench.session.get(SESSION)).status).toBe(401));
    const opened = await bench.logIn();
    expect(opened.body.data.operator).toMatchObject({ totp_enabled: false, recovery_codes_left: 0 });
    expect(await auditOf(bench.service, bench.operator.id)).toContainEqual(
      expect.objectContaining({ action: 'totp.disabled', actor_kind: 'cli' }),
    );
    expect([secret, recoveryCodes.length]).toEqual([expect.any(String), 10]);
  });

  it('secrets rotate encrypts anew; the codes go on, and the older key may leave the ring', async () => {
    const { secret } = await bench.enrolled();
    let stdout = '';
    const rotate = async (ring: string) => {
      stdout = '';
      const env = { ...bench.service.environment, ENCRYPTION_KEYS: ring };
      return runCommandLine(['secrets', 'rotate', '--json'], env, {
        answer: (text) => (stdout += text),
        note: () => undefined,
      });
    };
    expect(await rotate(`${newer},${older}`)).toBe(0);
    expect(JSON.parse(stdout).rotated).toBeGreaterThanOrEqual(1);
    const boxes = await bench.service.dataSource.query<{ key: string }[]>(
      `SELECT DISTINCT split_part(totp_secret_box, '.', 1) AS key FROM operators WHERE totp_secret_box IS NOT NULL`,
    );
    expect(boxes).toEqual([{ key: 'k_2' }]);
    const restarted = await startService({ env: { ...bench.service.environment, ENCRYPTION_KEYS: newer } });
    const { email, password } = bench.operator;
    expect((await logIn(restarted.anonymous, { email, password, totp: bench.code(secret) })).status).toBe(
      200,
    );
    await restarted.stop();

    // A box that belongs to another row does not open, and is named.
    await bench.service.dataSource.query(
      `UPDATE operators SET totp_secret_box = 'k_2.' || repeat('A', 80) WHERE id = $1`,
      [bench.operator.id],
    );
    expect(await rotate(`${key('k_3')},${newer}`)).toBe(1);
    expect(JSON.parse(stdout).failed).toEqual([bench.operator.id]);
  });
});
