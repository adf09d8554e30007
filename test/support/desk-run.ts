import type { Client } from './client';
import type { TestService, TestOperator } from './service';

/**
 * What operators may do with a merchant's wallet: a hold that was released and one that goes on; adjustments that two carried out, one
 * of them reversed, and one that waits.
 */
export async function playDesk(app: TestService, walletId: string): Promise<void> {
  const first = await app.operator({ role: 'treasurer' });
  const second = await app.operator({ role: 'treasurer' });
  await hold(first.client, walletId);
  await change([first, second], walletId);
}

async function change(operators: readonly TestOperator[], walletId: string): Promise<void> {
  const both = async (path: string, body: object): Promise<string> => {
    for (const { client } of operators) await client.post(path, body);
    const [{ client }] = operators as [TestOperator];
    const { data } = (await client.get(`/v1/review/books/${walletId}/transactions?limit=1`)).body;
    return (data as { id: string }[])[0]?.id ?? '';
  };
  const path = `/v1/review/wallets/${walletId}/adjustments`;
  const body = { debit: 'suspense', credit: 'available', amount: 103 };
  await both(path, { ...body, reason: 'Acerto.' });
  const id = await both(path, { ...body, reason: 'Engano.' });
  await both(`/v1/review/books/${walletId}/transactions/${id}/reverse`, { reason: 'Engano.' });
  const [{ client }] = operators as [TestOperator];
  expect((await client.post(path, { ...body, reason: 'Por confirmar.' })).status).toBe(202);
  const made = await client.get(`/v1/review/money-requests?merchant_id=${walletId}&status=carried_out`);
  expect(made.body.pagination.total).toBe(3);
}

async function hold(treasurer: Client, walletId: string): Promise<void> {
  const path = `/v1/review/wallets/${walletId}/holds`;
  for (const amount of [101, 102]) {
    const { status, body } = await treasurer.post(path, { amount, reason: 'Ordem judicial.' });
    expect(status).toBe(201);
    if (amount === 101) expect((await treasurer.delete(`${path}/${body.data.id}`)).status).toBe(204);
  }
}
