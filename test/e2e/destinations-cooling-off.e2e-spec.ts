import { runCommandLine } from '../../src/cli/program';
import { useService } from '../support';
import { Payouts } from '../support/payouts';

const service = useService({ worker: true });
const HOUR_MS = 3_600_000;

async function cli(...args: string[]): Promise<{ code: number; json: unknown; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(args, service.environment, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, json: code === 0 ? JSON.parse(stdout) : null, stderr };
}

const coolingOff = (id: string, ...options: string[]) =>
  cli('merchants', 'cooling-off', id, ...options, '--json');

describe('the cooling-off of a merchant’s new destinations (money contract §12)', () => {
  it('is told by the command line, for what becomes active from then on, and is in the audit log', async () => {
    const payouts = await Payouts.open(service);
    const { id: merchant_id } = payouts.bench.merchant;
    const waits = async (id: string): Promise<number> => {
      const [row] = await service.dataSource.query<{ ms: string }[]>(
        `SELECT extract(epoch FROM usable_from - activated_at) * 1000 AS ms FROM destinations WHERE id = $1`,
        [id],
      );
      return Number(row?.ms);
    };
    const before = await payouts.destination();
    expect(await waits(before)).toBe(0);
    expect((await coolingOff(merchant_id)).json).toEqual({ merchant_id, cooling_off_hours: 0 });
    expect((await coolingOff(merchant_id, '--hours', '2')).json).toEqual({
      merchant_id,
      cooling_off_hours: 2,
    });
    const after = await payouts.destination('slow');
    expect(await waits(after)).toBe(2 * HOUR_MS);
    expect(await waits(before)).toBe(0);
    const { body } = await payouts.ask({ destination_id: after });
    expect(body.error).toBe('DESTINATION_NOT_USABLE');
    await payouts.asked({ destination_id: before });
    // Nobody else's, and not for ever.
    const other = await Payouts.open(service);
    expect(await waits(await other.destination())).toBe(0);
    expect((await coolingOff(merchant_id, '--hours', 'default')).json).toEqual({
      merchant_id,
      cooling_off_hours: 0,
    });
    expect(await waits(await payouts.destination('failed'))).toBe(0);
    const entries = await service.dataSource.query<{ details: unknown }[]>(
      `SELECT details::json AS details FROM audit_entries WHERE action = 'merchant.cooling_off_changed' AND merchant_id = $1
        ORDER BY sequence`,
      [merchant_id],
    );
    expect(entries.map(({ details }) => details)).toEqual([
      { from: null, to: 2 },
      { from: 2, to: null },
    ]);
  });

  it('of a live merchant is a day where nobody said otherwise', async () => {
    const { id } = await service.merchant({ mode: 'live' });
    expect((await coolingOff(id)).json).toEqual({ merchant_id: id, cooling_off_hours: 24 });
    expect((await coolingOff(id, '--hours', '0')).json).toEqual({ merchant_id: id, cooling_off_hours: 0 });
  });

  it('is none of more than a month, nor of nobody', async () => {
    const { id } = await service.merchant();
    for (const hours of ['721', '-1', '1.5', 'never'])
      expect((await coolingOff(id, '--hours', hours)).code).not.toBe(0);
    const unknown = await coolingOff('01900000-0000-7000-8000-000000000000', '--hours', '1');
    expect([unknown.code === 0, unknown.stderr]).toEqual([false, expect.stringContaining('merchant')]);
    await expect(
      service.dataSource.query('UPDATE merchants SET cooling_off_hours = 721 WHERE id = $1', [id]),
    ).rejects.toThrow('ck_merchants_cooling_off');
  });
});
