import { addressBody, Onboarding, useService, type TestMerchant } from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

const path = (id: string, address?: string) =>
  `/v1/submerchants/${id}/addresses${address === undefined ? '' : `/${address}`}`;
const primaries = async (id: string) =>
  ((await merchant.client.get(`${path(id)}?limit=100`)).body.data as { id: string; is_primary: boolean }[])
    .filter((address) => address.is_primary)
    .map((address) => address.id);

describe('specification, Submerchant address: fields', () => {
  it('every field comes back as it was sent', async () => {
    const id = await onboarding.company();
    const body = addressBody({ type: 'billing', complement: 'Loja 2', country: 'PT', is_primary: true });
    const answer = await merchant.client.post(path(id), body);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ ...body, submerchant_id: id });
    expect((await merchant.client.get(path(id, answer.body.data.id as string))).body.data).toEqual(
      answer.body.data,
    );
    expect((await merchant.client.get(path(id))).body.data).toEqual([answer.body.data]);
  });

  it('type defaults to both (contract §5), country to BR', async () => {
    const id = await onboarding.company();
    const { body } = await merchant.client.post(path(id), addressBody({ type: null }));
    expect(body.data).toMatchObject({ type: 'both', country: 'BR', complement: null });
  });

  it('street, number, neighborhood, city, state, zip_code are required', async () => {
    const id = await onboarding.company();
    const answer = await merchant.client.post(path(id), {});
    expect(answer.status).toBe(422);
    expect(answer.body.details.map((detail: { field: string }) => detail.field).sort()).toEqual([
      'city',
      'neighborhood',
      'number',
      'state',
      'street',
      'zip_code',
    ]);
  });

  it.each([
    ['type', 'home'],
    ['state', 'S'],
    ['state', 'SPX'],
    ['zip_code', '0100100'],
    ['zip_code', '01001-00000'],
    ['zip_code', 1001000],
    ['country', 'Brasil'],
    ['is_primary', 1],
    ['street', ''],
    ['street', 'x'.repeat(201)],
    ['district', 'Sé'],
  ])('%s: %p is refused', async (field, value) => {
    const id = await onboarding.company();
    const answer = await merchant.client.post(path(id), addressBody({ [field]: value }));
    expect(answer.status).toBe(422);
    expect(answer.body.details[0].field).toBe(field);
  });

  it('state 2 characters, zip_code 8 to 10 characters', async () => {
    const id = await onboarding.company();
    for (const zip_code of ['01001000', '01001-000', '1234567890']) {
      expect((await merchant.client.post(path(id), addressBody({ zip_code }))).status).toBe(201);
    }
  });
});

describe('PATCH: any subset of the address fields; only the fields to change are sent', () => {
  it('changes the sent ones and leaves the others', async () => {
    const id = await onboarding.company();
    const address = await onboarding.address(id, { complement: 'Fundos' });
    const answer = await merchant.client.patch(path(id, address), { city: 'Campinas' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ ...addressBody({ city: 'Campinas' }), complement: 'Fundos' });
    const cleared = await merchant.client.patch(path(id, address), {
      complement: null,
      type: null,
      country: null,
    });
    expect(cleared.body.data).toMatchObject({
      complement: null,
      type: 'both',
      country: 'BR',
      city: 'Campinas',
    });
  });

  it('an empty object, a cleared required field, an unknown field: 422', async () => {
    const id = await onboarding.company();
    const address = await onboarding.address(id);
    for (const body of [{}, { street: null }, { state: 'SPX' }, { id: address }]) {
      expect((await merchant.client.patch(path(id, address), body)).status).toBe(422);
    }
  });

  it('equal values: 200 and no new version', async () => {
    const id = await onboarding.company();
    const address = await onboarding.address(id);
    const { version } = await onboarding.read(id);
    expect((await merchant.client.patch(path(id, address), addressBody())).status).toBe(200);
    expect((await onboarding.read(id)).version).toBe(version);
  });

  it('If-Match names the version of the submerchant', async () => {
    const id = await onboarding.company();
    const address = await onboarding.address(id);
    const { version } = await onboarding.read(id);
    const change = (expected: number) =>
      merchant.client.patch(path(id, address), { number: `${expected}` }, { 'if-match': `"${expected}"` });
    expect((await change(version - 1)).body.error).toBe('STALE_VERSION');
    expect((await change(version)).status).toBe(200);
  });
});

describe('the primary address (contract §5, Addresses)', () => {
  it('the first becomes primary', async () => {
    const id = await onboarding.company();
    const first = await onboarding.address(id, { is_primary: false });
    const second = await onboarding.address(id);
    expect(await primaries(id)).toEqual([first]);
    expect((await merchant.client.get(path(id, second))).body.data.is_primary).toBe(false);
  });

  it('making one primary unmakes the others', async () => {
    const id = await onboarding.company();
    const first = await onboarding.address(id);
    const second = await onboarding.address(id, { is_primary: true });
    expect(await primaries(id)).toEqual([second]);
    await merchant.client.patch(path(id, first), { is_primary: true });
    expect(await primaries(id)).toEqual([first]);
  });

  it('deleting the primary promotes the newest', async () => {
    const id = await onboarding.company();
    const first = await onboarding.address(id);
    await onboarding.address(id);
    const newest = await onboarding.address(id);
    expect((await merchant.client.delete(path(id, first))).status).toBe(204);
    expect(await primaries(id)).toEqual([newest]);
  });

  it('giving it up promotes the newest other; the only address stays primary', async () => {
    const id = await onboarding.company();
    const first = await onboarding.address(id);
    const only = await merchant.client.patch(path(id, first), { is_primary: false });
    expect(only.body.data.is_primary).toBe(true);
    const second = await onboarding.address(id);
    expect((await merchant.client.patch(path(id, first), { is_primary: false })).body.data.is_primary).toBe(
      false,
    );
    expect(await primaries(id)).toEqual([second]);
  });

  it('two addresses made primary at once: one primary', async () => {
    const id = await onboarding.company();
    await onboarding.address(id);
    const addresses = [await onboarding.address(id), await onboarding.address(id)];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        addresses.map((address) => merchant.client.patch(path(id, address), { is_primary: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await primaries(id)).toHaveLength(1);
    }
  });

  it('20 first addresses at once: one primary', async () => {
    const id = await onboarding.company();
    await Promise.all(Array.from({ length: 20 }, () => onboarding.address(id, { is_primary: true })));
    expect(await primaries(id)).toHaveLength(1);
  });

  it('two primary ones are impossible in the database too', async () => {
    const id = await onboarding.company();
    await onboarding.address(id);
    await onboarding.address(id);
    const both = service.dataSource.query(
      'UPDATE submerchant_addresses SET is_primary = true WHERE submerchant_id = $1',
      [id],
    );
    await expect(both).rejects.toThrow('uq_submerchant_addresses_primary');
  });
});

describe('unknown ids', () => {
  it('another merchant’s submerchant, an address of another submerchant, and no uuid: 404', async () => {
    const [one, two] = [await onboarding.company(), await onboarding.company()];
    const address = await onboarding.address(one);
    const stranger = await service.merchant();
    for (const { status, body } of [
      await stranger.client.post(path(one), addressBody()),
      await stranger.client.patch(path(one, address), { city: 'X' }),
      await stranger.client.delete(path(one, address)),
      await merchant.client.patch(path(two, address), { city: 'X' }),
      await merchant.client.get(path(two, address)),
      await merchant.client.delete(path(one, 'nope')),
    ]) {
      expect([status, body.error]).toEqual([404, 'NOT_FOUND']);
    }
  });
});
