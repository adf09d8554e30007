import { FORBIDDEN, HIDDEN, type Identity, type Outcome, type Rule } from './access-table';

/** What of the merchants' routes a session of the portal opens, and whether one of a single submerchant does (decision 0048). */
const IN_PORTAL: Readonly<Record<string, 'merchant' | 'submerchant'>> = {
  'GET /v1/merchant/keys': 'merchant',
  'GET /v1/submerchants': 'merchant',
  'GET /v1/submerchants/:id': 'submerchant',
  'GET /v1/submerchants/:id/legal-representatives': 'submerchant',
  'GET /v1/submerchants/:id/documents': 'submerchant',
  'GET /v1/submerchants/:id/documents/:documentId': 'submerchant',
  'POST /v1/submerchants/:id/documents': 'submerchant',
  'POST /v1/submerchants/:id/uploads': 'submerchant',
  'GET /v1/submerchants/:id/uploads/:uploadId': 'submerchant',
  'GET /v1/submerchants/:id/requirements': 'submerchant',
  'POST /v1/submerchants/:id/submit-for-review': 'submerchant',
  'POST /v1/submerchants/:id/request-resubmission': 'submerchant',
  'GET /v1/charges': 'merchant',
  'GET /v1/charges/:id': 'merchant',
  'GET /v1/wallets': 'merchant',
  'GET /v1/wallets/:id': 'merchant',
  'GET /v1/wallets/:id/entries': 'merchant',
  'GET /v1/wallets/:id/statement': 'merchant',
  'GET /v1/wallets/:id/statement.csv': 'merchant',
  'GET /v1/wallets/:id/destinations': 'merchant',
  'GET /v1/wallets/:id/destinations/:destinationId': 'merchant',
  'POST /v1/wallets/:id/destinations': 'merchant',
  'PATCH /v1/wallets/:id/destinations/:destinationId': 'merchant',
  'DELETE /v1/wallets/:id/destinations/:destinationId': 'merchant',
  'GET /v1/banks': 'merchant',
  'GET /v1/receivables': 'merchant',
  'GET /v1/receivables/summary': 'merchant',
  'GET /v1/withdrawals': 'merchant',
  'GET /v1/withdrawals/options': 'merchant',
  'GET /v1/withdrawals/summary': 'merchant',
  'GET /v1/withdrawals/:id': 'merchant',
  'GET /v1/withdrawals/:id/receipt': 'merchant',
  'GET /v1/withdrawals/:id/receipt.pdf': 'merchant',
  'POST /v1/withdrawals': 'merchant',
  'POST /v1/withdrawals/:id/cancel': 'merchant',
  'GET /v1/anticipations': 'merchant',
  'GET /v1/anticipations/summary': 'merchant',
  'GET /v1/anticipations/:id': 'merchant',
  'GET /v1/anticipations/:id/receivables': 'merchant',
  'POST /v1/anticipations/simulate': 'merchant',
  'POST /v1/anticipations': 'merchant',
  'POST /v1/anticipations/:id/cancel': 'merchant',
  'GET /v1/postbacks/endpoints': 'merchant',
  'GET /v1/postbacks/endpoints/:id': 'merchant',
  'POST /v1/postbacks/endpoints': 'merchant',
  'PATCH /v1/postbacks/endpoints/:id': 'merchant',
  'DELETE /v1/postbacks/endpoints/:id': 'merchant',
  'POST /v1/postbacks/endpoints/:id/ping': 'merchant',
  'GET /v1/postbacks/delivery-logs': 'merchant',
  'GET /v1/postbacks/delivery-logs/:id': 'merchant',
  'POST /v1/postbacks/delivery-logs/:id/resend': 'merchant',
  'GET /v1/postbacks/event-types': 'merchant',
};

/**
 * What a route answers to a sender. A session of the whole merchant may what the key pair may that made its link (decision 0048). The submerchant of a session is another one than
 * that of the path: 404.
 */
export function outcomeFor(route: string, rule: Rule, identity: Identity): Outcome {
  const reach = identity.kind === 'portal' ? IN_PORTAL[route] : undefined;
  if (identity.kind !== 'portal' || reach === undefined) return rule(identity);
  if (identity.of === 'merchant') return rule({ kind: 'merchant', mode: 'test', scopes: identity.scopes });
  return reach === 'submerchant' ? HIDDEN : FORBIDDEN;
}
