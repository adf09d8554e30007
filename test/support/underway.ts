import { eventually } from './eventually';
import type { TestService } from './service';

/** Until the one call of a kind about a charge has ended so. */
export async function callEnded(
  { dataSource }: Pick<TestService, 'dataSource'>,
  kind: string,
  chargeId: string,
  status: string,
): Promise<void> {
  await eventually(async () => {
    const calls = await dataSource.query<{ status: string }[]>(
      'SELECT status FROM provider_calls WHERE subject_id = $1 AND kind = $2',
      [chargeId, kind],
    );
    expect(calls).toEqual([{ status }]);
  }, 20_000);
}

/** Until nothing is on its way any more. */
export async function nothingUnderway({ dataSource }: Pick<TestService, 'dataSource'>): Promise<void> {
  await eventually(async () => {
    const [left] = await dataSource.query<{ left: number }[]>(
      `SELECT (SELECT count(*) FROM outbox_events WHERE relayed_at IS NULL)
            + (SELECT count(*) FROM provider_calls WHERE status = 'pending')
            + (SELECT count(*) FROM provider_notifications WHERE status = 'pending')
            + (SELECT count(*) FROM postback_deliveries WHERE status IN ('pending', 'retrying')) AS left`,
    );
    expect(Number(left?.left)).toBe(0);
  }, 40_000);
}
