import { localDay } from '../../src/common/calendar';
import { pixBody } from './charges';
import { STARTED_ON } from './days';
import { addressBody, companyBody, documentBody, partnerBody } from './onboarding';

const REASONS = [{ code: 'other', message: 'Not this way.' }];
/** Of the banks: in UTC the next day has begun three hours before. */
export const TODAY = localDay(new Date());
const PASSWORD = 'correct horse battery staple';

const replay = () => ({ date_from: STARTED_ON, date_to: STARTED_ON, status: 'delivered' });

/** What a request to a route needs to get as far as it can, where that names nothing of anybody's. */
export const BODIES: Readonly<Record<string, () => unknown>> = {
  'POST /v1/charges': () => pixBody(),
  'POST /v1/charges/preview': () => pixBody(),
  'POST /v1/charges/:id/refund': () => ({ amount: 1 }),
  'POST /v1/submerchants': () => companyBody(),
  'PATCH /v1/submerchants/:id': () => ({ trade_name: `Estrela ${Math.random()}` }),
  'POST /v1/submerchants/:id/legal-representatives': () => partnerBody(),
  'POST /v1/submerchants/:id/addresses': () => addressBody(),
  'PATCH /v1/submerchants/:id/addresses/:addressId': () => ({ number: String(Math.random()).slice(2, 6) }),
  'POST /v1/submerchants/:id/documents': () => documentBody('cnpj_card'),
  'POST /v1/postbacks/endpoints': () => ({ url: 'http://127.0.0.1:9/', events: ['charge.refunded'] }),
  'PATCH /v1/postbacks/endpoints/:id': () => ({ events: ['*'] }),
  'POST /v1/postbacks/endpoints/:id/replay': replay,
  'POST /v1/review/endpoints/:id/replay': replay,
  'POST /v1/portal-sessions/current': () => ({ token: 'opens nothing' }),
  'POST /v1/postbacks/verify': () => ({ secret: 'whsec_x', signature: 't=1,v1=00', body: '{}' }),
  'POST /v1/review/session': () => ({ email: 'nobody@repasse.test', password: PASSWORD }),
  'POST /v1/review/session/password': () => ({ password: PASSWORD, new_password: `${PASSWORD} too` }),
  'POST /v1/review/session/totp': () => ({ password: PASSWORD }),
  'DELETE /v1/review/session/totp': () => ({ password: PASSWORD, code: '123456' }),
  'POST /v1/review/session/totp/confirm': () => ({ code: '123456' }),
  'POST /v1/review/submerchants/:id/notes': () => ({ text: 'Seen.' }),
  'POST /v1/review/submerchants/:id/reject': () => ({ reasons: REASONS, correctable: true }),
  'POST /v1/review/submerchants/:id/request-resubmission': () => ({ reasons: REASONS }),
  'POST /v1/review/submerchants/:id/suspend': () => ({ reason: 'Seen.' }),
  'POST /v1/review/submerchants/:id/reactivate': () => ({ reason: 'Seen.' }),
  'PATCH /v1/review/submerchants/:id': () => ({ mcc: '5462' }),
  'DELETE /v1/review/submerchants/:id/decision': () => ({ note: 'Not yet.' }),
  'POST /v1/review/documents/:id/reject': () => ({ code: 'unreadable' }),
  'POST /v1/review/merchants': () => ({ name: 'Feira', mode: 'test' }),
  'POST /v1/review/operators': () => ({ email: `o${Math.random()}@repasse.test`, role: 'viewer' }),
  'PATCH /v1/review/operators/:id': () => ({ role: 'reviewer' }),
  'PATCH /v1/review/merchants/:id/limits': () => ({ queries: 1_000_000 }),
  'POST /v1/review/merchants/:id/keys': () => ({}),
  'POST /v1/anticipations': () => ({ payout: 1 }),
  'POST /v1/anticipations/simulate': () => ({ payout: 1 }),
  'POST /v1/disputes/:id/contest': () => ({ statement: 'It was delivered.' }),
  'PATCH /v1/wallets/:id': () => ({ automatic_withdrawal: null }),
  'POST /v1/wallets/:id/destinations': () => ({
    ...{ type: 'pix_key', pix_key_type: 'email', pix_key: `loja${Math.random()}@exemplo.example` },
  }),
  'PATCH /v1/wallets/:id/destinations/:destinationId': () => ({ nickname: `Conta ${Math.random()}` }),
  'POST /v1/sandbox/charges/:id/dispute': () => ({ kind: 'pix_return' }),
  'POST /v1/sandbox/receivables/settle': () => ({ until_date: TODAY }),
  'POST /v1/sandbox/withdrawals/:id/return': () => ({ amount: 1 }),
  'POST /v1/review/terms': () => ({ dispute: [{ kind: 'chargeback', fixed: 100 }] }),
  'PATCH /v1/review/wallets/:id': () => ({ debt_limit: 1_000 }),
  'POST /v1/review/wallets/:id/freeze': () => ({ reason: 'Seen.' }),
  'POST /v1/review/wallets/:id/unfreeze': () => ({ reason: 'Seen.' }),
  'POST /v1/review/wallets/:id/holds': () => ({ amount: 1, reason: 'Seen.' }),
  'POST /v1/review/wallets/:id/adjustments': () => ({
    ...{ debit: 'suspense', credit: 'available', amount: 1, reason: 'Seen.' },
  }),
  'POST /v1/review/wallets/:id/write-off': () => ({ amount: 1, reason: 'Seen.' }),
  'POST /v1/review/books/:merchantId/transactions/:id/reverse': () => ({ reason: 'Seen.' }),
  'POST /v1/review/withdrawals/:id/refuse': () => ({ reason: 'Seen.' }),
  'POST /v1/review/withdrawals/:id/cancel': () => ({ reason: 'Seen.' }),
  'POST /v1/review/anticipations/:id/refuse': () => ({ code: 'other' }),
  'POST /v1/review/reconciliations': () => ({ provider: 'sandbox', date: TODAY }),
  'POST /v1/review/reconciliations/:id/items/:itemId/resolve': () => ({ action: 'explain', note: 'Seen.' }),
};
