import type { Client } from 'pg';
import type { AuditActor } from '../../common/audit';

/** What stays behind when the play's rows are moved, each with the reason. */
const STAYS: readonly string[] = [
  // Written anew: the chain of the other database continues.
  'public.audit_entries',
  'public.audit_head',
  // The same in every database of this build.
  'public.schema_migrations',
  'public.provider_accounts',
  'sandbox_provider.signing_key',
  // Of all merchants together: what is moved is counted where it comes to.
  'public.charge_counts',
  'public.charge_count_changes',
  'public.delivery_counts',
  'public.delivery_count_changes',
  // Of processes and requests that are over.
  'public.scheduled_task_runs',
  'public.idempotency_records',
  'public.operator_sessions',
  'public.portal_sessions',
  'public.ledger_verification',
  'public.invariant_schedule',
  'public.invariant_verdicts',
  'public.login_attempts',
  'public.login_failures',
];

/** Which of a table's columns is a place in the outbox. There the week's events come behind all that happened meanwhile. */
export const PLACES: Readonly<Record<string, string>> = {
  'public.outbox_events': 'position',
  'public.postback_endpoints': 'created_position',
  'public.postback_past_subscriptions': 'until_position',
};

export interface PlayedTable {
  readonly name: string;
  /** Those that are neither computed nor numbered by the database, and those of places. */
  readonly columns: readonly string[];
  /** The column that numbers the rows; null where none does. */
  readonly numbered: string | null;
}

/** An entry of the audit log, to be sealed again. */
export interface PlayedEntry {
  readonly at: Date;
  readonly action: `${string}.${string}`;
  readonly actor: AuditActor;
  readonly target?: { readonly type: string; readonly id: string };
  readonly merchantId?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface EntryRow {
  readonly at: Date;
  readonly action: `${string}.${string}`;
  readonly actor_kind: AuditActor['kind'];
  readonly actor_id: string;
  readonly actor_email: string;
  readonly target_type: string | null;
  readonly target_id: string;
  readonly merchant_id: string | null;
  readonly details: string;
}

/** Reads what was played from the database where it was played. */
export class PlayedWeekRepository {
  constructor(private readonly client: Client) {}

  /** Whether the play's work is done: nothing waits that a worker could do now. */
  async isSettled(): Promise<boolean> {
    const { rows } = await this.client.query<{ settled: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM outbox_events WHERE relayed_at IS NULL)
          AND NOT EXISTS (SELECT FROM provider_calls AS call
                           WHERE status = 'pending'
                             AND NOT EXISTS (SELECT FROM sandbox_provider.faults
                                              WHERE reference = 'pay_' || call.key AND remaining > 0))
          AND NOT EXISTS (SELECT FROM provider_notifications WHERE status = 'pending')
          AND NOT EXISTS (SELECT FROM charges WHERE status IN ('pending', 'authorized') AND expires_at <= week_clock.now())
          AND NOT EXISTS (SELECT FROM withdrawals WHERE status = 'pending')
          AND NOT EXISTS (SELECT FROM sandbox_provider.notifications WHERE delivered_at IS NULL)
          AND NOT EXISTS (SELECT FROM sandbox_provider.payout_returns WHERE delivered_at IS NULL)
          AND NOT EXISTS (SELECT FROM postback_deliveries AS delivery JOIN postback_endpoints AS endpoint
                              ON endpoint.merchant_id = delivery.merchant_id AND endpoint.id = delivery.endpoint_id
                           WHERE delivery.status = 'pending' AND endpoint.failing_since IS NULL) AS settled`,
    );
    return rows[0]?.settled === true;
  }

  /** Has the sandbox lose the next payout that it is asked for (docs/sandbox.md, Telling it to fail). */
  async losePayout(): Promise<void> {
    await this.client.query(`INSERT INTO sandbox_provider.faults (call, kind) VALUES ('pay', 'lost')`);
  }

  /** Has it lose that one, and no other, as often again; false while it has not been asked for it. */
  async keepLosing(withdrawalId: string, times: number): Promise<boolean> {
    const { rowCount } = await this.client.query(
      `UPDATE sandbox_provider.faults AS fault SET reference = 'pay_' || call.key, remaining = $2
         FROM provider_calls AS call
        WHERE call.subject_id = $1 AND call.kind = 'pay'
          AND fault.call = 'pay' AND fault.reference IS NULL AND fault.remaining = 0`,
      [withdrawalId, times],
    );
    return rowCount === 1;
  }

  /** From here on all that is read is of one moment: the play's worker goes on meanwhile, by the clock. */
  async holdStill(): Promise<void> {
    await this.client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  }

  /** Everything that is there, but for what stays. */
  async listTables(): Promise<readonly PlayedTable[]> {
    const { rows } = await this.client.query<PlayedTable>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name,
              array_agg(a.attname::text ORDER BY a.attnum)
                FILTER (WHERE a.attgenerated = '' AND (a.attidentity = '' OR a.attname = $2::json ->> format('%I.%I', n.nspname, c.relname))) AS columns,
              max(quote_ident(a.attname)) FILTER (WHERE a.attidentity <> '') AS numbered
         FROM pg_class AS c
         JOIN pg_namespace AS n ON n.oid = c.relnamespace
         JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'sandbox_provider')
          AND format('%I.%I', n.nspname, c.relname) <> ALL ($1)
        GROUP BY 1 ORDER BY 1`,
      [STAYS, JSON.stringify(PLACES)],
    );
    return rows;
  }

  /** How many places of the outbox were taken. */
  async countPlaces(): Promise<number> {
    const { rows } = await this.client.query<{ last: string }>(
      `SELECT last_value AS last FROM outbox_events_position_seq`,
    );
    return Number(rows[0]?.last ?? 0);
  }

  /** The rows of a table as the text of a JSON array: what the database wrote it also reads. */
  async readRows({ name, numbered }: PlayedTable): Promise<string> {
    const { rows } = await this.client.query<{ text: string }>(
      `SELECT coalesce(json_agg(row ${numbered === null ? '' : `ORDER BY ${numbered}`}), '[]')::text AS text FROM ${name} AS row`,
    );
    return rows[0]?.text ?? '[]';
  }

  async listEntries(): Promise<PlayedEntry[]> {
    const { rows } = await this.client.query<EntryRow>(
      `SELECT at, action, actor_kind, actor_id, actor_email, target_type, target_id, merchant_id, details
         FROM audit_entries ORDER BY sequence`,
    );
    return rows.map((row) => {
      const details = JSON.parse(row.details) as Record<string, unknown>;
      return {
        at: row.at,
        action: row.action,
        actor: actorOf(row, details),
        ...(row.target_type === null ? {} : { target: { type: row.target_type, id: row.target_id } }),
        ...(row.merchant_id === null ? {} : { merchantId: row.merchant_id }),
        details,
      };
    });
  }
}

function actorOf(
  { actor_kind: kind, actor_id: id, actor_email: email }: EntryRow,
  { public_key: publicKey }: Record<string, unknown>,
): AuditActor {
  if (kind === 'operator') return { kind, id, email };
  return kind === 'merchant' ? { kind, publicKey: String(publicKey) } : { kind };
}
