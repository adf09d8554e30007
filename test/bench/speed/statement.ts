import type { Installation } from '../support/installation';

/** A table, and which of its rows belong to what is copied ($1). */
export interface Copied {
  readonly table: string;
  readonly own: string;
  /** Where copies go; default the table itself. */
  readonly into?: string;
}

/** Every table that a new charge writes, and which of its rows are the charge's. */
const TABLES: readonly Copied[] = [
  { table: 'charges', own: 'id = $1' },
  { table: 'charge_splits', own: 'charge_id = $1' },
  { table: 'charge_status_history', own: 'charge_id = $1' },
  { table: 'provider_calls', own: 'subject_id = $1' },
  { table: 'provider_references', own: 'subject_id = $1' },
  { table: 'outbox_events', own: 'resource_id = $1' },
  { table: 'idempotency_records', own: 'position($1::text in response_body) > 0' },
];

/** A column that a row is written with, and its type in SQL. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** A row by its columns, each as text. */
export type Texts = Readonly<Record<string, string | null>>;

/** Rows that one table got. */
export interface TableRows extends Copied {
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
  const tables = await readTables(installation, TABLES, chargeId);
  const first = (table: string, column: string): string | null =>
    tables.find((rows) => rows.table === table)?.rows[0]?.[column] ?? null;
  const reference = first('charges', 'provider_reference');
  const known = [chargeId, first('provider_calls', 'id'), first('outbox_events', 'id')];
  const ids = known.filter((id) => id !== null);
  const length = Math.min(32, reference?.length ?? 0);
  const sql = `right(upper(replace(${SUBJECT}::text, '-', '')), ${length})`;
  const derived = reference === null ? [] : [{ was: reference, sql }];
  return copyOf(tables, { ids, derived, idSql: await newId(installation), copies });
}

/**
 * The same of other rows: those of these tables that belong to a subject.
 * @param idTables tables whose own ids are new ones in each copy
 * @param also further parts of the statement, each `name AS (…)`
 */
export async function statementOfRows(
  installation: Installation,
  subjectId: string,
  copied: readonly Copied[],
  { idTables, also = [] }: { readonly idTables: readonly string[]; readonly also?: readonly string[] },
): Promise<string> {
  const tables = await readTables(installation, copied, subjectId);
  const ids = tables
    .filter(({ table }) => idTables.includes(table))
    .flatMap(({ rows }) => rows.flatMap(({ id }) => id ?? []));
  return copyOf(tables, { ids: [subjectId, ...ids], idSql: await newId(installation), also });
}

/** The SQL of ids that grow, as the product's do; before PostgreSQL 18 there is no function for them. */
export async function newId(installation: Installation): Promise<string> {
  const [version] = await installation.query<{ number: number }>(
    `SELECT current_setting('server_version_num')::int AS number`,
  );
  return (version?.number ?? 0) >= 180_000 ? 'uuidv7()' : 'gen_random_uuid()';
}

/** The new id of what is copied. */
const SUBJECT = 'ids.id0';

interface Copying {
  /** What gets a new id in each copy; the subject first. */
  readonly ids: readonly string[];
  /** What follows from the new ids. */
  readonly derived?: readonly Fresh[];
  readonly idSql: string;
  readonly copies?: number;
  readonly also?: readonly string[];
}

function copyOf(
  tables: readonly TableRows[],
  { ids, derived = [], idSql, copies = 1, also = [] }: Copying,
): string {
  const fresh = [...ids.map((was, place) => ({ was, sql: `ids.id${place}::text` })), ...derived];
  const values = ids.map((_, place) => `${idSql} AS id${place}`).join(', ');
  const inserts = tables
    .filter(({ rows }) => rows.length > 0)
    .map((rows, index) => `t${index} AS (${insertOf(rows, fresh)})`);
  const made = `ids AS MATERIALIZED (SELECT ${values} FROM generate_series(1, ${copies}))`;
  return `WITH ${[made, ...inserts, ...also].join(', ')} SELECT`;
}

async function readTables(
  installation: Installation,
  copied: readonly Copied[],
  subjectId: string,
): Promise<TableRows[]> {
  const tables: TableRows[] = [];
  for (const one of copied) tables.push(await readRows(installation, one, subjectId));
  return tables;
}

async function readRows(installation: Installation, copied: Copied, subjectId: string): Promise<TableRows> {
  const { table, own } = copied;
  const columns = await installation.query<Column>(COLUMNS, [table]);
  const texts = columns.map(({ name }) => `${name}::text AS ${name}`).join(', ');
  const rows = await installation.query<Texts>(`SELECT ${texts} FROM ${table} WHERE ${own}`, [subjectId]);
  return { ...copied, columns, rows };
}

function insertOf({ table, into = table, columns, rows }: TableRows, fresh: readonly Fresh[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const selects = rows.map((row) => {
    const values = columns.map(({ name, type }) => {
      // The hash of a request with another key is another one.
      if (name === 'scope') return `sha256(uuid_send(${SUBJECT}))`;
      // As it was written; a worker may have handed it on since.
      return valueOf(name === 'relayed_at' ? null : (row[name] ?? null), type, fresh);
    });
    return `SELECT ${values.join(', ')} FROM ids`;
  });
  return `INSERT INTO ${into} (${names}) ${selects.join(' UNION ALL ')}`;
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
