import type { Installation } from '../support/installation';
import { type Column, COLUMNS, type Texts } from './statement';

/** Written in groups beside the requests, for what many did: no operation's own. */
const BESIDE = ['public.api_requests', 'public.api_keys', 'public.operator_keys'];

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS table,
         ARRAY(SELECT a.attname::text FROM pg_index i, unnest(i.indkey) AS k JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k
                WHERE i.indrelid = c.oid AND i.indisprimary) AS keys
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND n.nspname IN ('public', 'sandbox_provider') ORDER BY 1`;

/** The columns of each unique index of $1, as far as they are columns, and whether it takes two nulls for the same. */
const UNIQUES = `
  SELECT ARRAY(SELECT a.attname::text FROM unnest(i.indkey) AS k JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k) AS columns,
         i.indnullsnotdistinct AS null_is_equal
    FROM pg_index i WHERE i.indrelid = $1::regclass AND i.indisunique`;

interface Unique {
  readonly columns: readonly string[];
  readonly null_is_equal: boolean;
}

/** What an operation left in one table. */
export interface Written {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  /** Columns of which no two rows have the same values. */
  readonly uniques: readonly Unique[];
  readonly inserted: readonly Texts[];
  readonly changed: readonly { readonly was: Texts; readonly is: Texts }[];
}

/** A table of the service or of its sandbox provider. */
export interface Table {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
}

type Snapshot = ReadonlyMap<string, ReadonlyMap<string, Texts>>;

/** All tables in which an operation may leave something. */
export async function tablesOf(installation: Installation): Promise<Table[]> {
  const found = await installation.query<Omit<Table, 'columns'>>(TABLES);
  const own = found.filter(({ table }) => !BESIDE.includes(table));
  return Promise.all(
    own.map(async (one) => ({ ...one, columns: await installation.query<Column>(COLUMNS, [one.table]) })),
  );
}

/** The rows that an operation inserts and changes in these tables, while nothing else is done. What it deletes is left out. */
export async function rowsWrittenBy(
  installation: Installation,
  tables: readonly Table[],
  operation: () => Promise<unknown>,
): Promise<Written[]> {
  const before = await snapshot(installation, tables);
  await operation();
  const after = await snapshot(installation, tables);
  const written: Written[] = [];
  for (const { table, keys, columns } of tables) {
    const [old, now] = [before.get(table)!, after.get(table)!];
    const inserted = [...now].filter(([key]) => !old.has(key)).map(([, row]) => row);
    const changed = [...now].flatMap(([key, is]) => {
      const was = old.get(key);
      return was === undefined || JSON.stringify(was) === JSON.stringify(is) ? [] : [{ was, is }];
    });
    if (inserted.length + changed.length === 0) continue;
    const uniques = await installation.query<Unique>(UNIQUES, [table]);
    written.push({ table, columns, keys, uniques, inserted, changed });
  }
  return written;
}

async function snapshot(installation: Installation, tables: readonly Table[]): Promise<Snapshot> {
  const read = tables.map(async ({ table, keys, columns }): Promise<[string, Map<string, Texts>]> => {
    const names = [...new Set([...keys, ...columns.map(({ name }) => name)])];
    const texts = names.map((name) => `${name}::text AS ${name}`).join(', ');
    const rows = await installation.query<Texts>(`SELECT ${texts} FROM ${table}`);
    // Without a key a row is what it holds.
    const keyOf = (row: Texts): string =>
      JSON.stringify((keys.length > 0 ? keys : names).map((key) => row[key]));
    return [table, new Map(rows.map((row) => [keyOf(row), row]))];
  });
  return new Map(await Promise.all(read));
}
