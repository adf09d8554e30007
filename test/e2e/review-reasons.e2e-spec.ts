import { COMPANY_DOCUMENTS, Onboarding, PARTNER_DOCUMENTS, PERSONAL_DOCUMENTS, useReview } from '../support';
import { CaseBench, UNKNOWN_ID } from '../support/case-bench';

const { app: service, merchant, onboarding, operator } = useReview();
let bench: CaseBench;

beforeAll(async () => {
  bench = await CaseBench.open(service);
});

/** What a merchant sends of a submerchant, and what belongs to it. */
const FIELDS = [
  ...['entity_type', 'legal_name', 'trade_name', 'tax_id', 'email', 'phone', 'birth_date', 'mother_name'],
  ...['business_type', 'product_categories', 'average_ticket', 'monthly_revenue', 'cnaes', 'mcc'],
  ...['legal_representatives', 'addresses'],
];
const TYPES = [...COMPANY_DOCUMENTS, 'contract_amendment', ...PARTNER_DOCUMENTS, ...PERSONAL_DOCUMENTS];

const about = (...targets: unknown[]) => ({
  reasons: targets.map((target) => ({ code: 'data_mismatch', target })),
});
const sendBack = (id: string, body: object) => bench.post(operator, id, 'request-resubmission', body);

async function submittedCompany(): Promise<{ id: string; partnerId: string }> {
  const company = await onboarding.readyCompany();
  await onboarding.submit(company.id);
  return company;
}

const unknown = (field: string) => expect.objectContaining({ field, code: 'unknown_target' });

describe('what a reason is about (contract §5: a field, a document id or type, or a partner id)', () => {
  it('takes every field, every document type, and the documents and partners of the case', async () => {
    const { id, partnerId } = await submittedCompany();
    const replaced = await bench.documentOf(id, 'cnpj_card');
    await bench.judge(operator, replaced, 'reject', { code: 'cropped' });
    const document = await onboarding.document(id, 'cnpj_card');
    const targets = [...FIELDS, ...TYPES, partnerId, document, replaced, null];
    const answer = await sendBack(id, about(...targets));
    expect(answer.status).toBe(200);
    const { reasons } = answer.body.data.rejection;
    expect(reasons.map(({ target }: { target: string }) => target)).toEqual(targets);
  });

  it('takes what the findings, the requirements and the changes of the case are about', async () => {
    const company = { monthly_revenue: 10, tax_id: '11222333000182' };
    const id = await onboarding.company(company);
    const share = { participation_percentage: 70 };
    await onboarding.partner(id, { ...share, document: '52998224724', birth_date: '2015-01-01' });
    await onboarding.partner(id, { ...share, document: '11144477735', name: 'Carla Dias' });
    await onboarding.address(id);
    const { items } = (await merchant.client.get(`/v1/submerchants/${id}/requirements`)).body.data;
    for (const { target: type, legal_representative_id: partner, action } of items) {
      const of = partner === null ? {} : { legal_representative_id: partner };
      if (action?.path.endsWith('/documents')) await onboarding.document(id, type, of);
    }
    await onboarding.submit(id);
    await sendBack(id, about('legal_name'));
    await merchant.client.patch(`/v1/submerchants/${id}`, { trade_name: 'Estrela' });
    await onboarding.address(id, { street: 'Rua Nova' });
    await onboarding.submit(id);
    const { findings, changes } = await bench.read(id);
    const named = [...findings, ...changes, ...items].map(({ target }: { target: string }) => target);
    expect(named).toEqual(expect.arrayContaining(['tax_id', 'legal_representatives', 'addresses']));
    expect((await sendBack(id, about(...new Set(named)))).status).toBe(200);
  });

  it('an id in capitals is the id', async () => {
    const { id, partnerId } = await submittedCompany();
    const answer = await sendBack(id, about(partnerId.toUpperCase()));
    expect(answer.body.data.rejection.reasons[0].target).toBe(partnerId);
  });

  it('refuses any other text, with all else that is wrong, and nothing happens', async () => {
    const id = await onboarding.submittedPerson();
    const body = {
      reasons: [
        { code: 'other', target: 'tax_id' },
        { code: 'ugly', target: 'taxid' },
        { code: 'other', target: 'addresses[0].street' },
      ],
    };
    for (const decision of ['reject', 'request-resubmission']) {
      const answer = await bench.post(operator, id, decision, body);
      expect(answer).toMatchObject({ status: 422, body: { error: 'VALIDATION_FAILED' } });
      const shown = answer.body.details.map(({ field }: { field: string }) => field);
      expect(shown).toEqual(expect.arrayContaining(['reasons[1].code', 'reasons[1].target']));
      expect(answer.body.details).toContainEqual(unknown('reasons[2].target'));
      expect(answer.text).not.toContain('taxid');
    }
    expect(await onboarding.read(id)).toMatchObject({ status: 'pending_review', rejection: null });
  });

  it('refuses ids that are none of this case’s documents and partners, each by its place', async () => {
    const { id, partnerId } = await submittedCompany();
    const other = await submittedCompany();
    const addressId = (await bench.read(id)).addresses[0].id as string;
    const foreign = [await bench.documentOf(other.id, 'cnpj_card'), other.partnerId, other.id];
    const answer = await bench.post(operator, id, 'reject', {
      ...about(partnerId, ...foreign, UNKNOWN_ID, addressId, 'mcc'),
      correctable: true,
    });
    expect(answer).toMatchObject({ status: 422, body: { error: 'VALIDATION_FAILED' } });
    expect(answer.body.details).toEqual([1, 2, 3, 4, 5].map((at) => unknown(`reasons[${at}].target`)));
    expect(await onboarding.read(id)).toMatchObject({ status: 'pending_review', rejection: null });
  });

  it('refuses them in a first decision too, which is not kept', async () => {
    const live = await service.merchant({ mode: 'live' });
    const id = await new Onboarding(live.client).submittedPerson();
    const final = { ...about(UNKNOWN_ID), correctable: false };
    expect((await bench.post(operator, id, 'reject', final)).body.details).toEqual([
      unknown('reasons[0].target'),
    ]);
    expect(await bench.waiting(id)).toBeNull();
  });

  it('refuses them in the sandbox too', async () => {
    const id = await onboarding.submittedPerson();
    const reject = (target: string) =>
      merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`, about(target));
    for (const target of ['anything', UNKNOWN_ID])
      expect((await reject(target)).body.details).toEqual([unknown('reasons[0].target')]);
    expect((await reject(await bench.documentOf(id, 'front_id'))).status).toBe(200);
  });
});
