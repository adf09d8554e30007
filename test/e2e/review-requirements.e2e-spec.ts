import {
  addressBody,
  COMPANY_DOCUMENTS,
  documentBody,
  Onboarding,
  partnerBody,
  PERSONAL_DOCUMENTS,
  useService,
  type TestMerchant,
} from '../support';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

interface Item {
  readonly code: string;
  readonly target: string;
  readonly legal_representative_id: string | null;
  readonly status: string;
  readonly message: string;
  readonly action: { method: string; path: string; body: Record<string, unknown> } | null;
}

const requirements = async (id: string) =>
  (await merchant.client.get(`/v1/submerchants/${id}/requirements`)).body.data as {
    status: string;
    can_submit: boolean;
    items: Item[];
  };

/** What an integrator would fill in where the body of an action has null. */
const FILLINGS: Record<string, unknown> = {
  ...addressBody(),
  ...partnerBody(),
  ...documentBody('x'),
  birth_date: '1990-01-01',
  mother_name: 'Rosa Lima',
  mcc: '5999',
  cnaes: [{ code: '4711-3/02', description: 'Supermercados', is_primary: true }],
};
const filled = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      value === null || field === 'cnaes' ? FILLINGS[field] : value,
    ]),
  );

const keyOf = ({ target, legal_representative_id }: Item) => `${target} ${legal_representative_id ?? ''}`;
const settled = (item: Item | undefined) =>
  item === undefined || ['pending', 'satisfied'].includes(item.status);

/** Takes each action as given until none is left, and sees each item settled by the very call it named. */
async function followActions(id: string): Promise<string[]> {
  const taken: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    const item = (await requirements(id)).items.find(({ action }) => action !== null);
    if (item?.action === undefined || item.action === null) return taken;
    const { method, path, body } = item.action;
    const answer = await merchant.client.send(method, path, filled(body));
    expect([200, 201]).toContain(answer.status);
    const after = (await requirements(id)).items.find((other) => keyOf(other) === keyOf(item));
    expect([keyOf(item), settled(after)]).toEqual([keyOf(item), true]);
    taken.push(item.target);
  }
  throw new Error('the actions never end');
}

describe('GET …/requirements (contract §5)', () => {
  it('answers status, can_submit and items of the agreed shape', async () => {
    const id = await onboarding.company();
    const data = await requirements(id);
    expect(data).toMatchObject({ status: 'pending', can_submit: false });
    for (const item of data.items) {
      expect(Object.keys(item).sort()).toEqual([
        'action',
        'code',
        'legal_representative_id',
        'message',
        'status',
        'target',
      ]);
      expect(['missing', 'pending', 'rejected', 'expired', 'recommended', 'satisfied']).toContain(
        item.status,
      );
    }
    expect(data.items.filter(({ status }) => status === 'missing').map(({ target }) => target)).toEqual([
      'legal_representatives',
      'addresses',
      ...COMPANY_DOCUMENTS,
    ]);
  });

  it('each action as given, filled in and sent, settles its item: pj', async () => {
    const id = await onboarding.company();
    const taken = await followActions(id);
    expect(taken.slice(0, 2)).toEqual(['legal_representatives', 'addresses']);
    expect(taken).toEqual(expect.arrayContaining([...COMPANY_DOCUMENTS, 'partner_front_id', 'cnaes']));
    expect((await requirements(id)).can_submit).toBe(true);
    expect((await onboarding.submit(id)).status).toBe('pending_review');
  });

  it('each action as given, filled in and sent, settles its item: pf', async () => {
    const id = await onboarding.person();
    expect(await followActions(id)).toEqual([
      'addresses',
      ...PERSONAL_DOCUMENTS,
      'birth_date',
      'mother_name',
      'mcc',
    ]);
    expect((await requirements(id)).can_submit).toBe(true);
  });

  it('recommendations never block', async () => {
    const id = await onboarding.readyPerson();
    const { can_submit, items } = await requirements(id);
    expect(items.filter(({ status }) => status === 'recommended').map(({ target }) => target)).toEqual([
      'birth_date',
      'mother_name',
      'mcc',
    ]);
    expect(can_submit).toBe(true);
  });

  it('null where the merchant has nothing to do: in review', async () => {
    const id = await onboarding.submittedPerson();
    const data = await requirements(id);
    expect(data).toMatchObject({ status: 'pending_review', can_submit: false });
    expect(data.items.every(({ action }) => action === null)).toBe(true);
  });

  it('in review a rejected document can be settled; afterwards nothing is left to do', async () => {
    const id = await onboarding.submittedPerson();
    const document = (await merchant.client.get(`/v1/submerchants/${id}/documents?type=front_id`)).body
      .data[0] as { id: string };
    const operator = await service.operator();
    await operator.client.post(`/v1/review/documents/${document.id}/reject`, { code: 'unreadable' });
    expect((await requirements(id)).items).toContainEqual(
      expect.objectContaining({ code: 'document_rejected', target: 'front_id', status: 'rejected' }),
    );
    expect(await followActions(id)).toEqual(['front_id']);
  });

  it('after a correctable rejection the next call is request-resubmission; after a final one there is none', async () => {
    const id = await onboarding.submittedPerson();
    const document = (await merchant.client.get(`/v1/submerchants/${id}/documents?type=front_id`)).body
      .data[0] as { id: string };
    const operator = await service.operator();
    await operator.client.post(`/v1/review/documents/${document.id}/reject`, { code: 'unreadable' });
    await merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`);
    const { action } = (await requirements(id)).items.find(({ target }) => target === 'front_id')!;
    expect(action).toEqual({ method: 'POST', path: `/v1/submerchants/${id}/request-resubmission`, body: {} });
    expect((await merchant.client.send(action!.method, action!.path, action!.body)).status).toBe(200);
    expect((await followActions(id))[0]).toBe('front_id');
    await onboarding.submit(id);
    await merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`, { correctable: false });
    expect((await requirements(id)).items.every((item) => item.action === null)).toBe(true);
  });

  it('the record counts what is missing and what was rejected', async () => {
    const id = await onboarding.person();
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 5, rejected: 0 } });
    await onboarding.address(id);
    await onboarding.document(id, 'front_id');
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 3, rejected: 0 } });
    const { body } = await merchant.client.get('/v1/submerchants?limit=1');
    expect(body.data[0]).toMatchObject({ id, requirements: { missing: 3, rejected: 0 } });
  });
});
