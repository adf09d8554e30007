import type { SandboxCall, SandboxFaultKind } from '../../src/providers/sandbox/sandbox-fault.repository';
import type { TestService } from './service';

/** Tells the sandbox what to do wrong next (docs/sandbox.md). */
export async function spoil(
  { dataSource }: Pick<TestService, 'dataSource'>,
  call: SandboxCall | 'paid' | 'chargeback',
  kind: SandboxFaultKind,
  options: { delayMs?: number; times?: number } = {},
): Promise<void> {
  await dataSource.query(
    'INSERT INTO sandbox_provider.faults (call, kind, delay_ms, remaining) VALUES ($1, $2, $3, $4)',
    [call, kind, options.delayMs ?? 0, options.times ?? 1],
  );
}

/** What the sandbox holds of a charge's payment, in cents. */
export async function heldBySandbox(
  { dataSource }: Pick<TestService, 'dataSource'>,
  chargeId: string,
): Promise<{ state: string; captured: number; refunded: number }[]> {
  const rows = await dataSource.query<{ state: string; captured_cents: string; refunded_cents: string }[]>(
    `SELECT p.state, p.captured_cents, p.refunded_cents
       FROM sandbox_provider.payments p JOIN charges c ON c.provider_reference = p.reference WHERE c.id = $1`,
    [chargeId],
  );
  return rows.map(({ state, captured_cents: captured, refunded_cents: refunded }) => ({
    state,
    captured: Number(captured),
    refunded: Number(refunded),
  }));
}
