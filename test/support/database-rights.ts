import type { TwoRoles } from './two-roles';

/** What the service's role may do with a table, unless it is named below. */
export const RIGHTS = 'DELETE, INSERT, SELECT, UPDATE';
const LESS: Readonly<Record<string, string>> = {
  'public.audit_entries': 'INSERT, SELECT',
  'public.audit_head': 'SELECT, UPDATE (entries), UPDATE (key_check), UPDATE (mac)',
  'public.schema_migrations': 'SELECT',
  'public.review_queue': 'SELECT',
  'bullmq.migration': 'SELECT',
  'public.ledger_accounts': `${inserts('id', 'max_cents', 'merchant_id', 'min_cents', 'name', 'wallet_id')}, SELECT`,
  'public.ledger_transactions': `${inserts('account_ids', 'amounts_cents', 'description', 'id', 'kind', 'merchant_id', 'occurred_at', 'reference', 'resource_id', 'resource_type', 'reverses_id')}, SELECT`,
  'public.ledger_tail': 'SELECT',
  'public.ledger_entries': 'SELECT',
  'public.ledger_hours': 'SELECT',
  'public.ledger_verified': 'INSERT, SELECT, UPDATE',
  'public.ledger_verification': 'SELECT, UPDATE',
  'public.terms': 'DELETE, INSERT, SELECT',
};

function inserts(...columns: readonly string[]): string {
  return columns.map((column) => `INSERT (${column})`).join(', ');
}

/** Of every relation, sequence, function and schema that is not PostgreSQL's own: whose it is, and who may do what. */
const GRANTED = `
  WITH ours AS (SELECT oid, nspname FROM pg_namespace
                 WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'),
  objects (kind, name, owner, acl, suffix) AS (
    SELECT CASE relkind WHEN 'S' THEN 'sequence' ELSE 'table' END, nspname || '.' || relname, relowner,
           coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner)), ''
      FROM pg_class c JOIN ours o ON o.oid = relnamespace WHERE relkind NOT IN ('i', 'I', 'c', 't')
    UNION ALL
    SELECT 'table', nspname || '.' || relname, relowner, attacl, ' (' || attname || ')'
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid JOIN ours o ON o.oid = relnamespace WHERE attacl IS NOT NULL
    UNION ALL
    SELECT 'function', p.oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner)), ''
      FROM pg_proc p JOIN ours o ON o.oid = pronamespace
     WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT 'schema', nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner)), '' FROM ours JOIN pg_namespace USING (oid, nspname))
  SELECT kind, name, bool_or(pg_has_role($1::text::name, owner, 'MEMBER')) AS owned,
         string_agg(privilege_type || suffix, ', ' ORDER BY privilege_type, suffix)
           FILTER (WHERE grantee = $1::text::regrole) AS granted,
         string_agg(privilege_type || suffix, ', ' ORDER BY privilege_type, suffix)
           FILTER (WHERE grantee = 0) AS public
    FROM objects, aclexplode(acl) GROUP BY kind, name`;

interface Granted {
  readonly kind: 'table' | 'sequence' | 'function' | 'schema';
  readonly name: string;
  readonly owned: boolean;
  readonly granted: string | null;
  readonly public: string | null;
}

function expectedOf({ kind, name }: Granted): string {
  if (kind === 'table') return LESS[name] ?? RIGHTS;
  return kind === 'function' ? 'EXECUTE' : 'USAGE';
}

/** What PostgreSQL gives everybody, and what is harmless: to call functions, and to look what the schema public has. */
function isUsual({ kind, name, public: everybody }: Granted): boolean {
  return everybody === null || kind === 'function' || (name === 'public' && everybody === 'USAGE');
}

/** Every object on which the service's role, or everybody, has another right than it should have, with what it has. */
export async function offencesAgainstRights(roles: TwoRoles): Promise<string[]> {
  const found = await roles.as<Granted>('owner', GRANTED, [roles.service]);
  expect(found.filter(({ kind }) => kind === 'table').length).toBeGreaterThan(40);
  return found
    .filter((one) => one.owned || one.granted !== expectedOf(one) || !isUsual(one))
    .map(({ name, owned, granted, public: everybody }) =>
      [name, owned ? 'owned' : granted, ...(everybody === null ? [] : [`everybody ${everybody}`])].join(': '),
    )
    .sort();
}
