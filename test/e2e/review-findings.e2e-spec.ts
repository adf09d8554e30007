import {
  CNPJ,
  letDocumentExpire,
  Onboarding,
  startService,
  type TestMerchant,
  type TestOperator,
  type TestService,
} from '../support';

let service: TestService;
let merchant: TestMerchant;
let onboarding: Onboarding;
let viewer: TestOperator;

/** Of a merchant of its own: what other tests leave behind is not found. */
beforeAll(async () => {
  service = await startService();
  viewer = await service.operator({ role: 'viewer' });
});
beforeEach(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});
afterAll(() => service.stop());

interface Found {
  readonly code: string;
  readonly target: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

async function findings(id: string, code?: string): Promise<Found[]> {
  const { body } = await viewer.client.get(`/v1/review/submerchants/${id}`);
  const all = body.data.findings as Found[];
  for (const finding of all) expect(Object.keys(finding)).toEqual(['code', 'target', 'message', 'params']);
  return code === undefined ? all : all.filter((finding) => finding.code === code);
}
const targets = async (id: string, code: string) => (await findings(id, code)).map(({ target }) => target);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The person of a registration without any finding. */
const COMPLETE = {
  birth_date: '1990-05-04',
  mother_name: 'Rosa Souza',
  cnaes: [{ code: '4711-3/02', is_primary: true }],
};

describe('findings (contract §8): computed, never decisive', () => {
  it('a registration without fault has none', async () => {
    expect(await findings(await onboarding.readyPerson(COMPLETE))).toEqual([]);
  });

  it('invalid_check_digits: of the record and of partners, in test mode', async () => {
    const id = await onboarding.company({ tax_id: '11222333000180' });
    const partner = await onboarding.partner(id, { document: '52998224724' });
    await onboarding.partner(id);
    expect(await targets(id, 'invalid_check_digits')).toEqual(['tax_id', partner]);
  });

  it('duplicate_tax_id: in another submerchant of the same merchant, not of another one', async () => {
    const elsewhere = new Onboarding((await service.merchant()).client);
    await elsewhere.company();
    const id = await onboarding.company();
    expect(await findings(id, 'duplicate_tax_id')).toEqual([]);
    const other = await onboarding.company();
    const [finding] = await findings(id, 'duplicate_tax_id');
    expect(finding?.target).toBe('tax_id');
    expect(finding?.message).toContain(`${other} (pending)`);
    expect(finding?.message).not.toContain(CNPJ);
    const others = [{ submerchant_id: other, submerchant_name: 'Padaria Estrela Ltda', status: 'pending' }];
    expect(finding?.params).toEqual({ others, has_more: false });
    expect(await targets(other, 'duplicate_tax_id')).toEqual(['tax_id']);
  });

  it('shares_exceed_100: a sum above 100 is accepted, and found', async () => {
    const id = await onboarding.company();
    await onboarding.partner(id, { participation_percentage: 60.01 });
    expect(await findings(id, 'shares_exceed_100')).toEqual([]);
    await onboarding.partner(id, { document: '11144477735', participation_percentage: 40 });
    const [finding] = await findings(id, 'shares_exceed_100');
    expect(finding).toMatchObject({ target: 'legal_representatives' });
    expect(finding?.message).toContain('100.01 %');
    expect(finding?.params).toEqual({ percentage: 100.01 });
  });

  it('under_age: the person of a pf, and a partner, under 18', async () => {
    const birthday = (years: number, days: number) =>
      `${new Date().getUTCFullYear() - years}${inDays(days).slice(4)}`;
    const child = await onboarding.person({ birth_date: birthday(10, 0) });
    expect(await targets(child, 'under_age')).toEqual(['birth_date']);
    expect(await targets(await onboarding.person({ birth_date: birthday(19, 0) }), 'under_age')).toEqual([]);
    const company = await onboarding.company({ birth_date: birthday(10, 0) });
    const partner = await onboarding.partner(company, { birth_date: birthday(10, 0) });
    expect(await targets(company, 'under_age')).toEqual([partner]);
  });

  it('document_expiring: 30 days or less', async () => {
    const id = await onboarding.person();
    const soon = await onboarding.document(id, 'front_id', { expires_at: inDays(20) });
    await onboarding.document(id, 'back_id', { expires_at: inDays(40) });
    const [finding, ...others] = await findings(id, 'document_expiring');
    expect([finding?.target, others]).toEqual([soon, []]);
    expect(finding?.message).toBe(`front_id: it is valid only until ${inDays(20)}.`);
  });

  it('document_expired: also before the job has marked it; a newer one settles it', async () => {
    const id = await onboarding.person();
    const front = await onboarding.document(id, 'front_id', { expires_at: '2020-01-01' });
    const back = await onboarding.document(id, 'back_id');
    await letDocumentExpire(service.dataSource, id, 'back_id');
    expect(await targets(id, 'document_expired')).toEqual([front, back]);
    await onboarding.document(id, 'front_id');
    expect(await targets(id, 'document_expired')).toEqual([back]);
  });

  it('document_old: a proof of residence that was sent more than 90 days ago', async () => {
    const id = await onboarding.person();
    const proof = await onboarding.document(id, 'proof_of_residence');
    await onboarding.document(id, 'front_id');
    expect(await findings(id, 'document_old')).toEqual([]);
    await service.dataSource.query(
      `UPDATE submerchant_documents SET created_at = created_at - interval '91 days' WHERE submerchant_id = $1`,
      [id],
    );
    expect(await targets(id, 'document_old')).toEqual([proof]);
  });

  it('extension_mismatch: file_name against mime_type', async () => {
    const id = await onboarding.person();
    const wrong = await onboarding.document(id, 'front_id', { file_name: 'front.png' });
    await onboarding.document(id, 'back_id', { file_name: 'back.JPEG', mime_type: 'image/jpeg' });
    expect(await targets(id, 'extension_mismatch')).toEqual([wrong]);
  });

  it('duplicate_file: in another current document of any submerchant of the merchant', async () => {
    const file_url = 'https://files.example.com/one-for-all.pdf?é';
    const elsewhere = new Onboarding((await service.merchant()).client);
    await elsewhere.document(await elsewhere.person(), 'front_id', { file_url });
    const id = await onboarding.person();
    const front = await onboarding.document(id, 'front_id', { file_url });
    expect(await findings(id, 'duplicate_file')).toEqual([]);
    const back = await onboarding.document(id, 'back_id', { file_url });
    expect(await targets(id, 'duplicate_file')).toEqual([front, back]);
    await onboarding.document(id, 'back_id');
    expect(await targets(id, 'duplicate_file')).toEqual([]);
    const shop = await onboarding.company();
    const contract = await onboarding.document(shop, 'social_contract', { file_url });
    const [finding] = await findings(id, 'duplicate_file');
    expect(finding).toMatchObject({ target: front });
    expect(finding?.message).toContain(`social_contract ${contract} of submerchant ${shop}`);
    expect(finding?.params['others']).toMatchObject([
      { submerchant_id: shop, document_id: contract, document_type: 'social_contract' },
    ]);
  });

  it('an address of a file as long as is allowed can be sent, and compared', async () => {
    const file_url = `https://files.example.com/${'é'.repeat(300)}${'x'.repeat(1_700)}`.slice(0, 2_048);
    const id = await onboarding.person();
    await onboarding.document(id, 'front_id', { file_url });
    await onboarding.document(id, 'back_id', { file_url });
    expect(await findings(id, 'duplicate_file')).toHaveLength(2);
  });

  it('mcc_cnae_mismatch: provided or set by an operator, other than the primary CNAE gives', async () => {
    const cnaes = [{ code: '4711-3/02', is_primary: true }, { code: '5611-2/01' }];
    const derived = await onboarding.company({ cnaes });
    const { mcc } = await onboarding.read(derived);
    expect(await findings(derived, 'mcc_cnae_mismatch')).toEqual([]);
    expect(await findings(await onboarding.company({ cnaes, mcc }), 'mcc_cnae_mismatch')).toEqual([]);
    const provided = await onboarding.company({ cnaes, mcc: '7995' });
    const [finding] = await findings(provided, 'mcc_cnae_mismatch');
    expect(finding).toMatchObject({ target: 'mcc' });
    expect(finding?.message).toContain(`gives ${mcc} (`);
    const reviewer = await service.operator();
    await reviewer.client.patch(`/v1/review/submerchants/${derived}`, { mcc: '7995' });
    expect(await targets(derived, 'mcc_cnae_mismatch')).toEqual(['mcc']);
  });

  it('mcc_unresolved: none given and none derived', async () => {
    const id = await onboarding.company({ cnaes: [{ code: '9700-5/00', is_primary: true }] });
    expect(await targets(id, 'mcc_unresolved')).toEqual(['mcc']);
  });

  it('recommended_missing: what would speed up review', async () => {
    expect(await targets(await onboarding.person(), 'recommended_missing')).toEqual([
      'birth_date',
      'mother_name',
    ]);
    expect(await targets(await onboarding.company(), 'recommended_missing')).toEqual(['cnaes']);
  });

  it('none of them stands in the way of an approval', async () => {
    const id = await onboarding.readyPerson({ tax_id: '52998224724', birth_date: inDays(-400) });
    await onboarding.document(id, 'front_id', { file_name: 'front.png', expires_at: inDays(3) });
    await onboarding.submit(id);
    expect((await findings(id)).length).toBeGreaterThan(4);
    const reviewer = await service.operator();
    expect((await reviewer.client.post(`/v1/review/submerchants/${id}/approve`)).status).toBe(200);
  });
});
