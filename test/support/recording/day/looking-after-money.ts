import type { JsonBody } from '../../client';
import type { Actor } from '../actor';
import { DAY, type Stage } from '../stage';
import type { Till } from './selling';

/** The platform's treasurers: what two of them do, and what they look at. */
export async function lookingAfterMoney(
  stage: Stage,
  [tereza, tomas]: readonly [Actor, Actor],
  { barro, joao }: { readonly barro: Till; readonly joao: Till },
): Promise<void> {
  const { shop } = stage;
  const { sellerId } = barro;
  await reviewingWithdrawals(stage, [tereza, tomas], sellerId);
  await changingBooks(stage, [tereza, tomas], joao);
  await reconciling(stage, [tereza, tomas], barro);
  const wallet = `/v1/review/wallets/${sellerId}`;
  await tereza.post(`${wallet}/freeze`, { reason: 'Ordem judicial 0001234-55.2026.8.26.0100.' });
  await tereza.post(`${wallet}/unfreeze`, { reason: 'A ordem foi revogada.' });
  const holds = `${wallet}/holds`;
  const held = { amount: 12_000, reason: 'Bloqueio judicial.', release_date: '2026-04-10' };
  await tereza.post(holds, held);
  const { id } = await tereza.post(holds, held);
  await tereza.delete(`${holds}/${id}`);
  await tereza.get(holds);
  for (const part of ['', '/entries?limit=2', `/statement?date_from=${DAY}&date_to=${DAY}`, '/destinations'])
    await tereza.get(wallet + part);
  await tereza.get(`/v1/review/wallets?limit=2&merchant_id=${stage.merchant.id}`);
  const of = `merchant_id=${stage.merchant.id}`;
  await tereza.get(`/v1/review/receivables?limit=2&${of}`);
  await tereza.get(
    `/v1/review/receivables/summary?due_from=2026-03-01&due_to=2026-06-30&group_by=due_date&${of}`,
  );
  const [dispute] = await tereza.get('/v1/review/disputes?limit=2');
  await tereza.get(`/v1/review/disputes/${dispute.id}`);
  const [charge] = await shop.get('/v1/charges?limit=1&status=captured');
  await tereza.get('/v1/review/charges?limit=2&status=captured');
  await tereza.get(`/v1/review/charges/${charge.id}`);
  await tereza.post('/v1/review/invariants/run');
  await stage.until(tereza, '/v1/review/invariants?limit=2', (rules: JsonBody) => rules.length > 0);
}

async function reviewingWithdrawals(
  stage: Stage,
  [tereza, tomas]: readonly [Actor, Actor],
  wallet_id: string,
): Promise<void> {
  let count = 0;
  const asked = async (amount: number): Promise<string> => {
    count += 1;
    const body = { wallet_id, amount, description: 'Folha de pagamento' };
    const key = { 'idempotency-key': `folha-${count}` };
    const { id } = await stage.shop.showing('large').post('/v1/withdrawals', body, key);
    return `/v1/review/withdrawals/${id}`;
  };
  await tereza.post(`${await asked(101_000)}/refuse`, { reason: 'Falta o contrato: pedido à lojista.' });
  await tereza.post(`${await asked(101_000)}/cancel`, { reason: 'A pedido da lojista.' });
  const large = await asked(205_000);
  await tereza.get('/v1/review/withdrawals?limit=2&status=under_review');
  for (const by of [tereza, tomas]) await by.post(`${large}/approve`);
  await stage.until(tereza, large, ({ status }: JsonBody) => status === 'paid');
  await tereza.send('GET', `${large}/receipt.pdf`);
}

/** Adjustments, a write-off and a reversal: each is asked for by one and carried out by another. */
async function changingBooks(
  stage: Stage,
  [tereza, tomas]: readonly [Actor, Actor],
  till: Till,
): Promise<void> {
  const wallet = `/v1/review/wallets/${stage.merchant.id}`;
  const book = `/v1/review/books/${stage.merchant.id}`;
  const { shop } = stage;
  const both = async (path: string, body: object): Promise<JsonBody> => {
    await tereza.post(path, body);
    return tomas.post(path, body);
  };
  const credit = { debit: 'suspense', credit: 'available', amount: 1_030, reason: 'Acerto de caixa.' };
  await both(`${wallet}/adjustments`, credit);
  await stage.settled();
  const [{ id }] = await tereza.get(`${book}/transactions?limit=2`);
  await tereza.get(`${book}/transactions/${id}`);
  await both(`${book}/transactions/${id}/reverse`, { reason: 'Engano.' });
  const { id: waiting } = await tereza
    .showing('withdrawn')
    .post(`${wallet}/adjustments`, { ...credit, amount: 77 });
  await tereza.get('/v1/review/money-requests?limit=2');
  await tereza.delete(`/v1/review/money-requests/${waiting}`);
  const owing = await inDebt(stage, till);
  const { debt } = (await shop.get(`/v1/wallets/${owing}`)).balance;
  await both(`/v1/review/wallets/${owing}/write-off`, { amount: debt, reason: 'Incobrável.' });
  await tereza.get(book);
}

/** A seller was paid what its customer's bank then took back; answers its wallet. */
async function inDebt(stage: Stage, till: Till): Promise<string> {
  const { shop } = stage;
  const wallet = till.sellerId;
  const chargeId = await till.paidPix(5_000);
  const key = { type: 'pix_key', pix_key_type: 'cpf', pix_key: '64579182391' };
  await shop.showing('individual').post(`/v1/wallets/${wallet}/destinations`, key);
  await stage.settled();
  await shop
    .showing('everything')
    .post('/v1/withdrawals', { wallet_id: wallet }, { 'idempotency-key': 'saque' });
  await stage.settled();
  await shop.post(`/v1/sandbox/charges/${chargeId}/chargeback`);
  await stage.settled();
  return wallet;
}

/** What the provider reports of the day is compared with the books; what differs is explained or adjusted. */
async function reconciling(
  stage: Stage,
  [tereza, tomas]: readonly [Actor, Actor],
  till: Till,
): Promise<void> {
  const { shop } = stage;
  const faults = '/v1/sandbox/reports/faults';
  await stage.settled();
  await shop.showing('double').post(faults, { resource_id: await till.paidPix(9_900), action: 'double' });
  await shop
    .showing('alter')
    .post(faults, { resource_id: await till.paidPix(9_900), action: 'alter', gross: 9_800 });
  await stage.settled();
  await stage.readingOn(tereza, DAY);
  const { id } = await tereza.post('/v1/review/reconciliations', { provider: 'sandbox', date: DAY });
  const path = `/v1/review/reconciliations/${id}`;
  const item = async (status: string): Promise<string> =>
    `${path}/items/${(await tereza.get(`${path}/items?limit=2&status=${status}`))[0].id}`;
  const explained = { action: 'explain', note: 'Linha repetida no relatório: o banco confirmou por e-mail.' };
  await tereza.showing('explain').post(`${await item('missing_here')}/resolve`, explained);
  const altered = await item('amount_differs');
  for (const by of [tereza, tomas])
    await by.showing('adjust').post(`${altered}/resolve`, { action: 'adjust', note: 'Acerto do relatório.' });
  await tereza.get(altered);
  await tereza.get(path);
  await tereza.get('/v1/review/reconciliations?limit=2');
}
