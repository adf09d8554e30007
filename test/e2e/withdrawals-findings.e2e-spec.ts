import { randomUUID } from 'node:crypto';
import { ChangeCoolingOffUseCase, ChangeTaxIdUseCase } from '../../src/auth';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { type Tx, TxRunner } from '../../src/database';
import { AddProviderAccountUseCase } from '../../src/providers';
import { FindingRepository } from '../../src/withdrawals/create/finding.repository';
import { Withdrawal } from '../../src/withdrawals/withdrawal.entity';
import { eventually, useService } from '../support';
import { Disputing } from '../support/disputes';
import { Payouts } from '../support/payouts';
import { WalletBench } from '../support/wallet-bench';

const service = useService({ worker: true });
const MOST_UNSEEN = 1_000_000;

/** Ends a transaction whose rows nobody else is to see. */
class Undone extends Error {}

/**
 * What is found about a withdrawal of a live merchant's; where something is planted first, it is gone afterwards. What is planted is of
 * days that are over, which nothing but the rows themselves can be.
 */
async function found(
  about: Pick<Withdrawal, 'merchantId' | 'walletId'> & Partial<Withdrawal>,
  plant: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const withdrawal = Object.assign(new Withdrawal(), {
    ...{ destinationId: randomUUID(), amountCents: 1_000 },
    ...about,
  });
  const findings: string[] = [];
  const look = service.api.get(TxRunner).run(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await plant(tx);
    findings.push(...(await service.api.get(FindingRepository, { strict: false }).list(tx, withdrawal)));
    throw new Undone();
  });
  await expect(look).rejects.toThrow(Undone);
  return findings;
}

const suspendedAgo =
  (merchantId: string, submerchantId: string, age: string, type = 'suspended') =>
  (tx: Tx) =>
    tx.query(
      `INSERT INTO submerchant_history (merchant_id, id, submerchant_id, version, type, actor, details, at)
       VALUES ($1, gen_random_uuid(), $2, 90, $4, 'operator', '{}', now() - $3::interval)`,
      [merchantId, submerchantId, age, type],
    );

/** So many more captures of a wallet that has one. */
const captured =
  (merchantId: string, walletId: string, count: number, age = '1 hour') =>
  (tx: Tx) =>
    tx.query(
      `INSERT INTO receivables
       SELECT other.*
         FROM receivables AS one, generate_series(1, $3) AS n,
              jsonb_populate_record(one, jsonb_build_object(
                'id', gen_random_uuid(), 'charge_id', gen_random_uuid(), 'captured_at', now() - $4::interval, 'n', n)) AS other
        WHERE one.id = (SELECT id FROM receivables WHERE merchant_id = $1 AND wallet_id = $2 LIMIT 1)`,
      [merchantId, walletId, count, age],
    );

/** A merchant that the sandbox sends real money for, and what its wallet holds. */
async function openLive(cents: number): Promise<{ bench: WalletBench; destination: string }> {
  const merchant = await service.merchant({ mode: 'live', scopes: ['read', 'write', 'money'] });
  const { id: merchantId } = merchant;
  const account = {
    merchantId,
    mode: 'live',
    adapter: 'sandbox',
    methods: ['pix'],
    credentials: null,
  } as const;
  await service.api.get(AddProviderAccountUseCase, { strict: false }).execute(account, SYSTEM_ACTOR);
  const telling = service.api.get(ChangeTaxIdUseCase, { strict: false });
  await telling.execute(merchantId, '11222333000181', SYSTEM_ACTOR);
  await service.api.get(ChangeCoolingOffUseCase, { strict: false }).execute(merchantId, 0, SYSTEM_ACTOR);
  const bench = await WalletBench.open(service, merchant);
  await bench.move(merchantId, 'available', cents);
  const path = `/v1/wallets/${merchantId}/destinations`;
  const key = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
  const { status, body } = await merchant.client.post(path, key);
  expect([status, body.error]).toEqual([201, undefined]);
  const { id: destination } = body.data as { id: string };
  await eventually(async () => {
    expect((await merchant.client.get(`${path}/${destination}`)).body.data.status).toBe('active');
  });
  return { bench, destination };
}

