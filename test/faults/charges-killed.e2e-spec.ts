import { eventually, patiently, startService, type TestMerchant, type TestService } from '../support';
import { cardBody, Charging } from '../support/charges';
import { startProcess, type TestProcess } from '../support/process';

const CHARGES = 150;
const REFUNDS = 60;

describe('a process that dies moves no money twice (contract §6, Provider calls)', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let charging: Charging;
  const processes: TestProcess[] = [];

  beforeEach(async () => {
    service = await startService();
    merchant = await service.merchant();
    charging = new Charging(merchant.client);
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.end('SIGKILL');
    await service.stop();
  });

  const start = async (kind: 'main' | 'worker'): Promise<TestProcess> => {
    const process = await startProcess(service, kind);
    processes.push(process);
    return process;
  };

  const count = async (sql: string, values: unknown[] = []): Promise<number> => {
    const rows = await service.dataSource.query<{ count: string }[]>(`SELECT count(*) FROM ${sql}`, values);
    return Number(rows[0]?.count);
  };

  it('SIGKILL of the worker while cards are with the provider: each is captured, by one payment', async () => {
    const doomed = await start('worker');
    const created = Promise.all(Array.from({ length: CHARGES }, () => charging.create(cardBody())));
    await eventually(async () => {
      expect(await count(`charges WHERE status = 'captured'`)).toBeGreaterThan(5);
    });
    await doomed.end('SIGKILL');
    await created;
    expect(await count(`charges WHERE status = 'pending'`)).toBeGreaterThan(0);
    await start('worker');
    await eventually(async () => {
      expect(await count(`charges WHERE status = 'captured' AND version = 2`)).toBe(CHARGES);
    }, 50_000);
    // What the provider took is what the books say, payment for payment.
    expect(await count('sandbox_provider.payments')).toBe(CHARGES);
    expect(
      await count(
        `charges c JOIN sandbox_provider.payments p ON p.reference = c.provider_reference
           AND p.captured_cents = c.amount_captured_cents`,
      ),
    ).toBe(CHARGES);
    expect(await count(`outbox_events WHERE type = 'charge.captured'`)).toBe(CHARGES);
  });

  it('SIGKILL of the API while refunds are with the provider: each happens once, and its key answers it', async () => {
    const { id } = await charging.paidPix({ amount: REFUNDS * 100 });
    const doomed = await start('main');
    const keys = Array.from({ length: REFUNDS }, (_, index) => ({ 'idempotency-key': `refund-${index}` }));
    const send = (client: TestMerchant['client'], key: Record<string, string>) =>
      client.post(`/v1/charges/${id}/refund`, { amount: 100 }, key);
    const cut = Promise.allSettled(keys.map((key) => send(doomed.client(merchant), key)));
    await eventually(async () => {
      expect(await count('refunds WHERE charge_id = $1', [id])).toBeGreaterThan(3);
    });
    await doomed.end('SIGKILL');
    await cut;
    await start('worker');
    // The worker finishes what the dead one had begun; what it had not begun is begun by the repeated requests.
    await eventually(async () => {
      expect(await count(`provider_calls WHERE status = 'pending'`)).toBe(0);
    }, 50_000);
    const answers = await Promise.all(keys.map((key) => patiently(() => send(merchant.client, key))));
    expect(answers.every(({ status, body }) => status === 201 && body.data.status === 'succeeded')).toBe(
      true,
    );
    expect(new Set(answers.map(({ body }) => body.data.id as string)).size).toBe(REFUNDS);
    expect(await charging.read(id)).toMatchObject({ status: 'refunded', amount_refunded: REFUNDS * 100 });
    expect(
      await count(`sandbox_provider.payments WHERE refunded_cents = captured_cents AND captured_cents = $1`, [
        REFUNDS * 100,
      ]),
    ).toBe(1);
  });
});
