import type { DataSource } from 'typeorm';
import type { Answer, Client } from './client';
import { addressBody, documentBody, Onboarding, PARTNER_DOCUMENTS, partnerBody } from './onboarding';
import { ALL_TYPES, OnboardingModel, type Outcome, type Step } from './onboarding-model';

const PARTNERS = ['52998224725', '11144477735', '12ABC34501DE35'];
const TAX_IDS = { pj: '11222333000181', pf: '52998224725' };

/** What belongs to a submerchant, as sorted text. */
interface Parts {
  readonly documents: readonly string[];
  readonly addresses: readonly string[];
  readonly partners: readonly string[];
}

const READ_PARTS = `
  SELECT
    ARRAY(SELECT id || ' ' || status FROM submerchant_documents
      WHERE submerchant_id = $1 AND replaced_at IS NULL ORDER BY id) AS documents,
    ARRAY(SELECT id || ' ' || is_primary FROM submerchant_addresses WHERE submerchant_id = $1 ORDER BY id) AS addresses,
    ARRAY(SELECT id::text FROM legal_representatives WHERE submerchant_id = $1 ORDER BY id) AS partners`;

function outcomeOf(answer: Answer): Outcome {
  if (answer.status >= 500) throw new Error(`${answer.status}: ${answer.text}`);
  if (answer.status === 201) return 'added';
  return answer.status < 300 ? 'done' : (answer.body.error as string);
}

/** Plays steps against the service and the model side by side. */
export class OnboardingPlay {
  readonly partnerIds = new Map<number, string>();
  readonly addressIds = new Map<number, string>();
  readonly documentIds = new Map<string, string>();
  private made = 0;
  private situation = '';

  private constructor(
    private readonly merchant: Client,
    private readonly operator: Client,
    /** Every (status, step, outcome) that was met: calls that never get anywhere prove little. */
    private readonly met: Set<string>,
    private readonly id: string,
    readonly model: OnboardingModel,
  ) {}

  static async start(
    { merchant, operator, met }: { merchant: Client; operator: Client; met: Set<string> },
    entityType: 'pj' | 'pf',
  ): Promise<OnboardingPlay> {
    const onboarding = new Onboarding(merchant);
    const id = entityType === 'pj' ? await onboarding.company() : await onboarding.person();
    return new OnboardingPlay(merchant, operator, met, id, new OnboardingModel(entityType));
  }

  private get path(): string {
    return `/v1/submerchants/${this.id}`;
  }

  private get case(): string {
    return `/v1/review/submerchants/${this.id}`;
  }

  async take(one: Step): Promise<void> {
    const { model } = this;
    this.situation = `${model.status} ${one.do}`;
    const reasons = [{ code: 'other' }];
    switch (one.do) {
      case 'change_name':
        return this.expect(
          model.change('name', one.value),
          this.merchant.patch(this.path, { trade_name: null, legal_name: `Name ${one.value}` }),
        );
      case 'change_phone':
        return this.expect(
          model.change('phone', one.value),
          this.merchant.patch(this.path, { phone: `1133334444${one.value}` }),
        );
      case 'become':
        return this.expect(
          model.become(one.entityType),
          this.merchant.patch(this.path, { entity_type: one.entityType, tax_id: TAX_IDS[one.entityType] }),
        );
      case 'upsert_partner':
        return this.upsertPartner(one.partner);
      case 'delete_partner': {
        const partner = this.partnerIds.get(one.partner);
        if (partner === undefined) return;
        return this.expect(
          model.deletePartner(one.partner),
          this.merchant.delete(`${this.path}/legal-representatives/${partner}`),
        );
      }
      case 'add_address':
      case 'prefer_address':
      case 'delete_address':
        return this.address(one.do, one.address, one.primary);
      case 'send': {
        const type = ALL_TYPES[one.document % ALL_TYPES.length]!;
        return this.send(type, PARTNER_DOCUMENTS.includes(type) ? one.partner : null, one.expired);
      }
      case 'complete':
        return this.complete();
      case 'advance':
        if (model.status === 'pending') await this.complete();
        return this.take(model.ways[one.choice % model.ways.length]!);
      case 'resend': {
        const key = model.refused[one.choice % model.refused.length];
        return key === undefined ? undefined : this.sendKey(key);
      }
      case 'submit':
        return this.expect(model.submit(), this.merchant.post(`${this.path}/submit-for-review`));
      case 'resubmit':
        return this.expect(model.resubmit(), this.merchant.post(`${this.path}/request-resubmission`));
      case 'approve':
        return this.expect(model.approve(), this.operator.post(`${this.case}/approve`));
      case 'reject':
        return this.expect(
          model.reject(one.correctable),
          this.operator.post(`${this.case}/reject`, { reasons, correctable: one.correctable }),
        );
      case 'send_back':
        return this.expect(
          model.sendBack(),
          this.operator.post(`${this.case}/request-resubmission`, { reasons }),
        );
      case 'suspend':
        return this.expect(model.suspend(), this.operator.post(`${this.case}/suspend`, { reason: 'x' }));
      case 'reactivate':
        return this.expect(
          model.reactivate(),
          this.operator.post(`${this.case}/reactivate`, { reason: 'x' }),
        );
      case 'approve_document':
      case 'reject_document':
        return this.judge(one.do, one.document);
    }
  }

