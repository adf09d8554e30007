import { randomUUID } from 'node:crypto';
import { eventually } from './eventually';
import type { TestMerchant } from './service';

type Look = (path: string) => Promise<void>;

/** A wallet that is paid out by itself. */
async function playAutomatic(
  { client }: TestMerchant,
  seller: string,
  destination_id: string,
  look: Look,
): Promise<void> {
  const wallet = (await client.get(`/v1/wallets/${seller}`)).body.data as {
    balance: { withdrawable: number };
  };
  const amounts = { minimum_amount: 100, retain_amount: wallet.balance.withdrawable - 101 };
  await client.patch(`/v1/wallets/${seller}`, {
    automatic_withdrawal: { frequency: 'weekly', day: 5, ...amounts, destination_id },
  });
  const { body } = await client.post(`/v1/sandbox/wallets/${seller}/automatic-withdrawal`, {});
  const { automatic_withdrawal: done } = body.data as {
    automatic_withdrawal: { last_run: { withdrawal_id: string } };
  };
  await look(`/v1/wallets/${seller}`);
  await look(`/v1/withdrawals/${done.last_run.withdrawal_id}`);
}

/** Everything that can happen to where a wallet's money may go, and to what is sent there. */
export async function playPayouts(merchant: TestMerchant, seller: string, look: Look): Promise<void> {
  const path = `/v1/wallets/${seller}/destinations`;
  const destination = async (name: string): Promise<string> => {
    const key = { type: 'pix_key', pix_key_type: 'email', pix_key: `${name}@sandbox.example` };
    const { id } = (await merchant.client.post(path, key)).body.data as { id: string };
    await look(`${path}/${id}`);
    await eventually(async () => {
      const { status } = (await merchant.client.get(`${path}/${id}`)).body.data as { status: string };
      if (status === 'pending') throw new Error('the provider has not answered');
    });
    await look(`${path}/${id}`);
    return id;
  };
  const withdrawal = async (destination_id: string, status: string): Promise<string> => {
    const body = { wallet_id: seller, amount: 101, destination_id };
    const key = { 'idempotency-key': randomUUID() };
    const { id } = (await merchant.client.post('/v1/withdrawals', body, key)).body.data as { id: string };
    await eventually(async () => {
      const shown = (await merchant.client.get(`/v1/withdrawals/${id}`)).body.data as { status: string };
      if (shown.status !== status) throw new Error(`the withdrawal is ${shown.status}`);
    });
    await look(`/v1/withdrawals/${id}`);
    return id;
  };
  const paid = await withdrawal(await destination('paid'), 'paid');
  await merchant.client.post(`/v1/sandbox/withdrawals/${paid}/return`, { amount: 50 });
  await look(`/v1/withdrawals/${paid}`);
  await withdrawal(await destination('returned'), 'returned');
  await withdrawal(await destination('failed'), 'failed');
  await playAutomatic(merchant, seller, await destination('paid'), look);
  await withdrawal(await destination('paid'), 'paid');
  await destination('mismatch');
  await merchant.client.delete(`${path}/${await destination('removed')}`);
}
