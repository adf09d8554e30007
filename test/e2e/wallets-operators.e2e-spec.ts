import { randomUUID } from 'node:crypto';
import { addDays, localDay } from '../../src/common/calendar';
import { type Answer, auditOf, eventsOf, type TestOperator, useService } from '../support';
import { WalletBench } from '../support/wallet-bench';

const service = useService();
let treasurer: TestOperator;
let admin: TestOperator;

beforeAll(async () => {
  treasurer = await service.operator({ role: 'treasurer' });
  admin = await service.operator({ role: 'admin' });
});

const at = (id: string, action = ''): string => `/v1/review/wallets/${id}${action}`;
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
const change = (id: string, action: 'freeze' | 'unfreeze'): Promise<Answer> =>
  treasurer.client.post(at(id, `/${action}`), { reason: 'Ordem judicial.' });

describe('wallets at the desk (money contract §20)', () => {
  it('are searched over all merchants; tax numbers are masked, and found whole alone', async () => {
    const [one, other] = [await WalletBench.open(service), await WalletBench.open(service)];
    const seller = await one.onboarding.submittedPerson({ trade_name: 'Única Banca', tax_id: '11144477735' });
    await one.merchant.client.post(`/v1/sandbox/submerchants/${seller}/approve`);
    await one.move(seller, 'available', 700);
    const found = async (query: string): Promise<string[]> => {
      const { status, body } = await treasurer.client.get(`/v1/review/wallets?${query}`);
      expect(status).toBe(200);
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await found('limit=100')).toEqual(
      expect.arrayContaining([seller, one.merchant.id, other.merchant.id]),
    );
    expect(await found('search=unica banca')).toEqual([seller]);
    expect(await found('search=111.444.777-35')).toEqual([seller]);
    expect(await found('search=444777')).toEqual([]);
    expect(await found(`merchant_id=${other.merchant.id}`)).toEqual([other.merchant.id]);
    const { body } = await treasurer.client.get(at(seller));
    expect(body.data).toMatchObject({
      id: seller,
      merchant_id: one.merchant.id,
      owner: { name: 'Única Banca', tax_id: '*******7735' },
      balance: { available: 700 },
      debt_limit: null,
    });
    await one.drain();
    const entries = await treasurer.client.get(at(seller, '/entries'));
    expect(entries.body.data).toMatchObject([{ kind: 'capture', amount: 700 }]);
    expect(outcome(await treasurer.client.get(at(randomUUID())))).toEqual([404, 'NOT_FOUND']);
    const day = localDay(new Date());
    const period = `?date_from=${addDays(day, -1)}&date_to=${day}`;
    const statement = await treasurer.client.get(at(seller, `/statement${period}`));
    const own = await one.merchant.client.get(`/v1/wallets/${seller}/statement${period}`);
    expect(statement.body.data).toEqual(own.body.data);
    expect(statement.body.data).toMatchObject({ opening_balance: 0, closing_balance: 700 });
    expect(outcome(await treasurer.client.get(at(randomUUID(), `/statement${period}`)))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('are frozen and unfrozen with a reason that operators alone see; transfers wait meanwhile', async () => {
    const bench = await WalletBench.open(service);
    const { id, client } = bench.merchant;
    const seller = await bench.activeSeller();
    await bench.move(id, 'available', 1_000);
    const frozen = await change(id, 'freeze');
    expect([frozen.status, frozen.body.data]).toMatchObject([
      200,
      { status: 'frozen', frozen_reason: 'operator', balance: { available: 1_000, withdrawable: 0 } },
    ]);
    expect(outcome(await change(id, 'freeze'))).toEqual([409, 'INVALID_STATE']);
    const transfer = () =>
      client.post(
        `/v1/wallets/${id}/transfers`,
        { to_wallet_id: seller, amount: 100 },
        { 'idempotency-key': randomUUID() },
      );
    expect(outcome(await transfer())).toEqual([409, 'WALLET_FROZEN']);
    expect((await change(id, 'unfreeze')).body.data).toMatchObject({ status: 'active', frozen_reason: null });
    expect(outcome(await change(id, 'unfreeze'))).toEqual([409, 'INVALID_STATE']);
    expect((await transfer()).status).toBe(201);
    const events = await eventsOf(service.dataSource, id);
    expect(events.map(({ type }) => type)).toEqual(['wallet.frozen', 'wallet.unfrozen']);
    expect(JSON.stringify(events)).not.toContain('judicial');
    const entries = await auditOf(service, id);
    expect(JSON.stringify(entries)).toContain('Ordem judicial.');
    expect(outcome(await treasurer.client.post(at(id, '/freeze'), {}))).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('of two reasons the one that ends leaves the other', async () => {
    const bench = await WalletBench.open(service);
    const seller = await bench.activeSeller();
    const reviewer = await service.operator();
    const registration = (action: 'suspend' | 'reactivate') =>
      reviewer.client.post(`/v1/review/submerchants/${seller}/${action}`, { reason: 'Investigação.' });
    const shown = async () => {
      const { status, frozen_reason: reason } = await bench.read(seller);
      return [status, reason];
    };
    await registration('suspend');
    await change(seller, 'freeze');
    expect(await shown()).toEqual(['frozen', 'operator']);
    await change(seller, 'unfreeze');
    expect(await shown()).toEqual(['frozen', 'submerchant_not_active']);
    await change(seller, 'freeze');
    await registration('reactivate');
    expect(await shown()).toEqual(['frozen', 'operator']);
    await change(seller, 'unfreeze');
    expect(await shown()).toEqual(['active', null]);
    const events = (await eventsOf(service.dataSource, seller)).map(({ type }) => type);
    expect(events.filter((type) => type.startsWith('wallet.'))).toEqual(['wallet.frozen', 'wallet.unfrozen']);
  });

  it('of two operators who freeze at once one does', async () => {
    const { id } = await service.merchant();
    const outcomes = (await Promise.all([change(id, 'freeze'), change(id, 'freeze')])).map(
      ({ status }) => status,
    );
    expect(outcomes.sort()).toEqual([200, 409]);
    const stale = await treasurer.client.post(
      at(id, '/unfreeze'),
      { reason: 'Tarde.' },
      { 'if-match': '"1"' },
    );
    expect(outcome(stale)).toEqual([409, 'STALE_VERSION']);
  });

  it('administrators alone say how much may be owed', async () => {
    const { id } = await service.merchant({ mode: 'live' });
    const set = (debt_limit: unknown, who = admin) => who.client.patch(at(id), { debt_limit });
    expect((await treasurer.client.get(at(id))).body.data.debt_limit).toBe(1_000_000);
    expect(outcome(await set(5, treasurer))).toEqual([403, 'FORBIDDEN']);
    expect((await set(250_000)).body.data).toMatchObject({ debt_limit: 250_000, version: 2 });
    expect((await set(250_000)).body.data.version).toBe(2);
    expect((await set(0)).body.data.debt_limit).toBe(0);
    expect((await set(null)).body.data.debt_limit).toBeNull();
    for (const wrong of [-1, 1.5, '5', 10_000_000_000])
      expect(outcome(await set(wrong))).toEqual([422, 'VALIDATION_FAILED']);
    expect(outcome(await admin.client.patch(at(id), {}))).toEqual([422, 'VALIDATION_FAILED']);
    expect(JSON.stringify(await auditOf(service, id))).toContain('wallet.debt_limit_changed');
  });
});
