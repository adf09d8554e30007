import { ProviderTimeoutService } from '../../src/providers';
import { ProviderAdapter } from '../../src/providers/provider.port';
import { SANDBOX_ACCOUNT_ID } from '../../src/providers/sandbox/sandbox-notification';
import { SandboxAdapter } from '../../src/providers/sandbox/sandbox.adapter';
import { eventually, onThisMachine, useCharging } from '../support';
import { boletoBody, cardBody, pixBody } from '../support/charges';
import { heldBySandbox, spoil } from '../support/sandbox';

const ACCOUNT = { id: SANDBOX_ACCOUNT_ID, mode: 'test', credentials: null } as const;

const { app, merchant, charging } = useCharging({ worker: true });
afterEach(() => jest.restoreAllMocks());

const post = (path: string, body?: unknown, headers = {}) => merchant.client.post(path, body, headers);

/** Kinds of the events of a charge, in the order of writing. */
async function eventsOf(chargeId: string): Promise<string[]> {
  const rows = await app.dataSource.query<{ type: string }[]>(
    'SELECT type FROM outbox_events WHERE resource_id = $1 ORDER BY position',
    [chargeId],
  );
  return rows.map(({ type }) => type.replace('charge.', ''));
}

/** The API, or the worker, gives the provider this long instead of 10 seconds. */
function shortTimeout(timeoutMs: number, process: 'api' | 'worker' = 'api'): { restore(): void } {
  const timeout = app[process]?.get(ProviderTimeoutService, { strict: false });
  if (timeout === undefined) throw new Error(`no ${process} runs`);
  return jest.replaceProperty(timeout, 'timeoutMs', timeoutMs);
}

describe('the provider port', () => {
  it('is what an adapter has to have, and no more', () => {
    const methods = Object.getOwnPropertyNames(SandboxAdapter.prototype).filter(
      (name) => !['constructor', 'received', 'act', 'answer'].includes(name),
    );
    expect(methods.sort()).toEqual(
      [
        'tokenizeCard',
        'authorize',
        'capture',
        'void',
        'refund',
        'contest',
        'accept',
        'createPix',
        'createBoleto',
        'lookup',
        'verifyNotification',
        'parseNotification',
      ].sort(),
    );
    const adapter = app.api.get(SandboxAdapter, { strict: false });
    expect(adapter).toBeInstanceOf(ProviderAdapter);
    expect(adapter.reports).toMatchObject({ list: expect.any(Function), lines: expect.any(Function) });
  });

  it('waits 10 seconds for an answer (contract §6, Provider calls)', () => {
    expect(new ProviderTimeoutService().timeoutMs).toBe(10_000);
  });
});

