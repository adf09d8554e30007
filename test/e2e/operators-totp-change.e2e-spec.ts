import { type Answer, anyAddress, eventually, useOperators, within1s } from '../support';

const SESSION = '/v1/review/session';
const TOTP = `${SESSION}/totp`;

describe('changing the second factor (contract §8)', () => {
  const bench = useOperators({ loggedIn: true });

  it('changes with the password alone: 422 for a wrong one, which counts as a try to log in, and for none', async () => {
    const wrong = { password: 'not the password' };
    expect((await bench.session.post(TOTP)).status).toBe(422);
    for (const answer of [await bench.session.post(TOTP, wrong), await bench.remove(wrong)])
      expect([answer.status, answer.body.error]).toEqual([422, 'WRONG_PASSWORD']);
    const { secret } = await bench.enrolled();
    const address = anyAddress();
    for (let count = 0; count < 10; count += 1)
      expect((await bench.remove({ ...wrong, code: bench.code(secret) }, address)).body.error).toBe(
        'WRONG_PASSWORD',
      );
    expect((await bench.remove({ code: bench.code(secret) }, address)).body.error).toBe('WRONG_PASSWORD');
    expect((await bench.session.get(SESSION)).body.data.operator.totp_enabled).toBe(true);
  });

  it('is removed with a code or a recovery code besides the password; wrong ones are counted and lock', async () => {
    const { secret, recoveryCodes } = await bench.enrolled();
    const outcome = ({ status, body }: Answer) => [status, body?.error];
    expect(outcome(await bench.remove())).toEqual([422, 'WRONG_CODE']);
    expect(outcome(await bench.remove({ code: bench.code(secret, 7) }))).toEqual([422, 'WRONG_CODE']);
    expect((await bench.logIn({ totp: bench.code(secret) })).status).toBe(200);
    // The code that opened a session opens no second door.
    expect(outcome(await bench.remove({ code: bench.code(secret) }))).toEqual([422, 'WRONG_CODE']);
    for (let count = 0; count < 9; count += 1)
      expect(outcome(await bench.remove({ code: '000000' }))).toEqual([422, 'WRONG_CODE']);
    expect(outcome(await bench.remove({ code: recoveryCodes[0] }))).toEqual([422, 'WRONG_CODE']);
    expect((await bench.logIn({ totp: recoveryCodes[1] })).status).toBe(401);

    const other = await bench.service.operator();
    const { recoveryCodes: others } = await bench.enrolled(other);
    const removal = { password: other.password, code: others[0] };
    expect((await (await other.logIn()).send('DELETE', TOTP, removal)).status).toBe(204);
  });

  it('an enrolment that was never confirmed is taken back without a code', async () => {
    await bench.enrol();
    expect((await bench.remove()).status).toBe(204);
    expect((await bench.remove()).body.error).toBe('TOTP_NOT_ENROLLED');
  });

  it('ends the other sessions: those that began without a code, and those that began with one', async () => {
    const [without, other] = [await bench.operator.logIn(), await bench.operator.logIn()];
    const { secret } = await bench.enrolled();
    await eventually(async () => {
      for (const client of [without, other]) expect((await client.get(SESSION)).status).toBe(401);
    }, 1_000);
    expect((await bench.session.get(SESSION)).status).toBe(200);
    const withCode = await bench.operator.logIn();
    expect((await bench.remove({ code: bench.code(secret) })).status).toBe(204);
    await within1s(async () => expect((await withCode.get(SESSION)).status).toBe(401));
    expect((await bench.session.get(SESSION)).status).toBe(200);
  });
});
