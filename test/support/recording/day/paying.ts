import { randomUUID } from 'node:crypto';
import type { JsonBody } from '../../client';
import type { Actor } from '../actor';
import { DAY, type Stage } from '../stage';
import type { Till } from './selling';

const PERIOD = `date_from=${DAY}&date_to=${DAY}`;
/** Beyond the two business days of a boleto, and before the thirty of a card. */
const SETTLED_UNTIL = '2026-03-13';
const DUE = 'due_from=2026-03-01&due_to=2026-06-30';

const once = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

/** What was sold comes due, and sellers are paid. */
export async function paying(stage: Stage, till: Till): Promise<void> {
  const { shop } = stage;
  const { sellerId } = till;
  await till.paidPix(640_000);
  await stage.settled();
  await shop.post('/v1/sandbox/receivables/settle', { until_date: SETTLED_UNTIL });
  await stage.settled();
  await shop.get('/v1/terms');
  const wallet = `/v1/wallets/${sellerId}`;
  const own = `/v1/wallets/${stage.merchant.id}`;
  await shop.post(
    `${own}/transfers`,
    { to_wallet_id: sellerId, amount: 2_500, description: 'Bônus' },
    once(),
  );
  await shop.get(`${own}/transfers`);
  const destinationId = await destinations(stage, wallet);
  await withdrawing(stage, sellerId, destinationId);
  const automatic = { frequency: 'weekly', day: 5, minimum_amount: 10_000, retain_amount: 450_000 };
  await shop.patch(wallet, { automatic_withdrawal: { ...automatic, destination_id: destinationId } });
  await shop.post(`/v1/sandbox/wallets/${sellerId}/automatic-withdrawal`);
  await stage.settled();
  await shop.get(wallet);
  await shop.get('/v1/wallets?limit=2');
  await shop.get(`${wallet}/entries?limit=2`);
  await shop.get(`${wallet}/statement?${PERIOD}`);
  await shop.send('GET', `${wallet}/statement.csv?${PERIOD}`);
  await receivables(shop);
}

async function receivables(shop: Actor): Promise<void> {
  const [receivable] = await shop.get('/v1/receivables?limit=2&payment_method=credit_card');
  await shop.get(`/v1/receivables/${receivable.id}`);
  await shop.get(`/v1/receivables/summary?${DUE}&group_by=due_date`);
  const [settlement] = await shop.get('/v1/receivables/settlements?limit=2');
  await shop.get(`/v1/receivables/settlements/${settlement.id}`);
}

/** Where a seller's money may go; answers the one that is its first. */
async function destinations(stage: Stage, wallet: string): Promise<string> {
  const { shop } = stage;
  const path = `${wallet}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'cnpj', pix_key: '23450187000120' };
  const account = {
    ...{ type: 'bank_account', bank_code: '341', branch: '0412', account: '48204', account_digit: '4' },
    ...{
      account_type: 'checking',
      holder_name: 'Barro e Cor Cerâmica Ltda',
      holder_tax_id: '23450187000120',
    },
  };
  const first = await shop.showing('pix_key').post(path, key);
  await shop.showing('pix_key').post(path, key);
  const mismatch = { type: 'pix_key', pix_key_type: 'email', pix_key: 'mismatch@sandbox.example' };
  await shop.showing('email').post(path, mismatch);
  const other = await shop.showing('bank_account').post(path, account);
  await stage.settled();
  await shop.patch(`${path}/${first.id}`, { nickname: 'Conta da loja', is_default: true });
  await shop.get(path);
  await shop.delete(`${path}/${other.id}`);
  await shop.get(`${path}/${first.id}`);
  return first.id as string;
}

async function withdrawing(stage: Stage, sellerId: string, destination_id: string): Promise<void> {
  const { shop } = stage;
  const withdrawal = {
    wallet_id: sellerId,
    amount: 48_000,
    destination_id,
    description: 'Repasse da semana',
  };
  const withdraw = async (amount: number, external_id: string): Promise<string> =>
    (await shop.post('/v1/withdrawals', { ...withdrawal, amount, external_id }, once())).id as string;
  // Above what the terms let through by itself: it waits for the platform, and is taken back.
  await shop.post(`/v1/withdrawals/${await withdraw(150_000, 'repasse-1')}/cancel`);
  const paid = await withdraw(48_000, 'repasse-2');
  const path = `/v1/withdrawals/${paid}`;
  await stage.until(shop, path, ({ status }: JsonBody) => status === 'paid');
  await shop.get(`${path}/receipt`);
  await shop.send('GET', `${path}/receipt.pdf`);
  await shop.post(`/v1/sandbox/withdrawals/${paid}/return`, { amount: 5_000 });
  await stage.settled();
  const returned = { type: 'pix_key', pix_key_type: 'email', pix_key: 'returned@sandbox.example' };
  const { id } = await shop.showing('email').post(`/v1/wallets/${sellerId}/destinations`, returned);
  await stage.settled();
  const third = { ...withdrawal, destination_id: id, external_id: 'repasse-3' };
  const back = await shop.post('/v1/withdrawals', third, once());
  // Until it is sent nothing of it is in hand anywhere: that everything is settled says nothing.
  await stage.until(shop, `/v1/withdrawals/${back.id}`, ({ status }: JsonBody) => status === 'returned');
  await stage.settled();
  await shop.get(path);
  for (const part of ['?limit=2', '/options', '/summary']) await shop.get(`/v1/withdrawals${part}`);
}

/** Receivables are paid before their day. */
export async function anticipating(stage: Stage, sellerId: string, tereza: Actor): Promise<void> {
  const { shop } = stage;
  const wanted = { wallet_id: sellerId, payout: 10_000, timeframe: 'start' };
  await shop.post('/v1/anticipations/simulate', wanted);
  const ask = async (external_id: string): Promise<string> =>
    (await shop.post('/v1/anticipations', { ...wanted, payment_date: '2026-03-11', external_id }, once()))
      .id as string;
  await shop.post(`/v1/anticipations/${await ask('antecipacao-1')}/cancel`);
  const refused = await ask('antecipacao-2');
  const message = 'Ainda são poucas vendas no cartão.';
  await tereza.get('/v1/review/anticipations?limit=2');
  await tereza.post(`/v1/review/anticipations/${refused}/refuse`, { code: 'insufficient_history', message });
  const approved = await ask('antecipacao-3');
  await tereza.post(`/v1/review/anticipations/${approved}/approve`);
  await shop.post(`/v1/sandbox/anticipations/${approved}/pay`);
  for (const part of ['', '/receivables?limit=2']) {
    await shop.get(`/v1/anticipations/${approved}${part}`);
    await tereza.get(`/v1/review/anticipations/${approved}${part}`);
  }
  await shop.get('/v1/anticipations?limit=2');
  await shop.get('/v1/anticipations/summary');
}
