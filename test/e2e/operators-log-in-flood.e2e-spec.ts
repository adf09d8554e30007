import { SweepLogInsTask } from '../../src/auth/sessions/sweep-log-ins.task';
import { addressIn, anyAddress, auditOf, from, logIn, useOperators } from '../support';

const WRONG = 'not the password';

describe('a flood of log-ins (contract §3)', () => {
  const bench = useOperators({ worker: true });

  beforeEach(() => bench.machine.advance(61));

  const guess = (address: string) => bench.logIn({ password: WRONG }, address);
  const statuses = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  const many = (count: number, address: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => guess(address(index)));

  it.each<[string, (index: number) => string]>([
    ['one /64', (index) => addressIn('2001:db8:64:1', index)],
    ['one /48', (index) => `2001:db8:48:${(index + 1).toString(16)}::1`],
  ])('from %s is refused by the count, and eight of eight right ones get in', async (_what, address) => {
    const flood = many(250, address);
    const entered = Array.from({ length: 8 }, () => bench.logIn());
    expect(await statuses(entered)).toEqual(Array<number>(8).fill(200));
    const refused = await statuses(flood);
    expect(refused.filter((status) => status === 429).length).toBeGreaterThanOrEqual(150);
    // Within the flood there are right ones still: what it took is the flood's own.
    expect(await statuses([bench.logIn(), bench.logIn()])).toEqual([200, 200]);
  });

  it('an address counts as one in whatever spelling, and its port is not part of it', async () => {
    const network = '2001:db8:7777:1';
    const spellings = [`${network}::1`, `[${network}::2]:443`, `${network}:0:0:0:3`, `[${network}:1:1:1:1]`];
    const answers = await statuses(many(24, (index) => spellings[index % spellings.length] ?? ''));
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
    const [one, other] = [anyAddress(), anyAddress()];
    const ports = await statuses(many(21, (index) => `${one}:${10_000 + index}`));
    expect(ports.filter((status) => status === 429)).toHaveLength(1);
    const mapped = await statuses(many(21, (index) => (index % 2 === 0 ? other : `::ffff:${other}`)));
    expect(mapped.filter((status) => status === 429)).toHaveLength(1);
  });

  it('anonymous requests count by /64 as well', async () => {
    const get = (address: string) => bench.service.anonymous.get('/v1/merchant', from(address));
    const first = await get(addressIn('2001:db8:abc:1', 0));
    const second = await get(addressIn('2001:db8:abc:1', 1));
    const remaining = ({ headers }: Awaited<ReturnType<typeof get>>) =>
      Number(headers['x-ratelimit-remaining']);
    expect(remaining(first) - remaining(second)).toBe(1);
  });

  it('the audit log holds the first failure of a kind, and how many came after it', async () => {
    const address = anyAddress();
    for (let count = 0; count < 15; count += 1) await guess(address);
    for (let count = 0; count < 4; count += 1)
      await logIn(bench.service.anonymous, { email: `n${count}@repasse.test`, password: WRONG }, address);
    const failures = async () =>
      (await auditOf(bench.service))
        .filter(({ action, details }) => action === 'session.failed' && details.address === address)
        .map(({ details }) => [details.reason, details.repeated ?? 1]);
    expect(await failures()).toEqual([
      ['wrong_password', 1],
      ['locked', 1],
      ['unknown', 1],
    ]);
    const sweep = bench.service.worker!.get(SweepLogInsTask, { strict: false });
    await sweep.run();
    expect(await failures()).toHaveLength(3);
    await bench.machine.advance(5 * 60);
    await sweep.run();
    expect((await failures()).slice(3).sort()).toEqual([
      ['locked', 4],
      ['unknown', 3],
      ['wrong_password', 9],
    ]);
    await sweep.run();
    expect(await failures()).toHaveLength(6);
  });
});
