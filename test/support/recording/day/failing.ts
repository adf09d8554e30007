import { from } from '../../log-ins';
import type { Actor } from '../actor';
import type { Stage } from '../stage';
import type { Till } from './selling';

const UNKNOWN = '0199a3b0-5c00-7000-8000-ffffffffffff';
const KEY = { 'idempotency-key': 'pedido-7' };

/** What integrators meet first when something is wrong. */
export async function failing(stage: Stage, till: Till): Promise<void> {
  const { shop, nobody, merchant, service } = stage;
  const charge = till.order('pix', 9_900);
  await nobody.refused('UNAUTHORIZED', 'GET', '/v1/merchant');
  const looking = stage.withKeys(await service.merchant({ scopes: ['read'] }));
  await looking.refused('FORBIDDEN', 'POST', '/v1/charges', charge);
  await shop.refused('NOT_FOUND', 'GET', `/v1/charges/${UNKNOWN}`);
  await shop.refused('VALIDATION_FAILED', 'POST', '/v1/charges', { ...charge, amount: 0, coupon: 'X' });
  await shop.refused('MALFORMED_JSON', 'POST', '/v1/charges', '{"amount":');
  await shop.refused('UNSUPPORTED_MEDIA_TYPE', 'POST', '/v1/charges', 'amount=1', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  await shop.refused('PAYLOAD_TOO_LARGE', 'POST', '/v1/charges', `{"description":"${'x'.repeat(300_000)}"}`);
  await merchant.client.post('/v1/charges', charge, KEY);
  await shop.refused('IDEMPOTENCY_KEY_REUSED', 'POST', '/v1/charges', { ...charge, amount: 9_901 }, KEY);
  const halves = [{ recipient_id: merchant.id, percentage: 50 }];
  await shop.refused('SPLIT_INVALID', 'POST', '/v1/charges', { ...charge, split_rules: halves });
  const other = [{ recipient_id: UNKNOWN, percentage: 100 }];
  await shop.refused('SPLIT_RECIPIENT_INVALID', 'POST', '/v1/charges', { ...charge, split_rules: other });
  await shop.refused('INVALID_STATE', 'POST', `/v1/charges/${await till.charge('pix', 9_900)}/capture`);
  const paid = await till.paidPix(9_900);
  await shop.refused('REFUND_EXCEEDS_CAPTURED', 'POST', `/v1/charges/${paid}/refund`, { amount: 9_901 });
  const stale = { 'if-match': '"99"' };
  const path = `/v1/submerchants/${till.sellerId}`;
  await shop.refused('STALE_VERSION', 'PATCH', path, { phone: '11900000000' }, stale);
  const many = { wallet_id: till.sellerId, amount: 9_999_999_999 };
  await shop.refused('IDEMPOTENCY_KEY_REQUIRED', 'POST', '/v1/withdrawals', many);
  await shop.refused('INSUFFICIENT_BALANCE', 'POST', '/v1/withdrawals', many, KEY);
}

/** As failing, at the desk. */
export async function failingAtTheDesk({ nobody }: Stage, marina: Actor, sellerId: string): Promise<void> {
  const path = `/v1/review/submerchants/${sellerId}`;
  const wrong = { email: 'marina@repasse.example', password: 'não-sei-mais' };
  await nobody.refused('UNAUTHORIZED', 'POST', '/v1/review/session', wrong, from('10.9.8.7'));
  await nobody.refused('UNAUTHORIZED', 'GET', path);
  await marina.refused('FORBIDDEN', 'POST', `/v1/review/wallets/${sellerId}/freeze`, { reason: 'Suspeita.' });
  await marina.refused('NOT_FOUND', 'GET', `/v1/review/submerchants/${UNKNOWN}`);
  await marina.refused('VALIDATION_FAILED', 'POST', `${path}/reject`, { reasons: [] });
  await marina.refused('INVALID_STATE', 'POST', `${path}/approve`);
}
