import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type * as Sdk from '../../packages/sdk/src/index.js' with { 'resolution-mode': 'import' };
import { eventually, startService, type TestMerchant, type TestService } from '../support';
import { Onboarding } from '../support/onboarding';
import { pixBody } from '../support/charges';

const ROOT = join(__dirname, '..', '..');
const PACKAGE = join(ROOT, 'packages', 'sdk');

/** What a merchant installs: the half for `require`, as Jest loads modules. */
function builtSdk(): typeof Sdk {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'sdk.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return jest.requireActual<typeof Sdk>(join(PACKAGE, 'dist', 'cjs'));
}

describe('@repasse/sdk: paying sellers', () => {
  const sdk = builtSdk();
  let service: TestService;
  let merchant: TestMerchant;
  let repasse: Sdk.Repasse;

  beforeAll(async () => {
    service = await startService({ worker: true });
    merchant = await service.merchant();
    const { publicKey, secretKey } = merchant;
    repasse = new sdk.Repasse({ publicKey, secretKey, baseUrl: service.url });
  });
  afterAll(() => service.stop());

  const pix = (amount: number): Parameters<Sdk.Charges['create']>[0] => pixBody({ amount }) as never;

  it('pays a seller: destination, withdrawal, receipt, what came back, and by itself', async () => {
    const seller = await new Onboarding(merchant.client).activePerson();
    const charge = await repasse.charges.create({ ...pix(10_000), submerchant_id: seller });
    await repasse.sandbox.pay(charge.id);
    const { destinations } = repasse.wallets;
    const { id } = await destinations.add(seller, {
      type: 'pix_key',
      pix_key_type: 'email',
      pix_key: 'ana@sandbox.example',
    });
    const destination = await eventually(async () => {
      const one = await destinations.get(seller, id);
      expect(one.status).toBe('active');
      return one;
    });
    await destinations.update(seller, id, { nickname: 'Conta' }, { version: destination.version });
    await expect(
      destinations.update(seller, id, { nickname: 'Outra' }, { version: destination.version }),
    ).rejects.toMatchObject({ code: 'STALE_VERSION' });
    expect(await destinations.list(seller).toArray()).toMatchObject([{ id, nickname: 'Conta' }]);
    const asked = await repasse.withdrawals.create({ wallet_id: seller, amount: 4_000 });
    const paid = await eventually(async () => {
      const one = await repasse.withdrawals.get(asked.id);
      expect(one.status).toBe('paid');
      return one;
    });
    expect(await repasse.withdrawals.receipt(asked.id)).toMatchObject({
      amount: 4_000,
      end_to_end_id: paid.end_to_end_id,
    });
    const pdf = await repasse.withdrawals.receiptPdf(asked.id);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    await expect(repasse.withdrawals.receiptPdf('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(repasse.withdrawals.cancel(asked.id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await repasse.sandbox.returnWithdrawal(asked.id, { amount: 1_000 });
    await eventually(async () =>
      expect((await repasse.withdrawals.get(asked.id)).amount_returned).toBe(1_000),
    );
    const automatic = { frequency: 'daily' as const, minimum_amount: 100, retain_amount: 500 };
    const { version } = await repasse.wallets.get(seller);
    const set = { automatic_withdrawal: { ...automatic, destination_id: id } };
    await repasse.wallets.update(seller, set, { version });
    const after = await repasse.sandbox.payOut(seller);
    expect(after.automatic_withdrawal?.last_run).toMatchObject({ outcome: 'withdrawn' });
    const all = await repasse.withdrawals.list({ wallet_id: seller }).toArray();
    expect(all.map(({ amount, source }) => [amount, source])).toEqual([
      [6_500, 'automatic'],
      [4_000, 'api'],
    ]);
    expect((await repasse.withdrawals.summary({ wallet_id: seller })).total.count).toBe(2);
    expect((await repasse.withdrawals.options({ wallet_id: seller })).withdrawable).toBe(500);
    await destinations.delete(seller, id);
    expect((await destinations.get(seller, id)).status).toBe('disabled');
  });

  it('knows the banks', async () => {
    const bank = await repasse.banks.get('001');
    expect(await repasse.banks.getByIspb(bank.ispb)).toEqual(bank);
    expect(await repasse.banks.list({ search: '001' }).toArray()).toContainEqual(bank);
    const codes = (await repasse.banks.list().toArray()).map(({ ispb }) => ispb);
    expect(codes.length).toBeGreaterThan(200);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
