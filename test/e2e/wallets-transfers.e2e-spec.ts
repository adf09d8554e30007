import { randomUUID } from 'node:crypto';
import { RecoverDebtsTask } from '../../src/wallets/debt/recover-debts.task';
import { TxRunner } from '../../src/database';
import { WalletDebtService } from '../../src/wallets';
import { type Answer, eventsOf, startTasks, useService } from '../support';
import { WalletBench } from '../support/wallet-bench';

const service = useService();

interface Case {
  readonly bench: WalletBench;
  readonly own: string;
  readonly seller: string;
  send(body?: object, key?: string, from?: string): Promise<Answer>;
}

async function open(cents = 10_000): Promise<Case> {
  const bench = await WalletBench.open(service);
  const seller = await bench.activeSeller();
  const own = bench.merchant.id;
  if (cents > 0) await bench.move(own, 'available', cents);
  return {
    bench,
    own,
    seller,
    send: (body = {}, key = randomUUID(), from = own) =>
      bench.merchant.client.post(
        `/v1/wallets/${from}/transfers`,
        { to_wallet_id: seller, amount: 1_000, ...body },
        { 'idempotency-key': key },
      ),
  };
}
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const walletEvents = async (id: string): Promise<string[]> =>
  (await eventsOf(service.dataSource, id))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('wallet.'));

