import { SetPasswordUseCase } from '../../src/auth';
import { CLI_ACTOR } from '../../src/common/audit';
import { anyAddress, auditOf, cookieOf, logIn, SessionClient, useOperators, within1s } from '../support';

const SESSION = '/v1/review/session';
const QUEUE = '/v1/review/submerchants';
const MINUTE = 60;

describe("operators' passwords (contract §8)", () => {
  const bench = useOperators({ loggedIn: true, besides: true });

  describe('a new password', () => {
    const NEW = 'correct horse battery staple';
    const change = (client: SessionClient, password: string, headers = {}) =>
      client.post(`${SESSION}/password`, { password, new_password: NEW }, headers);

    it('needs the present one, ends the other sessions and goes on with this one under a new cookie', async () => {
      const elsewhere = await bench.operator.logIn();
      const ends = (await bench.session.get(SESSION)).body.data.expires_at as string;
      await bench.machine.advance(MINUTE);
      const key = { 'idempotency-key': 'change-1' };
      const changed = await change(bench.session, bench.operator.password, key);
      expect([changed.status, changed.headers['set-cookie']]).toEqual([
        204,
        expect.stringMatching(/^repasse_session=.+; Path=\/; HttpOnly; SameSite=Strict/),
      ]);
      const renewed = new SessionClient(bench.service.url, cookieOf(changed));
      expect(renewed.cookie).not.toBe(bench.session.cookie);
      // What somebody may have copied of the session opens nothing more: here at once, elsewhere within a second.
      expect(await bench.status()).toBe(401);
      await within1s(async () => {
        for (const client of [elsewhere, bench.onOther()]) expect(await bench.status(client)).toBe(401);
      });
      // Nobody stays longer than twelve hours by changing the password.
      expect((await renewed.get(SESSION)).body.data).toMatchObject({
        expires_at: ends,
        operator: { must_change_password: false },
      });
      const replay = await change(renewed, bench.operator.password, key);
      expect([replay.status, replay.headers['idempotent-replayed'], replay.headers['set-cookie']]).toEqual([
        204,
        'true',
        undefined,
      ]);
      const { email, password } = bench.operator;
      expect((await logIn(bench.service.anonymous, { email, password })).status).toBe(401);
      expect((await logIn(bench.service.anonymous, { email, password: NEW })).status).toBe(200);
      expect((await auditOf(bench.service, bench.operator.id)).map(({ action }) => action)).toContain(
        'operator.changed',
      );
    });

    it('ends the key pairs of the operator, nobody else’s, and says so in the audit log', async () => {
      const another = await bench.service.operator();
      expect((await bench.operator.client.get(QUEUE)).status).toBe(200);
      expect((await change(bench.session, bench.operator.password)).status).toBe(204);
      await within1s(async () => expect((await bench.operator.client.get(QUEUE)).status).toBe(401));
      expect((await another.client.get(QUEUE)).status).toBe(200);
      expect(await auditOf(bench.service, bench.operator.id)).toContainEqual(
        expect.objectContaining({
          action: 'operator.changed',
          details: { changed: ['password'], keys_revoked: [bench.operator.publicKey] },
        }),
      );
    });

    it('is refused when it is common or has the own e-mail in it: 422 WEAK_PASSWORD, and nothing ends', async () => {
      const [localPart = ''] = bench.operator.email.split('@');
      for (const new_password of ['Password2026!', '123456789012', `${localPart.toUpperCase()} 1`]) {
        const answer = await bench.session.post(`${SESSION}/password`, {
          password: bench.operator.password,
          new_password,
        });
        expect([answer.status, answer.body.error]).toEqual([422, 'WEAK_PASSWORD']);
        expect(answer.text).not.toContain(new_password);
      }
      expect(await bench.status()).toBe(200);
    });

    it('is another one than the present one, however it is written: 422 WEAK_PASSWORD, and nothing ends', async () => {
      const composed = 'ma\u00e7\u00e3 com canela';
      const first = await bench.session.post(`${SESSION}/password`, {
        password: bench.operator.password,
        new_password: composed,
      });
      const renewed = new SessionClient(bench.service.url, cookieOf(first));
      for (const new_password of [composed, composed.normalize('NFD')]) {
        const answer = await renewed.post(`${SESSION}/password`, { password: composed, new_password });
        expect([answer.status, answer.body.error, answer.body.message]).toEqual([
          422,
          'WEAK_PASSWORD',
          'This is your present password: choose another one.',
        ]);
      }
      expect(await bench.status(renewed)).toBe(200);
      // Who does not know the present one does not learn it from the refusal.
      const guess = await renewed.post(`${SESSION}/password`, { password: NEW, new_password: NEW });
      expect(guess.body.error).toBe('WRONG_PASSWORD');
    });

    it('is never again one that somebody else gave, not even when others came between', async () => {
      const { email, password: made, logIn: enter } = await bench.service.operator({ ownPassword: false });
      const changes = async (...passwords: string[]): Promise<unknown[]> => {
        const session = await enter();
        const [password, new_password] = passwords;
        const { status, body } = await session.post(`${SESSION}/password`, { password, new_password });
        const now = (await (await enter()).get(SESSION)).body.data.operator.must_change_password;
        return [status, body?.message ?? null, now];
      };
      const back = [
        422,
        'This is the password that was given to you, which others know: choose another one.',
      ];
      expect((await changes(made, made)).slice(1)).toEqual([
        'This is your present password: choose another one.',
        true,
      ]);
      expect(await changes(made, NEW)).toEqual([204, null, false]);
      expect(await changes(NEW, made)).toEqual([...back, false]);
      expect(await changes(NEW, `${NEW} two`)).toEqual([204, null, false]);
      expect(await changes(`${NEW} two`, made)).toEqual([...back, false]);
      const reset = `${NEW} from the command line`;
      await bench.service.api.get(SetPasswordUseCase).execute(email, reset, CLI_ACTOR);
      expect((await changes(reset, reset)).slice(2)).toEqual([true]);
      expect(await changes(reset, NEW)).toEqual([204, null, false]);
      expect(await changes(NEW, reset)).toEqual([...back, false]);
    });

    it('a stolen session cannot guess: ten tries, then even the right one is refused', async () => {
      const wrong = [];
      for (let count = 0; count < 10; count += 1) wrong.push(await change(bench.session, `guess ${count}`));
      expect(wrong.map(({ status: code, body }) => [code, body.error])).toEqual(
        Array(10).fill([422, 'WRONG_PASSWORD']),
      );
      const right = await change(bench.session, bench.operator.password);
      expect([right.status, right.body.error]).toEqual([422, 'WRONG_PASSWORD']);
      const { email, password } = bench.operator;
      expect((await logIn(bench.service.anonymous, { email, password }, anyAddress())).status).toBe(200);
    });

    it('has 12 to 200 characters', async () => {
      for (const new_password of ['x'.repeat(11), 'x'.repeat(201)]) {
        const answer = await bench.session.post(`${SESSION}/password`, {
          password: bench.operator.password,
          new_password,
        });
        expect([answer.status, answer.body.details[0].field]).toEqual([422, 'new_password']);
      }
    });

    it('of many changes at once one wins', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          bench.session.post(`${SESSION}/password`, {
            password: bench.operator.password,
            new_password: `a new password ${index}`,
          }),
        ),
      );
      expect(answers.map(({ status: code }) => code).sort()).toEqual([204, ...Array(7).fill(422)]);
    });
  });
});