describe('Contract §6, Provider calls: no outcome in time is 202 with the thing as it stands, and one effect', () => {
  it.each(['slow', 'silent', 'lost'] as const)('capture, the provider being %s', async (kind) => {
    const id = await charging.authorized();
    shortTimeout(300);
    await spoil(app, 'capture', kind, { delayMs: onThisMachine(1_500) });
    const key = { 'idempotency-key': `capture-${kind}` };
    const answer = await post(`/v1/charges/${id}/capture`, { amount: 4_000 }, key);
    expect([answer.status, answer.body.success, answer.body.data.status]).toEqual([202, true, 'authorized']);
    // contract §1: until the outcome is known, the same key hears how the charge stands.
    const again = await post(`/v1/charges/${id}/capture`, { amount: 4_000 }, key);
    expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([
      202,
      'true',
      answer.body.data,
    ]);
    const during = await post(`/v1/charges/${id}/void`);
    expect([during.status, during.body.error]).toEqual([409, 'OPERATION_IN_PROGRESS']);
    const charge = await charging.until(id, 'captured', 20_000);
    expect(charge).toMatchObject({ amount_captured: 4_000, version: 3 });
    const replay = await post(`/v1/charges/${id}/capture`, { amount: 4_000 }, key);
    expect([replay.status, replay.body.data.status]).toEqual([200, 'captured']);
    expect(await heldBySandbox(app, id)).toEqual([{ state: 'captured', captured: 4_000, refunded: 0 }]);
    expect(await eventsOf(id)).toEqual(['pending', 'authorized', 'captured']);
  });

  it.each(['slow', 'silent', 'lost'] as const)('void, the provider being %s', async (kind) => {
    const id = await charging.authorized();
    shortTimeout(300);
    await spoil(app, 'void', kind, { delayMs: onThisMachine(1_500) });
    const answer = await post(`/v1/charges/${id}/void`);
    expect([answer.status, answer.body.data.status]).toEqual([202, 'authorized']);
    await charging.until(id, 'voided', 20_000);
    expect(await heldBySandbox(app, id)).toEqual([{ state: 'voided', captured: 0, refunded: 0 }]);
    expect(await eventsOf(id)).toEqual(['pending', 'authorized', 'voided']);
  });

  it.each(['slow', 'silent', 'lost'] as const)('refund, the provider being %s', async (kind) => {
    const { id } = await charging.paidPix();
    const short = shortTimeout(300);
    await spoil(app, 'refund', kind, { delayMs: onThisMachine(1_500) });
    const key = { 'idempotency-key': `refund-${kind}` };
    const answer = await post(`/v1/charges/${id}/refund`, { amount: 700 }, key);
    expect([answer.status, answer.body.data]).toEqual([
      202,
      expect.objectContaining({ charge_id: id, amount: 700, status: 'pending' }),
    ]);
    const again = await post(`/v1/charges/${id}/refund`, { amount: 700 }, key);
    expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([
      202,
      'true',
      answer.body.data,
    ]);
    // Reserved: what is on its way is not there for another one.
    const above = await post(`/v1/charges/${id}/refund`, { amount: 9_301 });
    expect([above.status, above.body.error]).toEqual([422, 'REFUND_EXCEEDS_CAPTURED']);
    // And several may run side by side.
    short.restore();
    expect((await post(`/v1/charges/${id}/refund`, { amount: 300 })).status).toBe(201);
    const path = `/v1/charges/${id}/refunds/${answer.body.data.id as string}`;
    await eventually(
      async () => expect((await merchant.client.get(path)).body.data.status).toBe('succeeded'),
      20_000,
    );
    const replay = await post(`/v1/charges/${id}/refund`, { amount: 700 }, key);
    expect([replay.status, replay.body.data]).toEqual([201, { ...answer.body.data, status: 'succeeded' }]);
    expect((await charging.read(id)).amount_refunded).toBe(1_000);
    expect(await heldBySandbox(app, id)).toEqual([{ state: 'captured', captured: 10_000, refunded: 1_000 }]);
  });

  it.each(['slow', 'silent', 'lost'] as const)(
    'a card at a provider being %s is captured once',
    async (kind) => {
      shortTimeout(onThisMachine(2_000), 'worker');
      await spoil(app, 'authorize', kind, { delayMs: onThisMachine(1_000) });
      const { id } = await charging.create(cardBody());
      expect(await charging.until(id, 'captured', 20_000)).toMatchObject({ version: 2 });
      expect(await heldBySandbox(app, id)).toEqual([{ state: 'captured', captured: 10_000, refunded: 0 }]);
      expect(await eventsOf(id)).toEqual(['pending', 'captured']);
    },
  );

  it('a slow answer that comes after the same call was repeated is the same answer', async () => {
    const sandbox = app.api.get(SandboxAdapter, { strict: false });
    const key = '01930000-0000-7000-8000-00000000f001';
    const call = {
      token: 'tok_approved',
      amountCents: 5,
      installments: 1,
      softDescriptor: null,
      capture: true,
      payer: { name: 'Ana', email: 'ana@example.com', taxId: null, phone: null, address: null },
      description: null,
    };
    await spoil(app, 'authorize', 'slow', { delayMs: 400 });
    const [slow, quick] = await Promise.all([
      sandbox.authorize(ACCOUNT, key, call),
      sandbox.authorize(ACCOUNT, key, call),
    ]);
    expect(slow).toEqual(quick);
    expect(await sandbox.lookup(ACCOUNT, key)).toEqual(quick);
    expect(await sandbox.lookup(ACCOUNT, '01930000-0000-7000-8000-00000000f002')).toBeNull();
  });
});

describe('notifications of the provider', () => {
  const waiting = async () => {
    const rows = await app.dataSource.query<unknown[]>(
      'SELECT 1 FROM sandbox_provider.notifications WHERE delivered_at IS NULL',
    );
    expect(rows).toEqual([]);
  };

  it('sent twice they count once', async () => {
    await spoil(app, 'paid', 'twice');
    const { id } = await charging.paidPix();
    await eventually(waiting);
    await spoil(app, 'chargeback', 'twice');
    await post(`/v1/sandbox/charges/${id}/chargeback`);
    await eventually(waiting);
    expect(await charging.read(id)).toMatchObject({
      status: 'chargeback',
      version: 3,
      amount_captured: 10_000,
    });
    expect(await eventsOf(id)).toEqual(['pending', 'captured', 'chargeback']);
    const used = await app.dataSource.query<unknown[]>(
      'SELECT 1 FROM sandbox_provider.faults WHERE remaining > 0',
    );
    expect(used).toEqual([]);
  });

  it('a payment whose notification is late is captured when it comes', async () => {
    await spoil(app, 'paid', 'late', { delayMs: onThisMachine(1_000) });
    const { id } = await charging.create(pixBody());
    const answer = await post(`/v1/sandbox/charges/${id}/pay`);
    expect([answer.status, answer.body.data.status]).toEqual([200, 'pending']);
    await charging.until(id, 'captured');
    expect(await eventsOf(id)).toEqual(['pending', 'captured']);
  });

  it.each(['pending', 'expired'])(
    'out of order: a dispute that comes before the payment, of a charge still %s, counts after it',
    async (status) => {
      await spoil(app, 'paid', 'late', { delayMs: onThisMachine(2_500) });
      const { id } = await charging.create(boletoBody());
      await post(`/v1/sandbox/charges/${id}/pay`);
      if (status === 'expired') await post(`/v1/sandbox/charges/${id}/expire`);
      const disputed = await post(`/v1/sandbox/charges/${id}/chargeback`);
      expect([disputed.status, disputed.body.data.status]).toEqual([200, status]);
      expect(await charging.until(id, 'chargeback')).toMatchObject({ amount_captured: 10_000 });
      const between = status === 'expired' ? ['expired'] : [];
      expect(await eventsOf(id)).toEqual(['pending', ...between, 'captured', 'chargeback']);
    },
  );

  it('nobody disputes what was never paid: 409', async () => {
    const { id } = await charging.create(pixBody());
    const answer = await post(`/v1/sandbox/charges/${id}/chargeback`);
    expect([answer.status, answer.body.error]).toEqual([409, 'INVALID_STATE']);
  });
});
