import type { DataSource } from 'typeorm';
import type { SubmerchantResponse } from '../../src/submerchants';
import type { Answer, Client } from './client';

/** A CNPJ and a CPF with right check digits. */
export const CNPJ = '11222333000181';
export const CPF = '52998224725';

export const COMPANY_DOCUMENTS = ['social_contract', 'cnpj_card', 'proof_of_residence_company'];
export const PARTNER_DOCUMENTS = [
  'partner_front_id',
  'partner_back_id',
  'partner_selfie_with_id',
  'partner_proof_of_residence',
];
export const PERSONAL_DOCUMENTS = ['front_id', 'back_id', 'selfie_with_id', 'proof_of_residence'];

type Fields = Readonly<Record<string, unknown>>;

export function companyBody(fields: Fields = {}): Fields {
  return { legal_name: 'Padaria Estrela Ltda', tax_id: CNPJ, email: 'contato@estrela.example', ...fields };
}

export function personBody(fields: Fields = {}): Fields {
  return { entity_type: 'pf', legal_name: 'Ana Souza', tax_id: CPF, email: 'ana@example.com', ...fields };
}

export function addressBody(fields: Fields = {}): Fields {
  return {
    street: 'Rua das Flores',
    number: '120',
    neighborhood: 'Centro',
    city: 'São Paulo',
    state: 'SP',
    zip_code: '01001-000',
    ...fields,
  };
}

export function documentBody(type: string, fields: Fields = {}): Fields {
  return {
    type,
    file_url: `https://files.example.com/${type}.pdf`,
    file_name: `${type}.pdf`,
    file_size: 1024,
    mime_type: 'application/pdf',
    ...fields,
  };
}

export function partnerBody(fields: Fields = {}): Fields {
  return { name: 'Bruno Lima', document: CPF, ...fields };
}

/** The record that a call answers which must have succeeded: a submerchant, or another record with an id. */
function done(answer: Answer): SubmerchantResponse {
  if (answer.status >= 300) throw new Error(`unexpected ${answer.status}: ${answer.text}`);
  return (answer.body as { data: SubmerchantResponse }).data;
}

/** A merchant's calls of the onboarding, each of which must succeed. */
/** Nothing of it is risky (contract §8, Four eyes): one operator approves it. */
export const CALM = { mcc: '5411', monthly_revenue: 10_000 } as const;

export class Onboarding {
  constructor(readonly client: Client) {}

  async company(fields: Fields = {}): Promise<string> {
    return done(await this.client.post('/v1/submerchants', companyBody(fields))).id;
  }

  async person(fields: Fields = {}): Promise<string> {
    return done(await this.client.post('/v1/submerchants', personBody(fields))).id;
  }

  async partner(id: string, fields: Fields = {}): Promise<string> {
    return done(await this.client.post(`/v1/submerchants/${id}/legal-representatives`, partnerBody(fields)))
      .id;
  }

  async address(id: string, fields: Fields = {}): Promise<string> {
    return done(await this.client.post(`/v1/submerchants/${id}/addresses`, addressBody(fields))).id;
  }

  async document(id: string, type: string, fields: Fields = {}): Promise<string> {
    return done(await this.client.post(`/v1/submerchants/${id}/documents`, documentBody(type, fields))).id;
  }

  /** A company with one partner, an address and every required document. */
  async readyCompany(): Promise<{ id: string; partnerId: string }> {
    const id = await this.company();
    const partnerId = await this.partner(id);
    await this.address(id);
    for (const type of COMPANY_DOCUMENTS) await this.document(id, type);
    for (const type of PARTNER_DOCUMENTS)
      await this.document(id, type, { legal_representative_id: partnerId });
    return { id, partnerId };
  }

  /** An individual with an address and every required document. */
  async readyPerson(fields: Fields = {}): Promise<string> {
    const id = await this.person(fields);
    await this.address(id);
    for (const type of PERSONAL_DOCUMENTS) await this.document(id, type);
    return id;
  }

  async submittedPerson(fields: Fields = {}): Promise<string> {
    const id = await this.readyPerson(fields);
    await this.submit(id);
    return id;
  }

  async activePerson(): Promise<string> {
    const id = await this.submittedPerson();
    done(await this.client.post(`/v1/sandbox/submerchants/${id}/approve`));
    return id;
  }

  async submit(id: string): Promise<SubmerchantResponse> {
    return done(await this.client.post(`/v1/submerchants/${id}/submit-for-review`));
  }

  async read(id: string): Promise<SubmerchantResponse> {
    return done(await this.client.get(`/v1/submerchants/${id}`));
  }
}

/** The events of a resource in the order of their writing. */
export async function eventsOf(
  dataSource: DataSource,
  resourceId: string,
): Promise<{ readonly type: string; readonly payload: string }[]> {
  return dataSource.query(
    'SELECT type, payload FROM outbox_events WHERE resource_id = $1 ORDER BY position',
    [resourceId],
  );
}

/** Makes the time of the current document of this type be over, as if it had passed. */
export async function letDocumentExpire(
  dataSource: DataSource,
  submerchantId: string,
  type: string,
): Promise<void> {
  await dataSource.query(
    `UPDATE submerchant_documents SET expires_at = '2020-01-01', expires_on = '2020-01-02'
     WHERE submerchant_id = $1 AND type = $2 AND replaced_at IS NULL`,
    [submerchantId, type],
  );
}
