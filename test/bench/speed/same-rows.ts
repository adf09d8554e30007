import type { Installation } from '../support/installation';
import { type Fresh, literal, newId, type Texts, valueOf } from './statement';
import type { Written } from './written';

/** Records whose rows stand ready to be changed, each in turn. */
const READY = 500;
/** Rows that all who write change: there is one of each for everybody. */
const SHARED = ['public.ledger_accounts', 'public.ledger_hours', 'public.audit_head'];
/** Columns that say whose a row is: the same in every row. */
const WHOSE = ['merchant_id', 'account_id'];
const TEXTS = /^(text|character)/;

/** What a column of a copied row is instead of a value that may be there once: its SQL by table and column. */
type Numbers = ReadonlyMap<string, string>;

interface Copy {
  readonly fresh: readonly Fresh[];
  readonly numbers: Numbers;
}

/**
 * The rows of an operation in one statement: inserted with new ids, changed in records that stand ready. They are in tables like
 * the product's, with their columns, indexes and checks, without its triggers and references: what these write is among the rows.
 *
 * @param schema of the tables, which are made here
 */
export async function sameRows(
  installation: Installation,
  schema: string,
  written: readonly Written[],
): Promise<string> {
  const limit: Written[] = written.map((one) => ({
    ...one,
    table: `${schema}.${one.table.replace('.', '_')}`,
  }));
  await installation.query(`CREATE SCHEMA ${schema}`);
  await installation.query(`CREATE SEQUENCE ${schema}.number`);
  const isShared = (at: number): boolean => SHARED.includes(written[at]!.table);
  const ready = copyOf(
    limit
      .filter((_, at) => !isShared(at))
      .map((one) => ({ ...one, inserted: one.changed.map(({ was }) => was) })),
    {
      schema,
      id: (was) => `md5(${literal(was)} || at.n)::uuid::text`,
    },
  );
  const newIds: string[] = [];
  const inserted = copyOf(limit, {
    schema,
    id: () => `ids.f${newIds.push('new') - 1}::text`,
  });
  const none: Copy = { fresh: [], numbers: new Map() };
  const parts: string[] = [];
  for (const [at, one] of limit.entries()) {
    await installation.query(`CREATE TABLE ${one.table} (LIKE ${written[at]!.table} INCLUDING ALL)`);
    const rows = one.changed.map(({ was }) => was);
    const [own, copies] = isShared(at) ? [none, 1] : [ready, READY];
    if (rows.length > 0)
      await installation.query(
        insertOf(one, rows, own, `(SELECT n FROM generate_series(0, ${copies - 1}) AS n) AS at`),
      );
    if (one.inserted.length > 0) parts.push(insertOf(one, one.inserted, inserted, 'ids'));
    for (const { was, is } of one.changed) parts.push(updateOf(one, was, is, own));
  }
  const idSql = await newId(installation);
  const ids = newIds.map((_, at) => `${idSql} AS f${at}`).join(', ');
  const head = `WITH at AS MATERIALIZED (SELECT nextval('${schema}.number') % ${READY} AS n), ids AS MATERIALIZED (SELECT ${ids})`;
  await assertWrites(installation, head, parts, written);
  await installation.query(`ANALYZE ${limit.map(({ table }) => table).join(', ')}`);
  return `${head}, ${parts.map((part, at) => `w${at} AS (${part})`).join(', ')} SELECT`;
}

/** What has to be another value in each copy of these inserted rows, so that no unique index refuses it. */
function copyOf(
  written: readonly Written[],
  { schema, id }: { schema: string; id: (was: string) => string },
): Copy {
  const fresh: Fresh[] = [];
  const numbers = new Map<string, string>();
  const isFresh = (text: string): boolean => fresh.some(({ was }) => text.includes(was));
  const settle = (
    isOfKind: (type: string) => boolean,
    change: (at: string, was: string, type: string) => void,
  ) => {
    for (const { table, columns, uniques, inserted } of written)
      for (const unique of uniques)
        for (const row of inserted) {
          const own = columns.filter(({ name }) => unique.columns.includes(name) && !WHOSE.includes(name));
          const values = own.map(({ name }) => row[name] ?? null);
          const isSettled = own.some(
            ({ name }, at) => numbers.has(`${table}.${name}`) || isFresh(values[at] ?? ''),
          );
          const at = own.findIndex(({ type }) => isOfKind(type));
          const was = values[at] ?? null;
          if (!isSettled && was !== null && (unique.null_is_equal || !values.includes(null)))
            change(`${table}.${own[at]!.name}`, was, own[at]!.type);
        }
  };
  settle(
    (type) => type === 'uuid',
    (_, was) => fresh.push({ was, sql: id(was) }),
  );
  settle(
    (type) => TEXTS.test(type),
    (_, was) =>
      fresh.push({ was, sql: `right(upper(replace(${id(was)}, '-', '')), ${Math.min(32, was.length)})` }),
  );
  settle(
    (type) => type === 'bytea',
    (at, was) => numbers.set(at, `sha256(convert_to(${id(was)}, 'UTF8'))`),
  );
  settle(
    (type) => /^(bigint|integer)$/.test(type),
    (at, _, type) => numbers.set(at, `CAST(nextval('${schema}.number') AS ${type})`),
  );
  return { fresh, numbers };
}

function insertOf(
  { table, columns }: Written,
  rows: readonly Texts[],
  { fresh, numbers }: Copy,
  from: string,
): string {
  const names = columns.map(({ name }) => name).join(', ');
  const selects = rows.map((row) => {
    const values = columns.map(
      ({ name, type }) => numbers.get(`${table}.${name}`) ?? valueOf(row[name] ?? null, type, fresh),
    );
    return `SELECT ${values.join(', ')} FROM ${from}`;
  });
  return `INSERT INTO ${table} (${names}) ${selects.join(' UNION ALL ')}`;
}

function updateOf({ table, columns, keys }: Written, was: Texts, is: Texts, { fresh }: Copy): string {
  const changed = columns.filter(({ name }) => was[name] !== is[name]);
  const sets = changed.map(({ name, type }) => `${name} = ${valueOf(is[name] ?? null, type, fresh)}`);
  const own = columns.filter(({ name }) => keys.includes(name));
  const wheres = own.map(({ name, type }) => `t.${name} = ${valueOf(was[name] ?? null, type, fresh)}`);
  return `UPDATE ${table} AS t SET ${sets.join(', ')} FROM at WHERE ${wheres.join(' AND ')}`;
}

/** A limit that leaves rows out is none: it must write as many as the operation did, which it is asked for once. */
async function assertWrites(
  installation: Installation,
  head: string,
  parts: readonly string[],
  written: readonly Written[],
): Promise<void> {
  const counted = parts.map((part, at) => `w${at} AS (${part} RETURNING 1)`);
  const sums = parts.map((_, at) => `(SELECT count(*) FROM w${at})`).join(' + ');
  const [row] = await installation.query<{ rows: number }>(
    `${head}, ${counted.join(', ')} SELECT (${sums})::int AS rows`,
  );
  const wanted = written.reduce((sum, one) => sum + one.inserted.length + one.changed.length, 0);
  if (row?.rows !== wanted) throw new Error(`the statement writes ${String(row?.rows)} rows of ${wanted}`);
}
