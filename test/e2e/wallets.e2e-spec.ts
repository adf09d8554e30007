import { runCommandLine } from '../../src/cli/program';
import { CNPJ, CPF, eventsOf, useService } from '../support';
import { WalletBench } from '../support/wallet-bench';
import { breaksRule } from '../support/books';

for (const rule of [
  'what a wallet waits for is the net of its open receivables',
  'what a wallet holds in reserve is what its reserves still hold',
  'what a wallet has on its way is what is held for refunds and withdrawals that have no outcome yet',
  'what a wallet has blocked is what is blocked of it for somebody',
])
  breaksRule(rule, 'one wallet holds something in every account, without the records that cause it');

const service = useService();
const NOTHING = {
  available: 0,
  waiting_funds: 0,
  in_transit: 0,
  blocked: 0,
  reserve: 0,
  debt: 0,
  withdrawable: 0,
};

async function cli(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(args, service.environment, {
    answer: (text) => (stdout += text),
    note: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

describe('wallets (money contract §12)', () => {
  it('a merchant has its own from the start, made over HTTP, by the command line or otherwise', async () => {
    const merchant = await service.merchant({ name: 'Feira Nova', mode: 'live' });
    const { status, body } = await merchant.client.get('/v1/wallets');
    expect([status, body.pagination.total, body.data]).toEqual([
      200,
      1,
      [
        {
          id: merchant.id,
          owner: { type: 'merchant', name: 'Feira Nova', tax_id: null },
          status: 'active',
          frozen_reason: null,
          balance: NOTHING,
          next_settlement: null,
          automatic_withdrawal: null,
          currency: 'BRL',
          livemode: true,
          version: 1,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
    ]);
    const made = await cli('merchants', 'create', '--name', 'Da linha', '--tax-id', CNPJ, '--json');
    const { merchant_id: id } = JSON.parse(made.stdout) as { merchant_id: string };
    const admin = await (await service.operator({ role: 'admin' })).logIn();
    const posted = await admin.post('/v1/review/merchants', { name: 'Da mesa' });
    const rows = await service.dataSource.query<unknown[]>(
      'SELECT owner_name AS name, owner_tax_id AS tax FROM wallets WHERE id = ANY($1) ORDER BY 1',
      [[id, posted.body.data.id]],
    );
    expect(rows).toEqual([
      { name: 'Da linha', tax: CNPJ },
      { name: 'Da mesa', tax: null },
    ]);
  });

  it('a submerchant has one from its first activation on, and it does not end', async () => {
    const bench = await WalletBench.open(service);
    const { client } = bench.merchant;
    const id = await bench.onboarding.submittedPerson({ trade_name: 'Banca da Ana' });
    expect((await client.get(`/v1/wallets/${id}`)).status).toBe(404);
    await client.post(`/v1/sandbox/submerchants/${id}/approve`);
    expect(await bench.read(id)).toMatchObject({
      id,
      owner: { type: 'submerchant', name: 'Banca da Ana', tax_id: `*******${CPF.slice(-4)}` },
      status: 'active',
      livemode: false,
      version: 1,
    });
    // It is called as its owner is.
    await client.patch(`/v1/submerchants/${id}`, { trade_name: 'Banca nova' });
    expect(await bench.read(id)).toMatchObject({ owner: { name: 'Banca nova' }, version: 2 });
    await client.patch(`/v1/submerchants/${id}`, { email: 'outra@example.com' });
    expect((await bench.read(id)).version).toBe(2);
  });

  it('is frozen while its submerchant is not active, and says so', async () => {
    const bench = await WalletBench.open(service);
    const id = await bench.activeSeller();
    await bench.move(id, 'available', 5_000);
    const reviewer = await service.operator();
    await reviewer.client.post(`/v1/review/submerchants/${id}/suspend`, { reason: 'Investigação.' });
    expect(await bench.read(id)).toMatchObject({
      status: 'frozen',
      frozen_reason: 'submerchant_not_active',
      balance: { available: 5_000, withdrawable: 0 },
      version: 2,
    });
    await reviewer.client.post(`/v1/review/submerchants/${id}/reactivate`, { reason: 'Tudo certo.' });
    expect(await bench.read(id)).toMatchObject({
      status: 'active',
      frozen_reason: null,
      balance: { withdrawable: 5_000 },
    });
    const events = (await eventsOf(service.dataSource, id)).filter(({ type }) => type.startsWith('wallet.'));
    expect(events.map(({ type, payload }) => [type, JSON.parse(payload)])).toMatchObject([
      ['wallet.frozen', { wallet: { id, status: 'frozen', version: 2, balance: { available: 5_000 } } }],
      ['wallet.unfrozen', { wallet: { id, status: 'active', version: 3 } }],
    ]);
  });

  it('shows what the books hold, posted or not, debt as what is owed; withdrawable is what is left', async () => {
    const bench = await WalletBench.open(service);
    const { id } = bench.merchant;
    await bench.move(id, 'available', 10_000);
    await bench.move(id, 'waiting_funds', 700);
    await bench.drain();
    await bench.move(id, 'available', -1_000);
    await bench.move(id, 'reserve', 30);
    await bench.move(id, 'blocked', 20);
    await bench.move(id, 'in_transit', 10);
    await bench.move(id, 'debt', -2_500);
    expect((await bench.read()).balance).toEqual({
      available: 9_000,
      waiting_funds: 700,
      in_transit: 10,
      blocked: 20,
      reserve: 30,
      debt: 2_500,
      withdrawable: 6_500,
    });
    await bench.move(id, 'debt', -7_000);
    expect((await bench.read()).balance).toMatchObject({ debt: 9_500, withdrawable: 0 });
  });

  it('lists by status, owner and tax number, newest first; another merchant’s are not there', async () => {
    const bench = await WalletBench.open(service);
    const { client, id: own } = bench.merchant;
    const ana = await bench.onboarding.submittedPerson({ trade_name: 'Açaí da Ana' });
    const bia = await bench.onboarding.submittedPerson({ legal_name: 'Bia', tax_id: '11144477735' });
    for (const id of [ana, bia]) await client.post(`/v1/sandbox/submerchants/${id}/approve`);
    await (
      await service.operator()
    ).client.post(`/v1/review/submerchants/${bia}/suspend`, { reason: 'Investigação.' });
    const ids = async (query: string): Promise<string[]> => {
      const { body } = await client.get(`/v1/wallets?${query}`);
      expect(body.pagination.total).toBe(body.data.length);
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids('')).toEqual([bia, ana, own]);
    expect(await ids('status=frozen')).toEqual([bia]);
    expect(await ids('status=active')).toEqual([ana, own]);
    expect(await ids('search=ACAI')).toEqual([ana]);
    expect(await ids('search=4447773')).toEqual([bia]);
    expect(await ids('date_to=2020-01-01')).toEqual([]);
    expect((await client.get('/v1/wallets?status=gone')).status).toBe(422);
    const other = await service.merchant();
    expect((await other.client.get(`/v1/wallets/${ana}`)).status).toBe(404);
    expect((await other.client.get(`/v1/wallets/${own}`)).status).toBe(404);
    expect((await client.get('/v1/wallets/nothing')).status).toBe(404);
  });

  it('counts as queries', async () => {
    const merchant = await service.merchant({ limits: 'default' });
    const { headers } = await merchant.client.get('/v1/wallets');
    expect(headers['x-ratelimit-limit']).toBe(String(service.config.rateLimits.queries));
  });
});

describe('the merchant’s own tax number (money contract §20)', () => {
  it('is told by the command line, shows masked in the wallet, and only its end in the audit log', async () => {
    const merchant = await service.merchant({ mode: 'live' });
    const answer = await cli('merchants', 'tax-id', merchant.id, '11.222.333/0001-81', '--json');
    expect([answer.code, JSON.parse(answer.stdout)]).toEqual([
      0,
      { merchant_id: merchant.id, tax_id: '**********0181' },
    ]);
    const { body } = await merchant.client.get(`/v1/wallets/${merchant.id}`);
    expect(body.data).toMatchObject({ owner: { tax_id: '**********0181' }, version: 2 });
    const [entry] = await service.dataSource.query<{ details: unknown }[]>(
      `SELECT details FROM audit_entries WHERE action = 'merchant.tax_id_changed' AND merchant_id = $1`,
      [merchant.id],
    );
    expect(JSON.stringify(entry)).not.toContain(CNPJ);
    expect(JSON.stringify(entry)).toContain('0181');
  });

  it('has the right check digits in live mode', async () => {
    const [live, test] = [await service.merchant({ mode: 'live' }), await service.merchant()];
    const wrong = '11222333000180';
    const refused = await cli('merchants', 'tax-id', live.id, wrong);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('tax_id');
    expect((await cli('merchants', 'tax-id', test.id, wrong)).code).toBe(0);
    expect((await cli('merchants', 'tax-id', test.id, '123')).code).not.toBe(0);
    expect((await cli('merchants', 'tax-id', '01900000-0000-7000-8000-000000000000', CNPJ)).code).not.toBe(0);
  });
});
