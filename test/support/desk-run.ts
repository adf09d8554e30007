import type { Client } from './client';
import type { TestService } from './service';

/** What operators may do with a merchant's wallet: a hold that was released, and one that goes on. */
export async function playDesk(app: TestService, walletId: string): Promise<void> {
  const treasurer = (await app.operator({ role: 'treasurer' })).client;
  await hold(treasurer, walletId);
}

async function hold(treasurer: Client, walletId: string): Promise<void> {
  const path = `/v1/review/wallets/${walletId}/holds`;
  for (const amount of [101, 102]) {
    const { status, body } = await treasurer.post(path, { amount, reason: 'Ordem judicial.' });
    expect(status).toBe(201);
    if (amount === 101) expect((await treasurer.delete(`${path}/${body.data.id}`)).status).toBe(204);
  }
}
