import { randomUUID } from 'node:crypto';
import { SandboxPayoutsService } from '../../src/providers/sandbox/sandbox-payouts.service';
import { type Answer, eventsOf, eventually, type JsonBody, useService } from '../support';
import { WalletBench } from '../support/wallet-bench';

const service = useService({ worker: true });
const SELLER_TAX_ID = '52998224725';
const email = (name: string) => ({
  type: 'pix_key',
  pix_key_type: 'email',
  pix_key: `${name}@sandbox.example`,
});
const account = {
  type: 'bank_account',
  ...{ bank_code: '001', branch: '1584', account: '00210169', account_digit: '6', account_type: 'checking' },
  ...{ holder_name: 'Maria da Silva', holder_tax_id: SELLER_TAX_ID },
};
const outcome = ({ status, body }: Answer): unknown => [status, body?.error];
/** What the provider answers when it is asked whose a destination is. */
const resolving = () => jest.spyOn(service.worker!.get(SandboxPayoutsService, { strict: false }), 'resolve');

afterEach(() => jest.restoreAllMocks());

async function open() {
  const bench = await WalletBench.open(service);
  const seller = await bench.activeSeller();
  const { client } = bench.merchant;
  const path = `/v1/wallets/${seller}/destinations`;
  const read = async (id: string): Promise<JsonBody> => (await client.get(`${path}/${id}`)).body.data;
  const add = (body: object, headers: Record<string, string> = {}) => client.post(path, body, headers);
  return {
    ...{ bench, seller, client, path, read, add },
    resolved: async (body: object): Promise<JsonBody> => {
      const { status, body: answer } = await add(body);
      expect([status, answer.data.status]).toEqual([201, 'pending']);
      return eventually(async () => {
        const destination = await read(answer.data.id as string);
        expect(destination.status).not.toBe('pending');
        return destination;
      });
    },
  };
}

