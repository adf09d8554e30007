import { randomInt } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Answer, Client, JsonBody } from './client';
import type { LogInBody } from './session-client';
import type { TestService } from './service';

/** For services that are started with `env: BEHIND_PROXY`: a test chooses the address that a request comes from. */
export const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };

export function from(address: string): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': address };
}

/** Any address: an own window of the log-in's rate limit, an own count of failures. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** An address of this /64: an own window of the rate limit, but one count of failures. */
export function addressIn(network: string, index: number): string {
  return `${network}::${(index + 1).toString(16)}`;
}

export function logIn(client: Client, body: LogInBody, address = anyAddress()): Promise<Answer> {
  return client.post('/v1/review/session', body, from(address));
}

/** What an authenticator app shows, `steps` of 30 seconds from now. */
export function codeOf(secret: string, now: Date, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * 30_000 });
}

export interface AuditRow {
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_email: string | null;
  readonly target_id: string | null;
  readonly details: JsonBody;
}

/** The audit log, oldest first; of one target when it is named. */
export async function auditOf(
  { dataSource }: Pick<TestService, 'dataSource'>,
  targetId?: string,
): Promise<AuditRow[]> {
  return dataSource.query<AuditRow[]>(
    `SELECT action, actor_kind, actor_email, target_id, details::jsonb AS details FROM audit_entries
      WHERE $1::text IS NULL OR target_id = $1 ORDER BY sequence`,
    [targetId ?? null],
  );
}

/**
 * Turns an authenticator app on for whoever is logged in, with this password, by the code of this step; answers its secret
 * and the recovery codes. Where time stands still that is the step before: the present one is left for the log-in of the test.
 */
export async function enrolTotp(
  client: Client,
  password: string,
  now: () => Date,
  steps = -1,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post('/v1/review/session/totp', { password });
  const secret = begun.body.data.secret as string;
  const confirmed = await client.post('/v1/review/session/totp/confirm', {
    code: codeOf(secret, now(), steps),
  });
  if (confirmed.status !== 200) throw new Error(`TOTP was not confirmed: ${confirmed.text}`);
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes as string[] };
}
