import { anyAddress, BEHIND_PROXY, codeOf, enrolTotp, logIn, sayMeasured, useService } from '../support';

const WRONG = 'not the password';
const ROUNDS = 31;

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

describe('operators log in (contract §8)', () => {
  const service = useService({ env: BEHIND_PROXY });

  it('takes the same time whatever is wrong', async () => {
    const [operator, withTotp, disabled] = [
      await service.operator(),
      await service.operator(),
      await service.operator(),
    ];
    const credentials = { email: operator.email, password: operator.password };
    const { secret } = await enrolTotp(await withTotp.logIn(), withTotp.password, () => new Date(), 0);
    await service.dataSource.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [disabled.id]);
    // Locked everywhere: the rate limit lets nobody try so often from one address.
    const lockedAt = Array.from({ length: ROUNDS }, () => anyAddress());
    await service.dataSource.query(
      `INSERT INTO login_attempts (email, address, tries, expires_at)
       SELECT $1, address, 10, now() + interval '30 minutes' FROM unnest($2::text[]) AS address ON CONFLICT DO NOTHING`,
      [operator.email, lockedAt],
    );
    const wrongCode = codeOf(secret, new Date(), 40);

    let round = 0;
    const kinds: Record<string, () => ReturnType<typeof logIn>> = {
      unknown: () => logIn(service.anonymous, { email: 'nobody@repasse.test', password: WRONG }),
      'wrong password': () => logIn(service.anonymous, { ...credentials, password: WRONG }),
      'wrong code': () =>
        logIn(service.anonymous, { email: withTotp.email, password: withTotp.password, totp: wrongCode }),
      disabled: () => logIn(service.anonymous, { email: disabled.email, password: disabled.password }),
      // The right password: only the count of failures refuses it.
      locked: () => logIn(service.anonymous, credentials, lockedAt[round++]),
    };
    const times: Record<string, number[]> = {};
    // Taken in turns, so that whatever else the machine does meets all of them alike.
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const [kind, attempt] of Object.entries(kinds)) {
        const begun = performance.now();
        expect((await attempt()).status).toBe(401);
        (times[kind] ??= []).push(performance.now() - begun);
      }
    }
    const medians = Object.entries(times).map(([kind, values]) => ({ kind, ms: median(values) }));
    const typical = median(medians.map(({ ms }) => ms));
    sayMeasured(
      `refused log-ins: ${medians.map(({ kind, ms }) => `${kind} ${ms.toFixed(1)} ms`).join(', ')}`,
    );
    // Leaving the verification out anywhere would take most of the time away, doing it twice would double it.
    expect(medians.filter(({ ms }) => Math.abs(ms - typical) > typical * 0.35)).toEqual([]);
  });
});
