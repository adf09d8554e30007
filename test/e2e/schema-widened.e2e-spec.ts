import { useCharging } from '../support';
import { cardBody, pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';
import { onServer } from '../support/test-server';

/** What the statements of hot paths answer: whoever kept their plans knows these columns as they were. */
const WIDENED = {
  api_keys: 'pepper_id',
  charges: 'external_id',
  provider_calls: 'key',
  outbox_events: 'type',
};

const { merchant, charging } = useCharging({ worker: true });

/** One of each at once, so often that all connections have what they ask: reads, a new one, a payment, captures, refunds. */
async function work(): Promise<void> {
  const cards = await Promise.all(Array.from({ length: 8 }, () => charging.authorized()));
  const each = async (card: string): Promise<void> => {
    const answers = [
      await merchant.client.post(`/v1/charges/${card}/capture`),
      await merchant.client.get(`/v1/charges/${card}`),
      await merchant.client.post(`/v1/charges/${card}/refund`, { amount: 1_000 }),
      await merchant.client.post('/v1/charges', cardBody()),
      await merchant.client.get('/v1/charges?limit=5'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201, 200]);
    await charging.paidPix();
  };
  await Promise.all(cards.map(each));
}

describe('a column that is widened while the service runs (docs/upgrading.md)', () => {
  it('fails no request: what connections had planned is planned anew', async () => {
    for (let time = 0; time < 3; time += 1) await work();
    await onServer(await workerDatabaseUrl(), async (client) => {
      for (const [table, column] of Object.entries(WIDENED))
        await client.query(`ALTER TABLE ${table} ALTER COLUMN ${column} TYPE character varying(500)`);
    });
    await work();
    expect((await merchant.client.post('/v1/charges', pixBody())).status).toBe(201);
  });
});
