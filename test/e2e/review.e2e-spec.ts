import {
  eventually,
  Onboarding,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';

let service: TestService;
let merchant: TestMerchant;
let onboarding: Onboarding;
let bench: PostbackBench;

beforeAll(async () => {
  service = await startService({ worker: true });
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
  bench = new PostbackBench(service, merchant);
});
afterAll(async () => {
  await bench.close();
  await service.stop();
});

const CHARGE = {
  amount: 1000,
  product_type: 'goods',
  customer: { name: 'Rita', email: 'rita@example.com', type: 'individual' },
  items: [{ name: 'Pão', quantity: 1, unit_price: 1000, tangible: true }],
  payment_method: 'pix',
};

describe('onboarding order (specification, Endpoints)', () => {
  it('create, add partners, add an address, send documents, submit for review, approve: active', async () => {
    const { id } = await onboarding.readyCompany();
    expect(await onboarding.submit(id)).toMatchObject({ status: 'pending_review' });
    const operator = await service.operator();
    const answer = await operator.client.post(`/v1/review/submerchants/${id}/approve`);
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id, status: 'active' } } });
    expect(await onboarding.read(id)).toMatchObject({
      status: 'active',
      requirements: { missing: 0, rejected: 0 },
    });
  });

  it('the merchant’s server gets an event of every step, with the resource as it was then', async () => {
    // What happened to other submerchants of this merchant a moment ago may still be on its way.
    await eventually(async () => {
      const [waiting] = await service.dataSource.query<{ count: number }[]>(
        'SELECT count(*)::int AS count FROM outbox_events WHERE relayed_at IS NULL',
      );
      expect(waiting?.count).toBe(0);
    });
    const shop = await bench.open();
    await bench.subscribe(shop.url, ['submerchant.*', 'document.*']);
    const id = await onboarding.readyPerson();
    const submitted = await onboarding.submit(id);
    await merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`);
    await merchant.client.post(`/v1/submerchants/${id}/request-resubmission`);
    await onboarding.submit(id);
    const approved = await merchant.client.post(`/v1/sandbox/submerchants/${id}/approve`);
    // Five of the submerchant, four of its documents.
    await shop.wait(9);
    const [first] = shop.of('submerchant.pending_review');
    expect(first?.body).toMatchObject({ event: 'submerchant.pending_review', submerchant: submitted });
    expect(shop.of('submerchant.rejected')[0]?.body.submerchant.rejection.correctable).toBe(true);
    expect(shop.of('submerchant.resubmission_requested')).toHaveLength(1);
    expect(shop.of('submerchant.active')[0]?.body.submerchant).toEqual(approved.body.data);
    expect(shop.of('document.approved').map(({ body }) => body.document.status as string)).toEqual(
      Array.from({ length: 4 }, () => 'approved'),
    );
  });

  it('charges on behalf of a submerchant are possible while it is active, and only then', async () => {
    const id = await onboarding.readyPerson();
    const charge = () => merchant.client.post('/v1/charges', { ...CHARGE, submerchant_id: id });
    const refused = { status: 409, body: { error: 'SUBMERCHANT_NOT_ACTIVE' } };
    expect(await charge()).toMatchObject(refused);
    await onboarding.submit(id);
    expect(await charge()).toMatchObject(refused);
    await merchant.client.post(`/v1/sandbox/submerchants/${id}/approve`);
    expect(await charge()).toMatchObject({ status: 201, body: { data: { submerchant_id: id } } });
    const operator = await service.operator();
    await operator.client.post(`/v1/review/submerchants/${id}/suspend`, { reason: 'x' });
    expect(await charge()).toMatchObject(refused);
    await operator.client.post(`/v1/review/submerchants/${id}/reactivate`, { reason: 'x' });
    expect((await charge()).status).toBe(201);
  });
});