describe('transfers (money contract §12)', () => {
  it('move money at once, from the merchant’s own wallet into an active submerchant’s', async () => {
    const { bench, own, seller, send } = await open();
    const { status, body } = await send({ description: 'Bônus de maio', external_id: 'bonus-5' });
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        to_wallet_id: seller,
        amount: 1_000,
        description: 'Bônus de maio',
        external_id: 'bonus-5',
        created_at: expect.any(String),
      },
    ]);
    expect((await bench.read()).balance.available).toBe(9_000);
    expect((await bench.read(seller)).balance.available).toBe(1_000);
    await bench.drain();
    for (const [wallet, direction] of [
      [own, 'debit'],
      [seller, 'credit'],
    ] as const) {
      const entries = await bench.merchant.client.get(`/v1/wallets/${wallet}/entries?kind=transfer`);
      expect(entries.body.data).toMatchObject([
        {
          direction,
          amount: 1_000,
          reference: `transfer:${body.data.id}`,
          resource: { type: 'transfer', id: body.data.id },
          description: 'Bônus de maio',
        },
      ]);
      const list = await bench.merchant.client.get(`/v1/wallets/${wallet}/transfers`);
      expect(list.body.data).toEqual([body.data]);
      const before = `/v1/wallets/${wallet}/transfers?date_to=2026-01-01`;
      expect((await bench.merchant.client.get(before)).body.data).toEqual([]);
    }
  });

  it('of 200 at once of a tenth of the balance ten are made', async () => {
    const { bench, seller, send } = await open(0);
    // Some of what is there waits for its place, some has it.
    for (let part = 0; part < 10; part += 1) {
      await bench.move(bench.merchant.id, 'available', 1_000);
      if (part === 5) await bench.drain();
    }
    const answers = await Promise.all(Array.from({ length: 200 }, () => send()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.error))).toEqual(
      new Set(['INSUFFICIENT_BALANCE']),
    );
    expect((await bench.read()).balance.available).toBe(0);
    expect((await bench.read(seller)).balance.available).toBe(10_000);
  });

  it('need an Idempotency-Key, and with the same one move once', async () => {
    const { bench, own, seller, send } = await open();
    const body = { to_wallet_id: seller, amount: 1_000 };
    const without = await bench.merchant.client.post(`/v1/wallets/${own}/transfers`, body);
    expect(outcome(without)).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({}, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await bench.read()).balance.available).toBe(9_000);
  });

  it('are refused for what they are, and leave nothing', async () => {
    const { bench, own, seller, send } = await open();
    const { client } = bench.merchant;
    const pending = await bench.onboarding.submittedPerson();
    const other = await open();
    const notAllowed = [422, 'TRANSFER_NOT_ALLOWED'];
    for (const to_wallet_id of [pending, own, other.seller, other.own, randomUUID()])
      expect(outcome(await send({ to_wallet_id }))).toEqual(notAllowed);
    await bench.move(seller, 'available', 5_000);
    expect(outcome(await send({ to_wallet_id: own }, randomUUID(), seller))).toEqual(notAllowed);
    expect(outcome(await send({}, randomUUID(), other.own))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await send({ amount: 10_001 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    for (const amount of [0, -1, 1.5, '100', null])
      expect(outcome(await send({ amount }))).toEqual([422, 'VALIDATION_FAILED']);
    expect(outcome(await send({ note: 'x' }))).toEqual([422, 'VALIDATION_FAILED']);
    await (
      await service.operator()
    ).client.post(`/v1/review/submerchants/${seller}/suspend`, { reason: 'Investigação.' });
    expect(outcome(await send())).toEqual(notAllowed);
    expect((await client.get(`/v1/wallets/${own}/transfers`)).body.pagination.total).toBe(0);
    expect((await bench.read()).balance.available).toBe(10_000);
  });

  it('none leaves a wallet while what is owed is more; the debt is paid first, in the same transaction', async () => {
    const { bench, own, send } = await open(10_000);
    await bench.move(own, 'debt', -4_000);
    expect(outcome(await send({ amount: 6_001 }))).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect((await send({ amount: 2_000 })).status).toBe(201);
    expect((await bench.read()).balance).toMatchObject({ available: 4_000, debt: 0, withdrawable: 4_000 });
    expect(await walletEvents(own)).toEqual(['wallet.debt_settled']);
    await bench.drain();
    const { body } = await bench.merchant.client.get(`/v1/wallets/${own}/entries?account=debt&kind=recovery`);
    expect(body.data).toMatchObject([{ direction: 'credit', amount: 4_000, balance_after: 0 }]);
  });
});

describe('the scope money (money contract §15)', () => {
  it('a test pair has it by default, a live one only when it is named', async () => {
    const scopes = async (mode: 'test' | 'live'): Promise<unknown> =>
      (await (await service.merchant({ mode })).client.get('/v1/merchant')).body.data.scopes;
    expect(await scopes('test')).toEqual(['read', 'write', 'money']);
    expect(await scopes('live')).toEqual(['read', 'write']);
    const admin = await (await service.operator({ role: 'admin' })).logIn();
    const live = await service.merchant({ mode: 'live' });
    const issue = (body: object) => admin.post(`/v1/review/merchants/${live.id}/keys`, body);
    expect((await issue({})).body.data.scopes).toEqual(['read', 'write']);
    expect((await issue({ scopes: ['money'] })).body.data.scopes).toEqual(['money']);
  });

  it('without it nothing moves', async () => {
    const merchant = await service.merchant({ scopes: ['read', 'write'] });
    const { status, body } = await merchant.client.post(
      `/v1/wallets/${merchant.id}/transfers`,
      { to_wallet_id: randomUUID(), amount: 1 },
      { 'idempotency-key': 'k' },
    );
    expect([status, body.error, body.message]).toEqual([403, 'FORBIDDEN', expect.stringContaining('money')]);
  });
});

describe('debts (money contract §17, Recovery)', () => {
  it('are paid from what becomes available, in part and then whole, each once by any number of workers', async () => {
    const { bench, own } = await open(0);
    await bench.move(own, 'debt', -5_000);
    await bench.drain();
    const workers = [await startTasks(service.config), await startTasks(service.config)];
    const run = () => Promise.all(workers.map((worker) => worker.get(RecoverDebtsTask).run()));
    try {
      await run();
      expect((await bench.read()).balance).toMatchObject({ available: 0, debt: 5_000 });
      await bench.move(own, 'available', 2_000);
      await run();
      expect((await bench.read()).balance).toMatchObject({ available: 0, debt: 3_000 });
      expect(await walletEvents(own)).toEqual([]);
      await bench.move(own, 'available', 7_000);
      await run();
      expect((await bench.read()).balance).toMatchObject({ available: 4_000, debt: 0 });
      expect(await walletEvents(own)).toEqual(['wallet.debt_settled']);
      await run();
      await bench.drain();
      const { body } = await bench.merchant.client.get(`/v1/wallets/${own}/entries?kind=recovery`);
      expect(body.data.map(({ amount }: { amount: number }) => amount)).toEqual([3_000, 2_000]);
    } finally {
      await Promise.all(workers.map((worker) => worker.close()));
    }
  });

  it('go on while the wallet is frozen, and their opening is announced once', async () => {
    const { bench, seller } = await open(0);
    const [debts, transactions] = [service.api.get(WalletDebtService), service.api.get(TxRunner)];
    const note = (before: number) =>
      transactions.run((tx) => debts.noteOpened(tx, bench.merchant.id, new Map([[seller, before]])));
    await note(0);
    expect(await walletEvents(seller)).toEqual([]);
    await bench.move(seller, 'debt', -100);
    await note(0);
    await bench.move(seller, 'debt', -50);
    await note(-100);
    expect(await walletEvents(seller)).toEqual(['wallet.debt_opened']);
    await (
      await service.operator()
    ).client.post(`/v1/review/submerchants/${seller}/suspend`, { reason: 'Investigação.' });
    await bench.move(seller, 'available', 150);
    await bench.drain();
    const worker = await startTasks(service.config);
    await worker.get(RecoverDebtsTask).run();
    await worker.close();
    expect((await bench.read(seller)).balance).toMatchObject({ available: 0, debt: 0 });
    expect(await walletEvents(seller)).toEqual([
      'wallet.debt_opened',
      'wallet.frozen',
      'wallet.debt_settled',
    ]);
  });

  it('have a limit by mode and owner', async () => {
    const [test, live] = [await service.merchant(), await service.merchant({ mode: 'live' })];
    const [debts, transactions] = [service.api.get(WalletDebtService), service.api.get(TxRunner)];
    const limits = async (id: string) =>
      (await transactions.run((tx) => debts.listLimits(tx, id, [id, randomUUID()]))).get(id);
    expect([await limits(test.id), await limits(live.id)]).toEqual([null, 1_000_000]);
  });
});
