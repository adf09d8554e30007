import type {
  SandboxCall,
  SandboxFaultKind,
  SandboxNotificationKind,
} from '../../src/providers/sandbox/sandbox-fault.repository';
import type { TestService } from './service';

/** Tells the sandbox what to do wrong next (docs/sandbox.md). */
export async function spoil(
  { dataSource }: Pick<TestService, 'dataSource'>,
  call: SandboxCall | SandboxNotificationKind,
  kind: SandboxFaultKind,
  options: { delayMs?: number; times?: number } = {},
): Promise<void> {
  await dataSource.query(
    'INSERT INTO sandbox_provider.faults (call, kind, delay_ms, remaining) VALUES ($1, $2, $3, $4)',
    [call, kind, Math.round(options.delayMs ?? 0), options.times ?? 1],
  );
}

/** Nobody asks again about what is pending, until it is woken. */
export async function park({ dataSource }: Pick<TestService, 'dataSource'>): Promise<void> {
  await dataSource.query(
    `UPDATE provider_calls SET next_attempt_at = now() + interval '1 hour' WHERE status = 'pending'`,
  );
}

/** What is pending is asked about now. */
export async function runNow({ dataSource }: Pick<TestService, 'dataSource'>): Promise<void> {
  await dataSource.query(`UPDATE provider_calls SET next_attempt_at = now() WHERE status = 'pending'`);
}

/** The payer pays what the provider should not have let it pay, and the provider tells of it. */
export async function payAnyway(
  { dataSource }: Pick<TestService, 'dataSource'>,
  chargeId: string,
  cents: number,
): Promise<void> {
  await dataSource.query(
    `WITH paid AS (
       INSERT INTO sandbox_provider.payments (reference, state, amount_cents, captured_cents)
       SELECT provider_reference, 'captured', $2, $2 FROM charges WHERE id = $1
       ON CONFLICT (reference) DO UPDATE SET state = 'captured', captured_cents = excluded.captured_cents
       RETURNING reference)
     INSERT INTO sandbox_provider.notifications (id, kind, reference, body, due_at)
     SELECT gen_random_uuid(), 'paid', reference, '{"at":"2026-11-20T12:00:00.000Z"}', now() FROM paid`,
    [chargeId, cents],
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