describe('destinations (money contract §12)', () => {
  it('become active when their provider has told that they are the owner’s, and show themselves masked', async () => {
    const { resolved, seller, client, path } = await open();
    const key = await resolved({ ...email('Maria'), nickname: 'Conta da loja' });
    expect(key).toEqual({
      ...{ id: expect.any(String), wallet_id: seller, type: 'pix_key', pix_key_type: 'email' },
      ...{ pix_key: 'm****@sandbox.example', bank_code: null, ispb: null, branch: null, account: null },
      ...{ account_digit: null, account_type: null, holder_name: expect.stringMatching(/^\S\*+( \S\**)*$/) },
      ...{
        holder_tax_id: '*******4725',
        nickname: 'Conta da loja',
        is_default: true,
        status: 'active',
        reason: null,
      },
      ...{ warnings: [], usable_from: expect.any(String), version: 2 },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
    const bank = await resolved(account);
    expect(bank).toMatchObject({
      ...{ type: 'bank_account', bank_code: '001', ispb: '00000000', branch: '1584', account: '*****169' },
      ...{
        account_digit: '6',
        holder_name: 'M**** d* S****',
        holder_tax_id: '*******4725',
        is_default: false,
      },
    });
    const byIspb = await resolved({ ...account, bank_code: undefined, ispb: '00000000', account_digit: '1' });
    expect(byIspb.warnings).toEqual(['account_digit_suspect']);
    const { body, text } = await client.get(`${path}?status=active`);
    expect(body.data.map(({ id }: JsonBody) => id)).toEqual([byIspb.id, bank.id, key.id]);
    for (const secret of ['maria@', '00210169', SELLER_TAX_ID, 'Maria da Silva'])
      expect(text).not.toContain(secret);
    expect((await client.get(`${path}?status=rejected`)).body.pagination.total).toBe(0);
    expect((await eventsOf(service.dataSource, key.id as string)).map(({ type }) => type)).toEqual([
      'destination.active',
    ]);
  });

  it('somebody else’s are refused at once where the number says it, else when the provider has told', async () => {
    const { add, resolved } = await open();
    const cpf = { type: 'pix_key', pix_key_type: 'cpf', pix_key: SELLER_TAX_ID };
    const mismatch = [422, 'HOLDER_MISMATCH'];
    expect(outcome(await add({ ...cpf, pix_key: '11144477735' }))).toEqual(mismatch);
    expect(outcome(await add({ ...cpf, pix_key_type: 'cnpj', pix_key: '11222333000181' }))).toEqual(mismatch);
    expect(outcome(await add({ ...account, holder_tax_id: '11144477735' }))).toEqual(mismatch);
    expect((await add({ ...account, holder_tax_id: '11144477735' })).body.details).toMatchObject([
      { field: 'holder_tax_id', code: 'not_the_owner' },
    ]);
    expect(await resolved(cpf)).toMatchObject({ status: 'active', pix_key: '*******4725' });
    const rejected = await resolved(email('mismatch'));
    expect(rejected).toMatchObject({
      status: 'rejected',
      reason: 'holder_mismatch',
      usable_from: null,
      is_default: false,
    });
    expect((await eventsOf(service.dataSource, rejected.id as string)).map(({ type }) => type)).toEqual([
      'destination.rejected',
    ]);
    // What was rejected may be tried again, as another one.
    expect((await resolved(email('mismatch'))).id).not.toBe(rejected.id);
  });

  it('whoever the provider says it belongs to is compared by us too', async () => {
    const { resolved } = await open();
    // The sandbox never tells of a holder who is not the owner.
    const holder = (taxId: string) =>
      resolving().mockImplementation((_account, key) =>
        Promise.resolve({
          ...{ kind: 'done', reference: `res_${key}`, authorizationCode: null },
          holder: { name: 'Outra Pessoa', taxId },
        }),
      );
    holder('11144477735');
    const rejected = await resolved(email('other'));
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'holder_mismatch', is_default: false });
    const [event, ...others] = await eventsOf(service.dataSource, rejected.id as string);
    expect([event?.type, others]).toEqual(['destination.rejected', []]);
    expect(JSON.parse(event?.payload ?? '{}')).toEqual({ destination: rejected });
    holder(SELLER_TAX_ID);
    expect((await resolved(email('other'))).status).toBe('active');
  });

  it('wrong keys and fields are refused, each with its name', async () => {
    const { add, client, path, bench } = await open();
    for (const [pix_key_type, pix_key] of [
      ['phone', '11987654321'],
      ['email', SELLER_TAX_ID],
      ['evp', 'x'],
      ['cpf', '529.982.247-25'],
    ])
      expect(outcome(await add({ type: 'pix_key', pix_key_type, pix_key }))).toEqual([
        422,
        'INVALID_PIX_KEY',
      ]);
    const faults = async (body: object): Promise<string[]> =>
      ((await add(body)).body.details as JsonBody[]).map(
        ({ field, code }) => `${String(field)} ${String(code)}`,
      );
    expect(await faults({ type: 'pix_key', pix_key_type: 'evp', pix_key: 'x' })).toEqual([
      'pix_key not_of_type',
    ]);
    expect(await faults({ type: 'pix_key', branch: '1' })).toEqual([
      'pix_key_type required',
      'pix_key required',
      'branch not_allowed',
    ]);
    expect(await faults({ ...account, bank_code: '000' })).toEqual(['bank_code unknown_bank']);
    expect(await faults({ ...account, ispb: '60746948' })).toEqual(['bank_code unknown_bank']);
    expect(await faults({ ...account, bank_code: null, pix_key: 'x' })).toEqual([
      'pix_key not_allowed',
      'bank_code required',
    ]);
    expect(await faults({ ...account, branch: '123456', account_digit: '-' })).toEqual([
      'branch too_long',
      'account_digit invalid_digit',
    ]);
    expect(await faults({ type: 'boleto' })).toEqual(['type not_allowed']);
    const other = await service.merchant();
    expect((await other.client.post(path, email('a'))).status).toBe(404);
    expect((await other.client.get(path)).status).toBe(404);
    const own = `/v1/wallets/${bench.merchant.id}/destinations`;
    const { id } = (await add(email('a'))).body.data as { id: string };
    expect((await client.get(`${own}/${id}`)).status).toBe(404);
  });

  it('the same again is the one that there is, however many at once; at most ten', async () => {
    const { add, client, path } = await open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(email('A.b'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await add(email('k'), key), await add(email('k'), key)];
    expect([again.status, again.text]).toEqual([201, first.text]);
    const many = await Promise.all(Array.from({ length: 12 }, (_, index) => add(email(`n${index}`))));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(8);
    expect(new Set(many.filter(({ status }) => status !== 201).map(({ body }) => body.error))).toEqual(
      new Set(['TOO_MANY_DESTINATIONS']),
    );
    const { body } = await client.get(`${path}?limit=100`);
    expect(body.data.filter((one: JsonBody) => one.is_default)).toHaveLength(1);
  });

  it('an account is of one holder: by another name it is the same one, with another tax number it is refused', async () => {
    const { add, client, bench } = await open();
    const own = `/v1/wallets/${bench.merchant.id}/destinations`;
    // Of the merchant's own wallet nobody knows whose it is (test mode).
    for (const [register, taxId, also] of [
      [add, SELLER_TAX_ID, SELLER_TAX_ID],
      [(body: object) => client.post(own, body), '11222333000181', '11222333000262'],
    ] as const) {
      const first = await register({ ...account, holder_tax_id: taxId });
      expect(first.status).toBe(201);
      const refused = await register({ ...account, holder_tax_id: '11144477735' });
      expect(outcome(refused)).toEqual([422, 'HOLDER_MISMATCH']);
      expect(refused.body.details).toMatchObject([{ field: 'holder_tax_id' }]);
      const renamed = await register({ ...account, holder_tax_id: also, holder_name: 'Outro Nome' });
      const { id, holder_name, holder_tax_id } = first.body.data;
      expect([renamed.status, renamed.body.data]).toMatchObject([200, { id, holder_name, holder_tax_id }]);
    }
  });

  it('what was rejected or disabled does not count toward the ten, and only what is active is taken away', async () => {
    const { resolved, add, client, path, read } = await open();
    const rejected = (await resolved(email('mismatch'))).id as string;
    const disabled = (await resolved(email('gone'))).id as string;
    expect((await client.delete(`${path}/${disabled}`)).status).toBe(204);
    // One that the provider says nothing of stays as it is.
    resolving().mockResolvedValue({ kind: 'pending', reference: null });
    const pending = (await add(email('waiting'))).body.data.id as string;
    for (const [id, status] of [
      [pending, 'pending'],
      [rejected, 'rejected'],
    ] as const) {
      expect(outcome(await client.delete(`${path}/${id}`))).toEqual([409, 'INVALID_STATE']);
      expect((await read(id)).status).toBe(status);
    }
    for (let index = 0; index < 9; index += 1) expect((await add(email(`n${index}`))).status).toBe(201);
    expect(outcome(await add(email('n10')))).toEqual([422, 'TOO_MANY_DESTINATIONS']);
  });

  it('one is the default; the oldest active one after it', async () => {
    const { resolved, client, path, read } = await open();
    const [first, second, third] = [
      (await resolved(email('one'))).id as string,
      (await resolved(email('two'))).id as string,
      (await resolved(email('three'))).id as string,
    ];
    const defaults = async () =>
      Promise.all([first, second, third].map(async (id) => (await read(id)).is_default));
    expect(await defaults()).toEqual([true, false, false]);
    const changed = await client.patch(`${path}/${third}`, { is_default: true, nickname: 'Banco' });
    expect(changed.body.data).toMatchObject({ is_default: true, nickname: 'Banco' });
    expect(await defaults()).toEqual([false, false, true]);
    expect((await client.patch(`${path}/${third}`, { is_default: false })).status).toBe(422);
    expect((await client.patch(`${path}/${third}`, {})).status).toBe(422);
    expect(outcome(await client.patch(`${path}/${third}`, { nickname: 'x' }, { 'if-match': '"1"' }))).toEqual(
      [409, 'STALE_VERSION'],
    );
    const removed = await Promise.all([client.delete(`${path}/${third}`), client.delete(`${path}/${third}`)]);
    expect(removed.map(({ status }) => status)).toEqual([204, 204]);
    expect(await read(third)).toMatchObject({ status: 'disabled', reason: 'removed', is_default: false });
    expect(await defaults()).toEqual([true, false, false]);
    expect(outcome(await client.patch(`${path}/${third}`, { is_default: true }))).toEqual([
      409,
      'INVALID_STATE',
    ]);
    expect((await eventsOf(service.dataSource, third)).map(({ type }) => type)).toEqual([
      'destination.active',
      'destination.disabled',
    ]);
    expect((await resolved(email('three'))).id).not.toBe(third);
  });

  it('need the scope money, and in live mode a provider and the owner’s tax number', async () => {
    const weak = await service.merchant({ scopes: ['read', 'write'] });
    const weakPath = `/v1/wallets/${weak.id}/destinations`;
    expect((await weak.client.post(weakPath, email('a'))).status).toBe(403);
    expect((await weak.client.get(weakPath)).status).toBe(200);
    const live = await service.merchant({ mode: 'live', scopes: ['read', 'write', 'money'] });
    const add = () => live.client.post(`/v1/wallets/${live.id}/destinations`, email('a'));
    expect(outcome(await add())).toEqual([409, 'OWNER_TAX_ID_MISSING']);
    await service.dataSource.query(
      `WITH named AS (UPDATE merchants SET tax_id = '11222333000181' WHERE id = $1 RETURNING id)
       UPDATE wallets SET owner_tax_id = '11222333000181' FROM named WHERE wallets.id = named.id`,
      [live.id],
    );
    expect(outcome(await add())).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
  });

  it('are told by the database: where one leads does not change, and it is never deleted', async () => {
    const { resolved } = await open();
    const { id } = await resolved(email('kept'));
    for (const change of [
      `UPDATE destinations SET pix_key = 'thief@sandbox.example'`,
      `UPDATE destinations SET status = 'disabled', reason = NULL`,
      `UPDATE destinations SET is_default = true, status = 'disabled', reason = 'removed'`,
      'DELETE FROM destinations',
    ])
      await expect(service.dataSource.query(`${change} WHERE id = $1`, [id])).rejects.toThrow();
  });
});
