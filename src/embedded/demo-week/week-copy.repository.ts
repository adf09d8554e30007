import type { Client } from 'pg';
import { COUNTED_CHARGES } from '../../charges';
import type { CountedList, Tx } from '../../database';
import { COUNTED_DELIVERIES } from '../../postbacks';
import { PLACES, type PlayedTable } from './played-week.repository';

/** The action of the audit entry that a moved week leaves. */
export const WEEK_COPIED = 'demo.week_moved';

const COUNTED: readonly CountedList[] = [COUNTED_CHARGES, COUNTED_DELIVERIES];

/** The database that people use, before anybody does. */
export class DeskRepository {
  constructor(private readonly client: Client) {}

  /** A week is for an empty desk; one that has its week already is no longer empty. */
  async takesWeek(): Promise<boolean> {
    const { rows } = await this.client.query<{ takes: boolean }>(
      `SELECT EXISTS (SELECT FROM audit_entries WHERE action = $1)
           OR NOT (EXISTS (SELECT FROM submerchants) OR EXISTS (SELECT FROM charges)) AS takes`,
      [WEEK_COPIED],
    );
    return rows[0]?.takes === true;
  }
}

/** Writes a played week into the database that people use, beside what they have done there meanwhile. */
export class WeekCopyRepository {
  /** The audit log tells of it for ever. */
  async isThere(tx: Tx): Promise<boolean> {
    const rows = await tx.query<{ there: boolean }[]>(
      'SELECT EXISTS (SELECT FROM audit_entries WHERE action = $1) AS there',
      [WEEK_COPIED],
    );
    return rows[0]?.there === true;
  }

  /**
   * In this transaction no trigger looks at the rows one table after the other: their own database has held every rule over
   * all of them already.
   */
  async begin(tx: Tx): Promise<void> {
    await tx.query(`SET LOCAL session_replication_role = 'replica'`);
    await tx.query('LOCK TABLE reconciliations IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Takes so many places of the outbox, one after the other, and answers the one before them. */
  async takePlaces(tx: Tx, count: number): Promise<number> {
    for (;;) {
      const [taken] = await tx.query<{ first: string; last: string }[]>(
        `SELECT min(place) AS first, max(place) AS last
           FROM (SELECT nextval(pg_get_serial_sequence('outbox_events', 'position')) AS place
                   FROM generate_series(1, $1::int)) AS places`,
        [count],
      );
      const [first, last] = [Number(taken?.first), Number(taken?.last)];
      // Else somebody else's event has one in their midst.
      if (last - first === count - 1) return first - 1;
    }
  }

  /** @param place of the outbox in this database that comes before all of the week's */
  async insert(tx: Tx, { name, columns }: PlayedTable, rows: string, place: number): Promise<void> {
    if (name === 'public.reconciliations') await this.joinDays(tx, rows);
    const targets = columns.map((column) => `"${column}"`);
    const values = columns.map((column) =>
      column === PLACES[name] ? `"${column}" + ${place}` : `"${column}"`,
    );
    await tx.query(
      `INSERT INTO ${name} (${targets.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT ${values.join(', ')} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [rows],
    );
    const counted = COUNTED.find(({ table }) => name === `public.${table}`);
    if (counted !== undefined) await this.count(tx, counted, rows);
  }

  /** A day that was reported here too has one row: that of the week, which takes what was found here. */
  private async joinDays(tx: Tx, rows: string): Promise<void> {
    await tx.query(
      `WITH gone AS (
         DELETE FROM reconciliations AS here USING json_populate_recordset(NULL::reconciliations, $1::json) AS played
          WHERE (here.provider, here.date) = (played.provider, played.date)
         RETURNING here.id, played.id AS becomes)
       UPDATE reconciliation_items AS item SET reconciliation_id = gone.becomes FROM gone
        WHERE item.reconciliation_id = gone.id`,
      [rows],
    );
  }

  /** What the triggers of a counted list do for new records. */
  private async count(tx: Tx, { table, one, part, kind }: CountedList, rows: string): Promise<void> {
    await tx.query(
      `INSERT INTO ${one}_count_changes (merchant_id, ${part}, hour, status, ${kind}, change)
       SELECT merchant_id, ${part}, date_trunc('hour', created_at, 'UTC'), status, ${kind}, count(*)
         FROM json_populate_recordset(NULL::${table}, $1::json) GROUP BY 1, 2, 3, 4, 5`,
      [rows],
    );
  }
}
