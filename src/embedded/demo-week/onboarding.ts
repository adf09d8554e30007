import { paperOf } from './papers/papers';
import { type Seller, type SellerName, SELLERS } from './sellers';
import type { Colleague, Stage } from './stage';
import type { Answered } from './voice';

const COMPANY = ['social_contract', 'cnpj_card', 'proof_of_residence_company'];
const PERSONAL = ['front_id', 'back_id', 'selfie_with_id', 'proof_of_residence'];

interface SentDocument extends Answered {
  readonly type: string;
}

/** A reason of a decision, as the API takes it. */
export interface Reason {
  readonly code: string;
  readonly message?: string;
  readonly target?: string;
}

/** A paper that is sent: of which partner, once more, valid until when. */
interface Sending {
  readonly type: string;
  readonly person?: number;
  readonly edition?: number;
  readonly expiresAt?: string;
}

/** One seller's way to the desk and over it. */
export class Case {
  private id = '';
  private readonly partnerIds: string[] = [];

  constructor(
    private readonly stage: Stage,
    readonly name: SellerName,
  ) {}

  get sellerId(): string {
    return this.id;
  }

  /** Registered, complete and submitted. */
  async arrive(expiring: readonly Sending[] = []): Promise<void> {
    await this.register();
    const { kind, people } = this.seller;
    const sendings: Sending[] =
      kind === 'pf'
        ? PERSONAL.map((type) => ({ type }))
        : [
            ...COMPANY.map((type) => ({ type })),
            ...people.flatMap((_, person) => PERSONAL.map((type) => ({ type: `partner_${type}`, person }))),
          ];
    for (const sending of sendings) {
      const other = expiring.find(({ type, person }) => type === sending.type && person === sending.person);
      await this.send(other ?? sending);
    }
    await this.submit();
  }

  async submit(): Promise<void> {
    await this.stage.marketplace.post(`${this.path}/submit-for-review`);
  }

  async send({ type, person, edition = 1, expiresAt }: Sending): Promise<void> {
    const paper = paperOf({ seller: this.name, type, person: person ?? 0, edition });
    await this.stage.marketplace.post(`${this.path}/documents`, {
      type,
      file_url: this.stage.shopUrl + paper.path,
      file_name: paper.fileName,
      file_size: paper.bytes.length,
      mime_type: paper.mimeType,
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(person === undefined ? {} : { legal_representative_id: this.partnerIds[person] }),
    });
  }

  /** Looks at the first so many papers, all unless said otherwise. */
  async read(by: Colleague, count = Number.POSITIVE_INFINITY): Promise<void> {
    for (const { id } of (await this.documents()).slice(0, count))
      await this.stage.operator(by).look(`/v1/review/documents/${id}/file`);
  }

  async approveDocuments(by: Colleague, types: readonly string[]): Promise<void> {
    for (const type of types)
      await this.stage.operator(by).post(`/v1/review/documents/${await this.documentId(type)}/approve`);
  }

  async rejectDocument(by: Colleague, type: string, code: string, message: string): Promise<void> {
    const id = await this.documentId(type);
    await this.stage.operator(by).post(`/v1/review/documents/${id}/reject`, { code, message });
  }

  async approve(by: Colleague): Promise<void> {
    await this.decide(by, 'approve');
  }

  async reject(by: Colleague, correctable: boolean, ...reasons: readonly Reason[]): Promise<void> {
    await this.decide(by, 'reject', { reasons, correctable });
  }

  async sendBack(by: Colleague, ...reasons: readonly Reason[]): Promise<void> {
    await this.decide(by, 'request-resubmission', { reasons });
  }

  async suspend(by: Colleague, reason: string): Promise<void> {
    await this.decide(by, 'suspend', { reason });
  }

  async claim(by: Colleague): Promise<void> {
    await this.decide(by, 'claim');
  }

  async note(by: Colleague, text: string): Promise<void> {
    await this.decide(by, 'notes', { text });
  }

  /** Until the worker has found that the time of this paper is over. */
  async untilExpired(type: string): Promise<void> {
    await this.stage.until(`${type} has expired`, async () =>
      (await this.documents()).some((document) => document.type === type && document.status === 'expired'),
    );
  }

  private get seller(): Seller {
    return SELLERS[this.name];
  }

  private get path(): string {
    return `/v1/submerchants/${this.id}`;
  }

  private async register(): Promise<void> {
    const { kind, legalName, tradeName, taxId, people, cnae, activity, monthlyRevenue } = this.seller;
    const [first] = people;
    const made = await this.stage.marketplace.post('/v1/submerchants', {
      entity_type: kind,
      legal_name: legalName,
      trade_name: tradeName,
      tax_id: taxId,
      email: `contato@${this.name}.example`,
      phone: '11987654321',
      monthly_revenue: monthlyRevenue,
      cnaes: [{ code: cnae, description: activity, is_primary: true }],
      ...(kind === 'pf' ? { birth_date: first.birthDate } : {}),
    });
    this.id = made.id;
    if (kind === 'pj')
      for (const { name, cpf, birthDate, share } of people) {
        const partner = await this.stage.marketplace.post(`${this.path}/legal-representatives`, {
          name,
          document: cpf,
          birth_date: birthDate,
          participation_percentage: share,
          is_admin: true,
        });
        this.partnerIds.push(partner.id);
      }
    const { street, city, state, zipCode } = this.seller;
    const address = { street, number: '100', neighborhood: 'Centro', city, state, zip_code: zipCode };
    await this.stage.marketplace.post(`${this.path}/addresses`, address);
  }

  private async documents(): Promise<readonly SentDocument[]> {
    return this.stage.marketplace.get<SentDocument[]>(`${this.path}/documents?current=true&limit=100`);
  }

  private async documentId(type: string): Promise<string> {
    const found = (await this.documents()).find((document) => document.type === type);
    if (found === undefined) throw new Error(`${this.name} has sent no ${type}`);
    return found.id;
  }

  private async decide(by: Colleague, what: string, body?: unknown): Promise<void> {
    await this.stage.operator(by).post(`/v1/review/submerchants/${this.id}/${what}`, body);
  }
}
