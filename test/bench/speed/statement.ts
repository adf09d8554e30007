import type { Installation } from '../support/installation';

/** Every table that a new charge writes, and which of its rows are the charge's. */
const TABLES = [
  { table: 'charges', own: 'id = $1' },
  { table: 'charge_splits', own: 'charge_id = $1' },
  { table: 'charge_status_history', own: 'charge_id = $1' },
  { table: 'provider_calls', own: 'subject_id = $1' },
  { table: 'provider_references', own: 'subject_id = $1' },
  { table: 'outbox_events', own: 'resource_id = $1' },
  { table: 'idempotency_records', own: 'position($1::text in response_body) > 0' },
] as const;

/** A column that a row is written with, and its type in SQL. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** A row by its columns, each as text. */
export type Texts = Readonly<Record<string, string | null>>;

/** Rows that one table got. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Texts[];
}

/** What is another value in each copy, and the SQL that makes it. */
export interface Fresh {
  readonly was: string;
  readonly sql: string;
}

/** The columns of $1 that whoever inserts names. */
export const COLUMNS = `
  SELECT attname AS name, format_type(atttypid, atttypmod) AS type
    FROM pg_attribute
   WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''
   ORDER BY attnum`;

/**
 * One statement that writes what the product wrote for this charge, with new ids: the least that PostgreSQL must do for
 * it. Its text is made of the rows themselves, so it changes with the product.
 *
 * @param copies how many charges one execution writes
 */
export async function statementOf(installation: Installation, chargeId: string, copies = 1): Promise<string> {
  const tables: TableRows[] = [];
  for (const { table, own } of TABLES) tables.push(await readRows(installation, table, own, chargeId));
  const newId = await newIdOf(installation);
  const fresh = freshValues(tables, chargeId);
  const inserts = tables
    .filter(({ rows }) => rows.length > 0)
    .map((rows, index) => `t${index} AS (${insertOf(rows, fresh)})`);
  return `WITH ids AS MATERIALIZED (SELECT ${newId} AS charge, ${newId} AS call, ${newId} AS event FROM generate_series(1, ${copies})), ${inserts.join(', ')} SELECT`;
}

/** The SQL of an id that grows, as the product's do; before PostgreSQL 18 there is no function for it. */
export async function newIdOf(installation: Installation): Promise<string> {
  const [version] = await installation.query<{ number: number }>(
    `SELECT current_setting('server_version_num')::int AS number`,
  );
  return (version?.number ?? 0) >= 180_000 ? 'uuidv7()' : 'gen_random_uuid()';
}

async function readRows(
  installation: Installation,
  table: string,
  own: string,
  chargeId: string,
): Promise<TableRows> {
  const columns = await installation.query<Column>(COLUMNS, [table]);
  const texts = columns.map(({ name }) => `${name}::text AS ${name}`).join(', ');
  const rows = await installation.query<Texts>(`SELECT ${texts} FROM ${table} WHERE ${own}`, [chargeId]);
  return { table, columns, rows };
}

function freshValues(tables: readonly TableRows[], chargeId: string): Fresh[] {
  const first = (table: string, column: string): string | null =>
    tables.find((rows) => rows.table === table)?.rows[0]?.[column] ?? null;
  const reference = first('charges', 'provider_reference');
  const known = [
    { was: chargeId, sql: 'ids.charge::text' },
    { was: first('provider_calls', 'id'), sql: 'ids.call::text' },
    { was: first('outbox_events', 'id'), sql: 'ids.event::text' },
    {
      was: reference,
      sql: `right(upper(replace(ids.charge::text, '-', '')), ${Math.min(32, reference?.length ?? 0)})`,
    },
  ];
  return known.flatMap(({ was, sql }) => (was === null ? [] : [{ was, sql }]));
}

function insertOf({ table, columns, rows }: TableRows, fresh: readonly Fresh[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const selects = rows.map((row) => {
    const values = columns.map(({ name, type }) => {
      // The hash of a request with another key is another one.
      if (name === 'scope') return 'sha256(uuid_send(ids.charge))';
      // As it was written; a worker may have handed it on since.
      return valueOf(name === 'relayed_at' ? null : (row[name] ?? null), type, fresh);
    });
    return `SELECT ${values.join(', ')} FROM ids`;
  });
  return `INSERT INTO ${table} (${names}) ${selects.join(' UNION ALL ')}`;
}

/** The SQL of a value in which what is fresh was replaced. */
export function valueOf(text: string | null, type: string, fresh: readonly Fresh[]): string {
  if (text === null) return `CAST(NULL AS ${type})`;
  let parts: readonly (string | Fresh)[] = [text];
  for (const one of fresh)
    parts = parts.flatMap((part) => (typeof part === 'string' ? splitAt(part, one) : [part]));
  const pieces = parts
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? literal(part) : part.sql));
  return `CAST(${pieces.length === 0 ? "''" : pieces.join(' || ')} AS ${type})`;
}

function splitAt(text: string, fresh: Fresh): (string | Fresh)[] {
  return text.split(fresh.was).flatMap((part, index) => (index === 0 ? [part] : [fresh, part]));
}

/** Text of SQL. No colon in it: pgbench would take what follows for one of its variables. */
export function literal(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replaceAll('\n', '\\n')
    .replaceAll(':', '\\x3a');
  return `E'${escaped}'`;
}
