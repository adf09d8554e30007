import type { Client } from 'pg';
import { type Finding, warning, well } from './finding';

/** A worker does it every five seconds: as long as one runs it is never due for long. */
const PULSE = 'postback-sweep';
const LATE_SECONDS = 60;

/** Whether the work of the service is done: by its rows, so from any machine that reaches the database. */
export async function work(client: Client, isProduction: boolean): Promise<Finding[]> {
  return [await worker(client), await outbox(client), await provider(client, isProduction)];
}

async function worker(client: Client): Promise<Finding> {
  const check = 'worker';
  const { rows } = await client.query<{ seconds: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - next_run_at)::float8 AS seconds
       FROM scheduled_task_runs WHERE name = $1`,
    [PULSE],
  );
  const overdueSeconds = rows[0]?.seconds;
  if (overdueSeconds === undefined)
    return warning(check, 'none has ever run: nothing is sent, paid or expired');
  return overdueSeconds > LATE_SECONDS
    ? warning(
        check,
        `none has kept its schedules for ${inWords(overdueSeconds)}: start one, or look at its log`,
      )
    : well(check, 'keeps its schedules');
}

async function outbox(client: Client): Promise<Finding> {
  const check = 'outbox';
  const { rows } = await client.query<{ seconds: number | null; failing: number }>(
    `SELECT extract(epoch FROM now() - min(occurred_at) FILTER (WHERE failures = 0))::float8 AS seconds,
            count(*) FILTER (WHERE failures > 0)::int AS failing
       FROM outbox_events WHERE relayed_at IS NULL`,
  );
  const { seconds = null, failing = 0 } = rows[0] ?? {};
  const faults = [
    ...(seconds !== null && seconds > LATE_SECONDS
      ? [`the oldest event has waited for ${inWords(seconds)}`]
      : []),
    ...(failing > 0 ? [`${failing} failed and are put off: see the log of the workers`] : []),
  ];
  return faults.length > 0 ? warning(check, faults.join('; ')) : well(check, 'nothing waits for long');
}

/** Without an account a charge of a live merchant has nobody who takes the money. */
async function provider(client: Client, isProduction: boolean): Promise<Finding> {
  const check = 'provider';
  const { rows } = await client.query<{ merchants: number; accounts: number }>(
    `SELECT (SELECT count(*) FROM merchants m WHERE m.mode = 'live' AND NOT EXISTS (
               SELECT 1 FROM provider_accounts a WHERE a.mode = 'live' AND a.status = 'active'
                  AND (a.merchant_id IS NULL OR a.merchant_id = m.id)))::int AS merchants,
            (SELECT count(*) FROM provider_accounts WHERE mode = 'live' AND status = 'active')::int AS accounts`,
  );
  const { merchants = 0, accounts = 0 } = rows[0] ?? {};
  if (merchants > 0)
    return warning(
      check,
      `live merchants without an account at a provider: ${merchants} (merchants providers add)`,
    );
  if (accounts > 0 && !isProduction)
    return warning(
      check,
      `live accounts (${accounts}) and not NODE_ENV=production: real money under the settings of a trial`,
    );
  return well(
    check,
    accounts === 0 ? 'the sandbox alone; no live merchant' : `active live accounts: ${accounts}`,
  );
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
