import { paperOf } from '../../../../src/embedded/demo-week/papers/papers';
import { SELLERS, type SellerName } from '../../../../src/embedded/demo-week/sellers';
import { pdfFile } from '../../file-server';
import type { Actor } from '../actor';
import type { Stage } from '../stage';

const COMPANY = ['social_contract', 'cnpj_card', 'proof_of_residence_company'];
const PERSONAL = ['front_id', 'back_id', 'selfie_with_id', 'proof_of_residence'];

/** A seller's registration, by its marketplace. */
export class Registration {
  private constructor(
    private readonly stage: Stage,
    private readonly name: SellerName,
    readonly id: string,
    private readonly partnerId: string | null,
  ) {}

  get path(): string {
    return `/v1/submerchants/${this.id}`;
  }

  /** The record with who stands behind it and where it is. */
  static async begin(stage: Stage, name: SellerName, shop: Actor): Promise<Registration> {
    const { kind, legalName, tradeName, taxId, people, cnae, activity, monthlyRevenue } = SELLERS[name];
    const { street, city, state, zipCode } = SELLERS[name];
    const [{ name: person, cpf, birthDate }] = people;
    const { id } = await shop.post('/v1/submerchants', {
      ...{ entity_type: kind, legal_name: legalName, trade_name: tradeName, tax_id: taxId },
      ...{ email: `contato@${name}.example`, phone: '11987654321', monthly_revenue: monthlyRevenue },
      cnaes: [{ code: cnae, description: activity, is_primary: true }],
      ...(kind === 'pf' ? { birth_date: birthDate } : {}),
    });
    const path = `/v1/submerchants/${id}`;
    const partner = { name: person, document: cpf, birth_date: birthDate, participation_percentage: 100 };
    const partnerId =
      kind === 'pf'
        ? null
        : (await shop.post(`${path}/legal-representatives`, { ...partner, is_admin: true })).id;
    await shop.post(`${path}/addresses`, {
      ...{ street, number: '100', neighborhood: 'Centro', city, state, zip_code: zipCode, is_primary: true },
    });
    return new Registration(stage, name, id as string, partnerId as string | null);
  }

  /** Every document that is required, and nothing missing. */
  async complete(shop: Actor): Promise<void> {
    const personal = PERSONAL.map((type) => (this.partnerId === null ? type : `partner_${type}`));
    for (const type of this.partnerId === null ? personal : [...COMPANY, ...personal])
      await this.send(shop, type);
  }

  async send(shop: Actor, type: string, edition = 1, expires_at?: string): Promise<string> {
    const paper = paperOf({ seller: this.name, type, edition });
    const { id } = await shop.post(`${this.path}/documents`, {
      ...{ type, file_url: this.stage.filesUrl + paper.path, file_name: paper.fileName },
      ...{ file_size: paper.bytes.length, mime_type: paper.mimeType },
      ...(type.startsWith('partner_') ? { legal_representative_id: this.partnerId } : {}),
      ...{ expires_at },
    });
    return id as string;
  }

  async submit(shop: Actor): Promise<void> {
    await shop.post(`${this.path}/submit-for-review`);
  }

  async documentId(shop: Actor, type: string): Promise<string> {
    const documents = await shop.get(`${this.path}/documents?current=true&type=${type}`);
    return documents[0].id as string;
  }
}

/** Sellers come to the marketplace: a company and an individual are registered, corrected and submitted. */
export async function registering(stage: Stage): Promise<{ barro: Registration; joao: Registration }> {
  const { shop } = stage;
  const joao = await Registration.begin(stage, 'joao', shop.showing('individual'));
  await joao.complete(shop);
  const barro = await Registration.begin(stage, 'barro', shop.showing('company'));
  await barro.complete(shop);
  await correcting(shop, barro);
  await uploading(shop, joao);
  await shop.get(`${barro.path}/requirements`);
  await joao.submit(shop);
  await barro.submit(shop);
  for (const path of ['', '/timeline?limit=2', '/documents?limit=2', '/addresses', '/legal-representatives'])
    await shop.get(barro.path + path);
  await shop.get('/v1/submerchants?limit=2');
  return { barro, joao };
}

/** What was wrong is put right, and what was too much is taken away. */
async function correcting(shop: Actor, { path }: Registration): Promise<void> {
  await shop.patch(path, { phone: '11912345678', average_ticket: 18_000 });
  const [partner] = await shop.get(`${path}/legal-representatives`);
  const partners = `${path}/legal-representatives`;
  await shop
    .showing('update')
    .post(partners, { name: partner.name, document: '31827465026', phone: '11912345678' });
  const other = await shop.showing('add').post(partners, { name: 'Rui Prado', document: '52998224725' });
  await shop.get(`${partners}/${other.id}`);
  await shop.delete(`${partners}/${other.id}`);
  await shop.get(`${partners}/${partner.id}`);
  const address = { street: 'Rua Girassol', number: '12', neighborhood: 'Vila Madalena', city: 'São Paulo' };
  const { id } = await shop.post(`${path}/addresses`, {
    ...address,
    ...{ state: 'SP', zip_code: '05433-000', type: 'shipping' },
  });
  await shop.patch(`${path}/addresses/${id}`, { complement: 'Fundos' });
  await shop.get(`${path}/addresses/${id}`);
  await shop.delete(`${path}/addresses/${id}`);
}

/** A file that the marketplace has nowhere else is uploaded, and becomes a document. */
async function uploading(shop: Actor, { path }: Registration): Promise<void> {
  const { status, body } = await shop.send('POST', `${path}/uploads`, pdfFile('conta de luz'), {
    'content-type': 'application/pdf',
  });
  if (status !== 201) throw new Error(`not uploaded: ${body.message}`);
  const { file_url, file_size, mime_type } = body.data;
  await shop.get(new URL(file_url as string).pathname);
  const { id } = await shop.showing('uploaded').post(`${path}/documents`, {
    ...{ type: 'proof_of_residence', file_url, file_name: 'conta-de-luz.pdf', file_size, mime_type },
  });
  await shop.get(`${path}/documents/${id}`);
}
