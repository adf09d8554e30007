import { eventually } from './eventually';
import type { TestMerchant } from './service';

type Look = (path: string) => Promise<void>;

/** Everything that can happen to where a wallet's money may go. */
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
  await destination('paid');
  await destination('mismatch');
  await merchant.client.delete(`${path}/${await destination('removed')}`);
}
