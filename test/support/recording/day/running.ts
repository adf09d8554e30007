import { codeOf } from '../../log-ins';
import type { Actor } from '../actor';
import type { Stage } from '../stage';

const SESSION = '/v1/review/session';
const TERMS = '/v1/review/terms';

/** What the platform agrees with a marketplace of middling size. */
const AGREED = {
  processing: [
    { payment_method: 'pix', percentage: 0.99, minimum: 10 },
    { payment_method: 'boleto', fixed: 349 },
    { payment_method: 'debit_card', percentage: 1.99 },
    { payment_method: 'credit_card', percentage: 4.99, fixed: 39 },
  ],
  withdrawal: [{ method: 'pix', fixed: 100 }],
  dispute: [{ kind: 'chargeback', fixed: 2_500 }],
  anticipation: { enabled: true, monthly_percentage: 1.89, automatic_up_to: 1_000 },
  limits: { minimum: 100, daily_count: 100, review_above: 100_000, second_review_above: 200_000 },
};

/** Who runs the platform sets up a marketplace: its terms, limits and keys. */
export async function settingUp(stage: Stage, helena: Actor): Promise<void> {
  const { id: merchant_id } = stage.merchant;
  await helena.post('/v1/review/merchants', { name: 'Mercado do Porto', mode: 'live' });
  await helena.post(TERMS, { merchant_id, ...AGREED });
  const effective_from = '2026-04-01T03:00:00.000Z';
  const processing = [{ payment_method: 'pix', percentage: 0.89, minimum: 10 }];
  const later = await helena.showing('later').post(TERMS, { merchant_id, effective_from, processing });
  await helena.delete(`${TERMS}/${later.processing[0].id}`);
  await helena.get(`${TERMS}?merchant_id=${merchant_id}`);
  const path = `/v1/review/merchants/${merchant_id}`;
  await helena.patch(`${path}/limits`, { transactions: 300, queries: 6_000 });
  await helena.get(`${path}/limits`);
  const keys = await helena.post(`${path}/keys`, { scopes: ['read', 'write'], expires_in_days: 90 });
  await helena.get(`${path}/keys`);
  await helena.delete(`${path}/keys/${keys.public_key}`);
  await helena.get(path);
  await helena.get('/v1/review/merchants?limit=2');
  await helena.get('/v1/review/providers?limit=2');
}

/** An operator turns on an authenticator app, and takes it away. */
export async function securing(stage: Stage, operator: Actor): Promise<void> {
  const password = stage.password;
  await operator.get(SESSION);
  const { secret } = await operator.post(`${SESSION}/totp`, { password });
  const code = (steps: number): string => codeOf(secret as string, stage.now(), steps);
  await operator.post(`${SESSION}/totp/confirm`, { code: code(-1) });
  await operator.delete(`${SESSION}/totp`, { password, code: code(0) });
}

/** At the end of the day: operators come and go, and what was done is looked at. */
export async function closing(stage: Stage, helena: Actor, marina: Actor, sellerId: string): Promise<void> {
  const [first] = await helena.get('/v1/review/operators?limit=2');
  await helena.get(`/v1/review/merchants/${stage.merchant.id}/submerchants?limit=2`);
  await helena.patch(`/v1/review/wallets/${sellerId}`, { debt_limit: 50_000 });
  await helena.get('/v1/review/audit?limit=2&action=submerchant.approved');
  await helena.get('/v1/review/audit/verify');
  const [delivery] = await marina.get('/v1/review/deliveries?limit=2&event=charge.captured');
  const resend = () =>
    marina.post(`/v1/review/deliveries/${delivery.id}/resend`, undefined, { 'idempotency-key': 'resend-1' });
  await resend();
  await stage.settled();
  await resend();
  await marina.get(`/v1/review/deliveries/${delivery.id}`);
  const endpoint = `/v1/review/endpoints/${delivery.endpoint_id}`;
  await marina.get('/v1/review/endpoints?limit=2');
  await marina.post(`${endpoint}/pause`);
  await marina.post(`${endpoint}/activate`);
  const today = stage.now().toISOString().slice(0, 10);
  const period = { date_from: today, date_to: today, status: 'held,exhausted' };
  await marina.showing('dry_run').post(`${endpoint}/replay`, { ...period, dry_run: true });
  await marina.showing('replay').post(`${endpoint}/replay`, { ...period, dry_run: false });
  await marina.get(endpoint);
  await helena.patch(`/v1/review/operators/${first.id}`, { disabled: true });
  await helena.get('/v1/review/operators?limit=2');
  await marina.delete(SESSION);
}