  private async upsertPartner(partner: number): Promise<void> {
    const answer = await this.merchant.post(
      `${this.path}/legal-representatives`,
      partnerBody({ document: PARTNERS[partner] }),
    );
    if (answer.status === 201) this.partnerIds.set(partner, answer.body.data.id as string);
    return this.expect(this.model.upsertPartner(partner), answer);
  }

  private async address(action: string, at: number, primary: boolean): Promise<void> {
    if (action === 'add_address') {
      this.made += 1;
      const answer = await this.merchant.post(`${this.path}/addresses`, addressBody({ is_primary: primary }));
      if (answer.status === 201) this.addressIds.set(this.made, answer.body.data.id as string);
      return this.expect(this.model.addAddress(this.made, primary), answer);
    }
    const chosen = this.model.addresses[at % this.model.addresses.length];
    if (chosen === undefined) return;
    const path = `${this.path}/addresses/${this.addressIds.get(chosen)}`;
    if (action === 'delete_address')
      return this.expect(this.model.deleteAddress(chosen), this.merchant.delete(path));
    return this.expect(
      this.model.preferAddress(chosen, primary),
      this.merchant.patch(path, { is_primary: primary }),
    );
  }

  private async send(type: string, partner: number | null, expired: boolean): Promise<void> {
    const legalRepresentativeId = partner === null ? undefined : this.partnerIds.get(partner);
    if (partner !== null && legalRepresentativeId === undefined) return;
    const answer = await this.merchant.post(
      `${this.path}/documents`,
      documentBody(type, {
        expires_at: expired ? '2020-01-01' : null,
        legal_representative_id: legalRepresentativeId,
      }),
    );
    if (answer.status === 201)
      this.documentIds.set(OnboardingModel.key(type, partner), answer.body.data.id as string);
    return this.expect(this.model.send(type, partner, expired), answer);
  }

  /** Sends what is missing, so that sequences get further than chance would bring them. */
  private async complete(): Promise<void> {
    const { model } = this;
    if (model.status !== 'pending') return;
    if (model.entityType === 'pj' && model.partners.size === 0) await this.upsertPartner(0);
    if (model.addresses.length === 0) await this.address('add_address', 0, false);
    for (const key of [...model.required, 'contract_amendment']) {
      const standing = model.documents.get(key)?.status;
      const missing = standing === undefined && key !== 'contract_amendment';
      if (!missing && standing !== 'rejected' && standing !== 'expired') continue;
      await this.sendKey(key);
    }
  }

  private async sendKey(key: string): Promise<void> {
    const [type = '', partner] = key.split(' ');
    return this.send(type, partner === undefined ? null : Number(partner), false);
  }

  private async judge(action: 'approve_document' | 'reject_document', at: number): Promise<void> {
    const keys = [...this.model.documents.keys()];
    const key = keys[at % keys.length];
    if (key === undefined) return;
    const path = `/v1/review/documents/${this.documentIds.get(key)}`;
    if (action === 'approve_document')
      return this.expect(this.model.judge(key, 'approved'), this.operator.post(`${path}/approve`));
    return this.expect(
      this.model.judge(key, 'rejected'),
      this.operator.post(`${path}/reject`, { code: 'unreadable' }),
    );
  }

  private async expect(predicted: Outcome, answer: Answer | Promise<Answer>): Promise<void> {
    const outcome = outcomeOf(await answer);
    expect(outcome).toBe(predicted);
    this.met.add(`${this.situation} ${outcome}`);
  }

  /** The whole state, of the service and of the model: the record as it is answered, its parts as they are stored. */
  async compare(dataSource: DataSource): Promise<void> {
    const { model } = this;
    const { body: record } = await this.merchant.get(this.path);
    expect({
      status: record.data.status as unknown,
      entityType: record.data.entity_type as unknown,
      counts: record.data.requirements as unknown,
      correctable: (record.data.rejection?.correctable ?? null) as unknown,
    }).toEqual({
      status: model.status,
      entityType: model.entityType,
      counts: model.counts,
      correctable: model.correctable,
    });
    const [stored] = await dataSource.query<Parts[]>(READ_PARTS, [this.id]);
    expect(stored).toEqual(this.expectedParts());
  }

  /** The lists say what is stored: three requests more, so not after every sequence. */
  async compareLists(): Promise<void> {
    const documents = await this.list('documents?current=true&');
    const addresses = await this.list('addresses?');
    const partners = await this.list('legal-representatives?');
    const listed: Parts = {
      documents: documents.map(({ id, status }) => `${id} ${status}`).sort(),
      addresses: addresses.map(({ id, is_primary }) => `${id} ${is_primary}`).sort(),
      partners: partners.map(({ id }) => id).sort(),
    };
    expect(listed).toEqual(this.expectedParts());
  }

  private async list(part: string): Promise<{ id: string; status: string; is_primary: boolean }[]> {
    return (await this.merchant.get(`${this.path}/${part}limit=100`)).body.data;
  }

  private expectedParts(): Parts {
    const { model } = this;
    return {
      documents: [...model.documents]
        .map(([key, { status }]) => `${this.documentIds.get(key)} ${status}`)
        .sort(),
      addresses: model.addresses.map((at) => `${this.addressIds.get(at)} ${model.primary === at}`).sort(),
      partners: [...model.partners].map((partner) => this.partnerIds.get(partner) ?? 'unknown').sort(),
    };
  }
}
