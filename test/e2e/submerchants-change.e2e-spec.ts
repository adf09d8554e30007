import { CNPJ, companyBody, CPF, Onboarding, useService, type TestMerchant } from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

describe('PATCH /v1/submerchants/{id} (contract §1, §5)', () => {
  it('changes only the fields that are sent; null clears', async () => {
    const id = await onboarding.company({ trade_name: 'Estrela', phone: '1133334444' });
    const answer = await merchant.client.patch(`/v1/submerchants/${id}`, {
      legal_name: 'Nova Ltda',
      phone: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      legal_name: 'Nova Ltda',
      phone: null,
      trade_name: 'Estrela',
      version: 2,
    });
  });

  it('an empty object: 422; equal values: 200 and no new version', async () => {
    const id = await onboarding.company();
    expect((await merchant.client.patch(`/v1/submerchants/${id}`, {})).status).toBe(422);
    const answer = await merchant.client.patch(`/v1/submerchants/${id}`, companyBody());
    expect(answer).toMatchObject({ status: 200, body: { data: { version: 1 } } });
  });

  it('a required field cannot be cleared', async () => {
    const id = await onboarding.company();
    for (const field of ['legal_name', 'tax_id', 'email', 'entity_type']) {
      const answer = await merchant.client.patch(`/v1/submerchants/${id}`, { [field]: null });
      expect(answer.status).toBe(422);
      expect(answer.body.details[0]).toMatchObject({ field, code: 'required' });
    }
  });

  it('If-Match: the present version is accepted, another is 409 STALE_VERSION', async () => {
    const id = await onboarding.company();
    const path = `/v1/submerchants/${id}`;
    expect((await merchant.client.patch(path, { phone: '1133334444' }, { 'if-match': '"1"' })).status).toBe(
      200,
    );
    const answer = await merchant.client.patch(path, { phone: '1133335555' }, { 'if-match': '"1"' });
    expect(answer).toMatchObject({ status: 409, body: { error: 'STALE_VERSION' } });
    expect(await onboarding.read(id)).toMatchObject({ phone: '1133334444', version: 2 });
  });

  it('20 parallel changes: every one counts in the version', async () => {
    const id = await onboarding.company();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        merchant.client.patch(`/v1/submerchants/${id}`, { trade_name: `Name ${index}` }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await onboarding.read(id)).toMatchObject({ version: 21 });
  });

  it('entity_type can change, with a fitting tax_id, while there is no partner and no document', async () => {
    const id = await onboarding.company();
    const path = `/v1/submerchants/${id}`;
    expect((await merchant.client.patch(path, { entity_type: 'pf' })).body.details[0].field).toBe('tax_id');
    const answer = await merchant.client.patch(path, { entity_type: 'pf', tax_id: CPF });
    expect(answer).toMatchObject({ status: 200, body: { data: { entity_type: 'pf', tax_id: CPF } } });
  });

  it('entity_type cannot change once a partner exists: 409 ENTITY_TYPE_FIXED', async () => {
    const id = await onboarding.company();
    await onboarding.partner(id);
    const answer = await merchant.client.patch(`/v1/submerchants/${id}`, { entity_type: 'pf', tax_id: CPF });
    expect(answer).toMatchObject({ status: 409, body: { error: 'ENTITY_TYPE_FIXED' } });
  });

  it('entity_type cannot change once a document exists: 409 ENTITY_TYPE_FIXED', async () => {
    const id = await onboarding.person();
    await onboarding.document(id, 'front_id');
    const answer = await merchant.client.patch(`/v1/submerchants/${id}`, { entity_type: 'pj', tax_id: CNPJ });
    expect(answer).toMatchObject({ status: 409, body: { error: 'ENTITY_TYPE_FIXED' } });
  });

  it('version also grows with partners, addresses and documents (contract §5)', async () => {
    const id = await onboarding.company();
    const partner = await onboarding.partner(id);
    await onboarding.address(id);
    await onboarding.document(id, 'cnpj_card');
    expect(await onboarding.read(id)).toMatchObject({ version: 4 });
    await merchant.client.delete(`/v1/submerchants/${id}/legal-representatives/${partner}`);
    expect(await onboarding.read(id)).toMatchObject({ version: 5 });
  });
});
