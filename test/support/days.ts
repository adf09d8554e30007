/** The day, in UTC, on which this spec file began: what it makes is of this day or, past midnight, of the next one. */
export const STARTED_ON = today();

/** The day in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What a spec makes and reads afterwards is of one day of the banks' when that day does not end within this time. */
const A_SPEC_MS = 120_000;
/** São Paulo has had no summer time since 2019: its days end at three o'clock in UTC. */
const BANKS_MIDNIGHT_MS = 3 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** Waits for the next day of the banks when the present one is nearly over. */
export async function clearOfMidnight(): Promise<void> {
  const leftMs = DAY_MS - ((Date.now() - BANKS_MIDNIGHT_MS + DAY_MS) % DAY_MS);
  if (leftMs < A_SPEC_MS) await new Promise((resolve) => setTimeout(resolve, leftMs + 1_000));
}
