import type { OperatorRole, Scope } from '../../src/auth';

const OUTCOMES = ['allowed', 'unknown (401)', 'forbidden (403)', 'hidden (404)'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const [ALLOWED, UNKNOWN, FORBIDDEN, HIDDEN] = OUTCOMES;

/** Whom the service sees. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'merchant'; readonly mode: 'test' | 'live'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'portal'; readonly of: 'merchant' | 'submerchant' }
  | { readonly kind: 'operator'; readonly via: 'key' | 'session'; readonly role: OperatorRole };
export type Rule = (identity: Identity) => Outcome;

export const ROLES: readonly OperatorRole[] = ['viewer', 'reviewer', 'treasurer', 'admin'];

const anybody: Rule = () => ALLOWED;
/** Payment providers sign what they send: no credentials of ours open their door. */
const providersAlone: Rule = () => UNKNOWN;

function merchants(scope: Scope, only?: 'test'): Rule {
  return (identity) => {
    if (identity.kind === 'nobody') return UNKNOWN;
    if (identity.kind !== 'merchant') return FORBIDDEN;
    if (only === 'test' && identity.mode === 'live') return HIDDEN;
    return identity.scopes.includes(scope) ? ALLOWED : FORBIDDEN;
  };
}

/** Who may what each role may: a treasurer decides on no registration, a reviewer on no money (money contract §20). */
const MAY: Readonly<Record<OperatorRole, readonly OperatorRole[]>> = {
  viewer: ROLES,
  reviewer: ['reviewer', 'admin'],
  treasurer: ['treasurer', 'admin'],
  admin: ['admin'],
};

function operators(lowest: OperatorRole, via?: 'session'): Rule {
  return (identity) => {
    // The portal's cookie is none where operators' is.
    if (identity.kind === 'nobody' || identity.kind === 'portal') return UNKNOWN;
    if (identity.kind === 'merchant') return FORBIDDEN;
    if (via === 'session' && identity.via === 'key') return FORBIDDEN;
    return MAY[lowest].includes(identity.role) ? ALLOWED : FORBIDDEN;
  };
}

/** The routes that the portal's own pages use about their session. */
const portals: Rule = (identity) => {
  if (identity.kind === 'nobody') return UNKNOWN;
  return identity.kind === 'portal' ? ALLOWED : FORBIDDEN;
};

interface Group {
  readonly rule: Rule;
  /** The answer shows a secret, once: of operators' routes such a one needs a session (contract §8). */
  readonly secret?: true;
  readonly routes: readonly string[];
}

/** Every route there is: a new one belongs into exactly one of these groups, by who may use it and what it answers. */
export const TABLE: readonly Group[] = [
  {
    rule: anybody,
    routes: [
      'GET /',
      'GET /health/live',
      'GET /health/ready',
      'GET /metrics',
      'GET /openapi.json',
      'GET /openapi-review.json',
      'GET /docs',
      'GET /docs/reference.js',
      'POST /v1/review/session',
      'POST /v1/portal-sessions/current',
    ],
  },
  { rule: providersAlone, routes: ['POST /providers/:account/notifications'] },
  {
    rule: merchants('read'),
    routes: [
      'GET /v1/merchant',
      'GET /v1/merchant/keys',
      'GET /v1/requests',
      'GET /v1/terms',
      'GET /v1/withdrawals',
      'GET /v1/withdrawals/options',
      'GET /v1/withdrawals/summary',
      'GET /v1/withdrawals/:id',
      'GET /v1/withdrawals/:id/receipt',
      'GET /v1/banks',
      'GET /v1/banks/:code',
      'GET /v1/banks/ispb/:ispb',
      'GET /v1/disputes',
      'GET /v1/disputes/:id',
      'GET /v1/submerchants',
      'GET /v1/submerchants/:id',
      'GET /v1/submerchants/:id/legal-representatives',
      'GET /v1/submerchants/:id/legal-representatives/:repId',
      'GET /v1/submerchants/:id/addresses',
      'GET /v1/submerchants/:id/addresses/:addressId',
      'GET /v1/submerchants/:id/documents',
      'GET /v1/submerchants/:id/documents/:documentId',
      'GET /v1/submerchants/:id/uploads/:uploadId',
      'GET /v1/submerchants/:id/requirements',
      'GET /v1/submerchants/:id/timeline',
      'GET /v1/wallets',
      'GET /v1/wallets/:id',
      'GET /v1/wallets/:id/entries',
      'GET /v1/wallets/:id/statement',
      'GET /v1/wallets/:id/transfers',
      'GET /v1/wallets/:id/statement.csv',
      'GET /v1/wallets/:id/destinations',
      'GET /v1/wallets/:id/destinations/:destinationId',
      'GET /v1/charges',
      'GET /v1/charges/:id',
      'GET /v1/charges/:id/qr-code.png',
      'GET /v1/charges/:id/refunds',
      'GET /v1/charges/:id/refunds/:refundId',
      'GET /v1/receivables',
      'GET /v1/receivables/summary',
      'GET /v1/receivables/settlements',
      'GET /v1/receivables/settlements/:id',
      'GET /v1/receivables/:id',
      'GET /v1/postbacks/endpoints',
      'GET /v1/postbacks/endpoints/:id',
      'GET /v1/postbacks/delivery-logs',
      'GET /v1/postbacks/delivery-logs/:id',
      'GET /v1/postbacks/event-types',
      // They change nothing.
      'POST /v1/charges/preview',
      'POST /v1/postbacks/verify',
    ],
  },
  {
    rule: merchants('write'),
    routes: [
      'POST /v1/portal-sessions',
      'POST /v1/submerchants',
      'PATCH /v1/submerchants/:id',
      'POST /v1/submerchants/:id/legal-representatives',
      'DELETE /v1/submerchants/:id/legal-representatives/:repId',
      'POST /v1/submerchants/:id/addresses',
      'PATCH /v1/submerchants/:id/addresses/:addressId',
      'DELETE /v1/submerchants/:id/addresses/:addressId',
      'POST /v1/submerchants/:id/documents',
      'POST /v1/submerchants/:id/uploads',
      'POST /v1/submerchants/:id/submit-for-review',
      'POST /v1/submerchants/:id/request-resubmission',
      'POST /v1/charges',
      'POST /v1/charges/:id/capture',
      'POST /v1/charges/:id/void',
      'POST /v1/charges/:id/refund',
      'POST /v1/disputes/:id/contest',
      'POST /v1/disputes/:id/accept',
      'PATCH /v1/postbacks/endpoints/:id',
      'DELETE /v1/postbacks/endpoints/:id',
      'POST /v1/postbacks/endpoints/:id/ping',
      'POST /v1/postbacks/endpoints/:id/replay',
      'POST /v1/postbacks/delivery-logs/:id/resend',
    ],
  },
  {
    rule: merchants('money'),
    routes: [
      'POST /v1/withdrawals',
      'POST /v1/withdrawals/:id/cancel',
      'POST /v1/wallets/:id/transfers',
      'POST /v1/wallets/:id/destinations',
      'PATCH /v1/wallets/:id/destinations/:destinationId',
      'DELETE /v1/wallets/:id/destinations/:destinationId',
    ],
  },
  {
    rule: merchants('write'),
    secret: true,
    routes: ['POST /v1/postbacks/endpoints', 'POST /v1/postbacks/endpoints/:id/secret/regenerate'],
  },
  { rule: portals, routes: ['GET /v1/portal-sessions/current', 'DELETE /v1/portal-sessions/current'] },
  {
    rule: merchants('write', 'test'),
    routes: [
      'POST /v1/sandbox/charges/:id/pay',
      'POST /v1/sandbox/charges/:id/expire',
      'POST /v1/sandbox/charges/:id/chargeback',
      'POST /v1/sandbox/receivables/settle',
      'POST /v1/sandbox/charges/:id/dispute',
      'POST /v1/sandbox/disputes/:id/win',
      'POST /v1/sandbox/disputes/:id/lose',
      'POST /v1/sandbox/withdrawals/:id/return',
      'POST /v1/sandbox/submerchants/:id/approve',
      'POST /v1/sandbox/submerchants/:id/reject',
    ],
  },
  {
    rule: operators('viewer'),
    routes: [
      'GET /v1/review/submerchants',
      'GET /v1/review/submerchants/:id',
      'GET /v1/review/documents/:id/file',
      'GET /v1/review/stats',
      'GET /v1/review/merchants',
      'GET /v1/review/merchants/:id',
      'GET /v1/review/merchants/:id/submerchants',
      'GET /v1/review/charges',
      'GET /v1/review/charges/:id',
      'GET /v1/review/deliveries',
      'GET /v1/review/deliveries/:id',
      'GET /v1/review/providers',
      'GET /v1/review/terms',
      'GET /v1/review/wallets',
      'GET /v1/review/wallets/:id',
      'GET /v1/review/wallets/:id/entries',
      'GET /v1/review/wallets/:id/statement',
      'GET /v1/review/receivables',
      'GET /v1/review/receivables/summary',
      'GET /v1/review/wallets/:id/holds',
      'GET /v1/review/books/:merchantId',
      'GET /v1/review/books/:merchantId/transactions',
      'GET /v1/review/books/:merchantId/transactions/:id',
      'GET /v1/review/money-requests',
      'GET /v1/review/invariants',
      'GET /v1/review/disputes',
      'GET /v1/review/disputes/:id',
      'GET /v1/review/withdrawals',
    ],
  },
  {
    rule: operators('reviewer'),
    routes: [
      'POST /v1/review/submerchants/:id/claim',
      'POST /v1/review/submerchants/:id/release',
      'POST /v1/review/submerchants/:id/notes',
      'POST /v1/review/submerchants/:id/reveal',
      'POST /v1/review/submerchants/:id/approve',
      'POST /v1/review/submerchants/:id/reject',
      'POST /v1/review/submerchants/:id/request-resubmission',
      'POST /v1/review/submerchants/:id/suspend',
      'POST /v1/review/submerchants/:id/reactivate',
      'PATCH /v1/review/submerchants/:id',
      'DELETE /v1/review/submerchants/:id/decision',
      'POST /v1/review/documents/:id/approve',
      'POST /v1/review/documents/:id/reject',
      'POST /v1/review/deliveries/:id/resend',
    ],
  },
  {
    rule: operators('treasurer'),
    routes: [
      'POST /v1/review/wallets/:id/freeze',
      'POST /v1/review/wallets/:id/unfreeze',
      'POST /v1/review/wallets/:id/holds',
      'DELETE /v1/review/wallets/:id/holds/:holdId',
      'POST /v1/review/wallets/:id/adjustments',
      'POST /v1/review/wallets/:id/write-off',
      'POST /v1/review/books/:merchantId/transactions/:id/reverse',
      'DELETE /v1/review/money-requests/:id',
      'POST /v1/review/invariants/run',
      'POST /v1/review/withdrawals/:id/approve',
      'POST /v1/review/withdrawals/:id/refuse',
      'POST /v1/review/withdrawals/:id/cancel',
    ],
  },
  {
    rule: operators('admin'),
    routes: [
      'PATCH /v1/review/wallets/:id',
      'GET /v1/review/audit',
      'GET /v1/review/audit/verify',
      'POST /v1/review/terms',
      'DELETE /v1/review/terms/:id',
    ],
  },
  {
    rule: operators('viewer', 'session'),
    routes: [
      'GET /v1/review/session',
      'DELETE /v1/review/session',
      'POST /v1/review/session/password',
      'DELETE /v1/review/session/totp',
      'GET /v1/review/merchants/:id/limits',
      'GET /v1/review/merchants/:id/keys',
    ],
  },
  {
    rule: operators('viewer', 'session'),
    secret: true,
    routes: ['POST /v1/review/session/totp', 'POST /v1/review/session/totp/confirm'],
  },
  {
    rule: operators('admin', 'session'),
    secret: true,
    routes: ['POST /v1/review/merchants', 'POST /v1/review/operators', 'POST /v1/review/merchants/:id/keys'],
  },
  {
    rule: operators('admin', 'session'),
    routes: [
      'GET /v1/review/operators',
      'PATCH /v1/review/operators/:id',
      'PATCH /v1/review/merchants/:id/limits',
      'DELETE /v1/review/merchants/:id/keys/:public_key',
    ],
  },
];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

/** What of an OpenAPI document tells which routes answer a secret. */
export interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The fields in which a secret is ever answered. */
const SECRET_FIELDS = ['secret', 'secret_key', 'password', 'otpauth_url', 'recovery_codes'];

/** The routes whose successes hold a secret, by the schemas of their answers. */
export function routesWithSecrets({ paths, components }: ApiDocument): string[] {
  const holdsSecret = (schema: unknown, seen: ReadonlySet<string> = new Set()): boolean => {
    if (typeof schema !== 'object' || schema === null) return false;
    const { $ref, properties } = schema as Schema;
    if (properties !== undefined && SECRET_FIELDS.some((name) => name in properties)) return true;
    if ($ref === undefined) return Object.values(schema).some((part) => holdsSecret(part, seen));
    const name = $ref.split('/').at(-1) ?? '';
    return !seen.has(name) && holdsSecret(components.schemas[name], new Set([...seen, name]));
  };
  const successes = (responses: Readonly<Record<string, unknown>>) =>
    Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { responses }]) => ({
        name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        answers: successes(responses),
      })),
    )
    .filter(({ answers }) => holdsSecret(answers))
    .map(({ name }) => name)
    .sort();
}