describe('findings about live withdrawals (money contract §15)', () => {
  it('first_to_destination: above 1,000,000 to where nothing has arrived yet', async () => {
    const payouts = await Payouts.open(service);
    const destinationId = await payouts.destination();
    const about = { merchantId: payouts.bench.merchant.id, walletId: payouts.seller, destinationId };
    const above = { ...about, amountCents: MOST_UNSEEN + 1 };
    expect(await found({ ...about, amountCents: MOST_UNSEEN })).toEqual([]);
    expect(await found(above)).toEqual(['first_to_destination']);
    // What failed says nothing of where it would have gone, and what was paid elsewhere neither.
    const failing = await payouts.destination('failed');
    await payouts.is(await payouts.asked({ destination_id: failing }), 'failed');
    expect(await found({ ...above, destinationId: failing })).toEqual(['first_to_destination']);
    await payouts.is(await payouts.asked({ destination_id: destinationId }), 'paid');
    expect(await found(above)).toEqual([]);
    expect(await found({ ...above, destinationId: failing })).toEqual(['first_to_destination']);
  });

  it('recently_suspended: within thirty days, also when it is active again', async () => {
    const payouts = await Payouts.open(service, 0);
    const { id: merchantId } = payouts.bench.merchant;
    const about = { merchantId, walletId: payouts.seller };
    expect(await found(about)).toEqual([]);
    for (const [age, findings] of [
      ['29 days 23 hours', ['recently_suspended']],
      ['30 days 1 hour', []],
    ] as const)
      expect([age, await found(about, suspendedAgo(merchantId, payouts.seller, age))]).toEqual([
        age,
        findings,
      ]);
    expect(await found(about, suspendedAgo(merchantId, payouts.seller, '1 day', 'approved'))).toEqual([]);
    const other = await payouts.bench.activeSeller();
    expect(await found(about, suspendedAgo(merchantId, other, '1 day'))).toEqual([]);
    const { client } = await service.operator({ role: 'admin' });
    for (const what of ['suspend', 'reactivate'])
      await client.post(`/v1/review/submerchants/${payouts.seller}/${what}`, { reason: 'x' });
    expect((await payouts.bench.read(payouts.seller)).status).toBe('active');
    expect(await found(about)).toEqual(['recently_suspended']);
  });

  it('disputes_high: three at least, and above one in a hundred captures of thirty days', async () => {
    const it = await Disputing.begin(service);
    const { id: merchantId } = it.merchant;
    const about = { merchantId, walletId: it.seller };
    const disputed = async () =>
      it.opened(await it.paidPix({ amount: 1_000, split_rules: it.halves('seller') }), 'pix_return');
    await disputed();
    await disputed();
    expect(await found(about)).toEqual([]);
    await disputed();
    expect(await found(about)).toEqual(['disputes_high']);
    expect(await found(about, captured(merchantId, it.seller, 296))).toEqual(['disputes_high']);
    expect(await found(about, captured(merchantId, it.seller, 297))).toEqual([]);
    expect(await found(about, captured(merchantId, it.seller, 297, '31 days'))).toEqual(['disputes_high']);
    // The merchant bears none of them.
    expect(await found({ merchantId, walletId: merchantId })).toEqual([]);
    const older = (tx: Tx) =>
      tx.query(
        `UPDATE disputes SET opened_at = now() - interval '30 days 1 hour'
          WHERE id = (SELECT id FROM disputes WHERE merchant_id = $1 LIMIT 1)`,
        [merchantId],
      );
    expect(await found(about, older)).toEqual([]);
  });
});

describe('a withdrawal that something is found about (money contract §15)', () => {
  it('is under review in live mode, and not in test mode', async () => {
    const amount = MOST_UNSEEN + 1;
    const payouts = await Payouts.open(service, amount);
    await payouts.destination();
    expect((await payouts.ask({ amount })).body.data.status).toBe('pending');
    const { bench, destination } = await openLive(3 * amount);
    const { client } = bench.merchant;
    const ask = (cents: number) =>
      client.post('/v1/withdrawals', { amount: cents }, { 'idempotency-key': randomUUID() });
    const { status, body } = await ask(amount);
    expect([status, body.data]).toMatchObject([
      201,
      { status: 'under_review', destination: { id: destination } },
    ]);
    expect((await ask(MOST_UNSEEN)).body.data.status).toBe('pending');
    const path = `/v1/review/withdrawals/${String(body.data.id)}`;
    const treasurer = (await service.operator({ role: 'treasurer' })).client;
    expect((await treasurer.get(path)).body.data.findings).toEqual(['first_to_destination']);
    // Findings are the platform's alone.
    expect(JSON.stringify((await client.get(`/v1/withdrawals/${String(body.data.id)}`)).body)).not.toContain(
      'first_to_destination',
    );
    expect((await treasurer.post(`${path}/approve`)).status).toBe(200);
    await eventually(async () => {
      expect((await client.get(`/v1/withdrawals/${String(body.data.id)}`)).body.data.status).toBe('paid');
    });
    expect((await ask(MOST_UNSEEN - 1)).body.data.status).toBe('pending');
  });
});
