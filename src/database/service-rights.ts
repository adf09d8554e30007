import type { Client } from 'pg';

/** Whatever the migrations make lies in one of these. */
const SCHEMAS = ['public', 'sandbox_provider', 'bullmq'];

/** What the service may do with the rows of its tables; views are for reading … */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';
/** … and where it may do less: the audit log grows only (decision 0018), and what was migrated is the owner's to note. */
const LESS: Readonly<Record<string, string>> = {
  audit_entries: 'SELECT, INSERT',
  audit_head: 'SELECT, UPDATE (entries, mac, key_check)',
  schema_migrations: 'SELECT',
  'bullmq.migration': 'SELECT',
  // The books: everything after the first row is done by functions with their maker's rights (decision 0032).
  ledger_accounts: 'SELECT, INSERT (merchant_id, id, wallet_id, name, min_cents, max_cents)',
  ledger_transactions: `SELECT, INSERT (merchant_id, id, reference, kind, resource_type, resource_id, account_ids,
    amounts_cents, reverses_id, occurred_at, description)`,
  ledger_tail: 'SELECT',
  ledger_entries: 'SELECT',
  ledger_hours: 'SELECT',
  // How far they are verified: noted, and never forgotten.
  ledger_verified: 'SELECT, INSERT, UPDATE',
  ledger_verification: 'SELECT, UPDATE',
  // Terms are added; a trigger keeps what has begun.
  terms: 'SELECT, INSERT, DELETE',
};

/**
 * Grants the role under which API and worker run what they need, and nothing else (decision 0027): what it had is
 * revoked in the same transaction, so that a right which a later version does not need any more goes too. Running
 * processes notice nothing of it. Extensions' tables and functions are none of ours.
 *
 * @param client the session of the owner, who migrates
 */
export async function grantServiceRights(client: Client, role: string): Promise<void> {
  await assertApart(client, role);
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ statement: string }>(STATEMENTS, [
      role,
      SCHEMAS,
      RIGHTS,
      Object.keys(LESS),
      Object.values(LESS),
    ]);
    await client.query(rows.map(({ statement }) => statement).join(';\n'));
    await assertNoMore(client, role);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Where the rights of whoever owns the tables were granted one by one, nothing would be kept from it. */
async function assertApart(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ apart: boolean }>(
    `SELECT NOT (r.rolsuper OR r.rolcreaterole OR pg_has_role(r.oid, t.relowner, 'MEMBER')) AS apart
       FROM pg_roles r, pg_class t WHERE r.rolname = $1 AND t.oid = 'schema_migrations'::regclass`,
    [role],
  );
  if (rows[0] === undefined)
    throw new Error(
      `DATABASE_SERVICE_ROLE: there is no role "${role}". Make it with CREATE ROLE … LOGIN PASSWORD …, then migrate again.`,
    );
  if (!rows[0].apart)
    throw new Error(
      `DATABASE_SERVICE_ROLE: "${role}" owns the tables, or is or may become a member of their owner. ` +
        'The service needs a role that has nothing but what is granted to it.',
    );
}

/** What a role has through PUBLIC or through another role, no grant or revocation for itself takes away. */
async function assertNoMore(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ more: string }>(MORE, [role, SCHEMAS]);
  if (rows.length > 0)
    throw new Error(
      `DATABASE_SERVICE_ROLE: "${role}" may do more than the service needs: ${rows.map(({ more }) => more).join(', ')}. ` +
        'It has that through PUBLIC or a role that it is a member of: revoke it there, then migrate again.',
    );
}

/** One statement a row, revocations first. Sequences are those of identity columns and of BullMQ's ids. */
const STATEMENTS = `
  WITH made AS (
    SELECT c.relkind, format('%I.%I', n.nspname, c.relname) AS name,
           CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS known_as
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($2::text[]) AND c.relkind IN ('r', 'p', 'v', 'S')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')),
  statements (step, statement) AS (
    SELECT 1, format('REVOKE ALL ON SCHEMA %I FROM %I', schema, $1::text) FROM unnest($2::text[]) AS schema
    UNION ALL
    SELECT 2, format('GRANT USAGE ON SCHEMA %I TO %I', schema, $1::text) FROM unnest($2::text[]) AS schema
    UNION ALL
    SELECT 1, format('REVOKE ALL ON %s %s FROM %I', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, name, $1::text)
      FROM made
    UNION ALL
    SELECT 2, format('GRANT %s ON TABLE %s TO %I', coalesce(less.rights, CASE relkind WHEN 'v' THEN 'SELECT' ELSE $3::text END), name, $1::text)
      FROM made LEFT JOIN unnest($4::text[], $5::text[]) AS less (known_as, rights) USING (known_as)
     WHERE relkind <> 'S'
    UNION ALL
    SELECT 2, format('GRANT USAGE ON SEQUENCE %s TO %I', name, $1::text) FROM made WHERE relkind = 'S'
    UNION ALL
    SELECT 2, format('GRANT EXECUTE ON FUNCTION %s TO %I', p.oid::regprocedure, $1::text)
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = ANY($2::text[]) AND p.prokind = 'f'
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    -- BullMQ adds jobs by way of temporary tables.
    SELECT 2, format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I', datname, $1::text)
      FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'USAGE'))
  SELECT statement FROM statements ORDER BY step`;

const MORE = `
  SELECT 'CREATE in the database' AS more WHERE has_database_privilege($1::name, current_database(), 'CREATE')
  UNION ALL
  SELECT 'CREATE in the schema ' || schema FROM unnest($2::text[]) AS schema
   WHERE has_schema_privilege($1::name, schema, 'CREATE')
  UNION ALL
  SELECT 'more than SELECT and INSERT on audit_entries'
   WHERE has_table_privilege($1::name, 'audit_entries', 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege($1::name, 'audit_entries', 'UPDATE')
  UNION ALL
  SELECT 'more than SELECT and UPDATE on audit_head'
   WHERE has_table_privilege($1::name, 'audit_head', 'INSERT, DELETE, TRUNCATE, TRIGGER')
  UNION ALL
  SELECT 'more than SELECT on schema_migrations'
   WHERE has_table_privilege($1::name, 'schema_migrations', 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
  UNION ALL
  SELECT 'more than adding to ' || book FROM unnest(ARRAY['ledger_accounts', 'ledger_transactions']) AS book
   WHERE has_table_privilege($1::name, book, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege($1::name, book, 'UPDATE')
  UNION ALL
  SELECT 'more than SELECT on ' || book FROM unnest(ARRAY['ledger_tail', 'ledger_entries', 'ledger_hours']) AS book
   WHERE has_table_privilege($1::name, book, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_any_column_privilege($1::name, book, 'INSERT, UPDATE')`;
