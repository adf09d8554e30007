import { randomUUID } from 'node:crypto';
import { addDays, BankCalendar, localDay } from '../../src/common/calendar';
import { cardBody } from './charges';
import type { Answer, Client, JsonBody } from './client';
import { eventually } from './eventually';

/** One of each thing that a merchant has of money, by what its id is called in a path. */
export interface MoneyThings {
  readonly destinationId: string;
  readonly withdrawalId: string;
  readonly anticipationId: string;
  readonly settlementId: string;
  readonly receivableId: string;
}

/**
 * Makes them for a test merchant, in its own wallet: of three instalments the first has come, is withdrawn in part, and the others
 * are to be paid early. A worker runs.
 */
export async function makeMoneyThings(
  client: Client,
  admin: Client,
  merchantId: string,
): Promise<MoneyThings> {
  const anticipation = { enabled: true, monthly_percentage: 1.5, automatic_up_to: null };
  await done(admin.post('/v1/review/terms', { merchant_id: merchantId, anticipation }));
  const card = cardBody('tok_approved', { amount: 90_000 }, { installments: 3 });
  const charge = await done(client.post('/v1/charges', card, { prefer: 'wait=10' }));
  await eventually(async () => {
    const { status } = await done(client.get(`/v1/charges/${String(charge.id)}`));
    if (status !== 'captured') throw new Error(`the charge is ${String(status)}`);
  });
  const today = localDay(new Date());
  await done(client.post('/v1/sandbox/receivables/settle', { until_date: addDays(today, 40) }));
  const [settlement] = await done(client.get('/v1/receivables/settlements'));
  const [receivable] = await done(client.get('/v1/receivables?status=waiting_funds'));

  const destinations = `/v1/wallets/${merchantId}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'loja@exemplo.example' };
  const destination = await done(client.post(destinations, key));
  await eventually(async () => {
    const { status } = await done(client.get(`${destinations}/${String(destination.id)}`));
    if (status !== 'active') throw new Error(`the destination is ${String(status)}`);
  });
  const withdrawal = await done(
    client.post('/v1/withdrawals', { wallet_id: merchantId, amount: 1_000 }, newKey()),
  );
  const payment_date = new BankCalendar().nextBusinessDay(addDays(today, 1));
  const anticipated = await done(client.post('/v1/anticipations', { payment_date, payout: 1 }, newKey()));
  return {
    destinationId: String(destination.id),
    withdrawalId: String(withdrawal.id),
    anticipationId: String(anticipated.id),
    settlementId: String(settlement.id),
    receivableId: String(receivable.id),
  };
}

function newKey(): Record<string, string> {
  return { 'idempotency-key': randomUUID() };
}

async function done(asked: Promise<Answer>): Promise<JsonBody> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`unexpected ${status} ${text}`);
  return body.data;
}
