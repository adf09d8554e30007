import { Client } from 'pg';
import {
  addressBody,
  type Answer,
  documentBody,
  eventually,
  letDocumentExpire,
  Onboarding,
  partnerBody,
  useService,
  type TestMerchant,
} from '../support';
import { workerDatabaseUrl } from '../support/database';

const service = useService();
let merchant: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

const base = (id: string) => `/v1/submerchants/${id}`;
const locked = { status: 409, body: { success: false, error: 'SUBMERCHANT_LOCKED' } };

interface Company {
  readonly id: string;
  readonly partnerId: string;
  readonly addressId: string;
}

/** A complete company in the given status. */
async function companyIn(status: 'pending_review' | 'active' | 'rejected' | 'suspended'): Promise<Company> {
  const { id, partnerId } = await onboarding.readyCompany();
  const addresses = await merchant.client.get(`${base(id)}/addresses`);
  await onboarding.submit(id);
  if (status === 'active' || status === 'suspended')
    await merchant.client.post(`/v1/sandbox/submerchants/${id}/approve`);
  if (status === 'rejected') await merchant.client.post(`/v1/sandbox/submerchants/${id}/reject`);
  if (status === 'suspended') {
    const operator = await service.operator();
    await operator.client.post(`/v1/review/submerchants/${id}/suspend`, { reason: 'chargebacks' });
  }
  expect(await onboarding.read(id)).toMatchObject({ status });
  return { id, partnerId, addressId: addresses.body.data[0].id as string };
}

const recordChange = ({ id }: Company) => merchant.client.patch(base(id), { legal_name: 'Outra Ltda' });
const contactChange = ({ id }: Company) =>
  merchant.client.patch(base(id), {
    email: 'novo@estrela.example',
    phone: '1144445555',
    trade_name: 'Nova Estrela',
  });
const partnerUpsert = ({ id }: Company) =>
  merchant.client.post(`${base(id)}/legal-representatives`, partnerBody({ name: 'X' }));
const partnerDelete = ({ id, partnerId }: Company) =>
  merchant.client.delete(`${base(id)}/legal-representatives/${partnerId}`);
const addressAdd = ({ id }: Company) => merchant.client.post(`${base(id)}/addresses`, addressBody());
const addressChange = ({ id, addressId }: Company) =>
  merchant.client.patch(`${base(id)}/addresses/${addressId}`, { number: '7' });
const addressDelete = ({ id, addressId }: Company) =>
  merchant.client.delete(`${base(id)}/addresses/${addressId}`);
const documentSend = ({ id }: Company) =>
  merchant.client.post(`${base(id)}/documents`, documentBody('cnpj_card'));
const documentAdd = ({ id }: Company) =>
  merchant.client.post(`${base(id)}/documents`, documentBody('contract_amendment'));

type Attempt = (company: Company) => Promise<Answer>;

async function expectLocked(company: Company, attempts: readonly Attempt[]): Promise<void> {
  const before = await onboarding.read(company.id);
  for (const attempt of attempts) expect(await attempt(company)).toMatchObject(locked);
  expect(await onboarding.read(company.id)).toEqual(before);
}

async function expectOpen(company: Company, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) expect((await attempt(company)).status).toBeLessThan(300);
}

describe('locks (contract §5)', () => {
  it('pending is freely editable', async () => {
    const { id, partnerId } = await onboarding.readyCompany();
    const addressId = await onboarding.address(id);
    await expectOpen({ id, partnerId, addressId }, [
      recordChange,
      contactChange,
      partnerUpsert,
      partnerDelete,
      addressAdd,
      addressChange,
      addressDelete,
      documentSend,
      documentAdd,
    ]);
  });

  it('pending_review: record, partners, addresses and documents are locked', async () => {
    await expectLocked(await companyIn('pending_review'), [
      recordChange,
      contactChange,
      partnerUpsert,
      partnerDelete,
      addressAdd,
      addressChange,
      addressDelete,
      documentSend,
      documentAdd,
    ]);
  });

  it('pending_review: a rejected document may be resent', async () => {
    const company = await companyIn('pending_review');
    await rejectDocument(company.id, 'cnpj_card');
    await expectOpen(company, [documentSend]);
    // Now it is pending again, so locked again.
    await expectLocked(company, [documentSend]);
  });

  it('pending_review: an expired document may be resent', async () => {
    const company = await companyIn('pending_review');
    await letDocumentExpire(service.dataSource, company.id, 'cnpj_card');
    await expectOpen(company, [documentSend]);
    await expectLocked(company, [documentAdd]);
  });

  it('active: contact fields and addresses are open, the rest is locked', async () => {
    const company = await companyIn('active');
    await expectOpen(company, [contactChange, addressChange, addressAdd, addressDelete]);
    await expectLocked(company, [recordChange, partnerUpsert, partnerDelete, documentSend, documentAdd]);
  });

  it('active: a change of contact and record together is locked as a whole', async () => {
    const { id } = await companyIn('active');
    const answer = await merchant.client.patch(base(id), { phone: '1144440000', mcc: '5999' });
    expect(answer).toMatchObject(locked);
    expect((await onboarding.read(id)).phone).toBeNull();
  });

  it('active: an expired document may be resent', async () => {
    const company = await companyIn('active');
    await letDocumentExpire(service.dataSource, company.id, 'cnpj_card');
    await expectOpen(company, [documentSend]);
    expect(await onboarding.read(company.id)).toMatchObject({ status: 'active' });
  });

  it('suspended: as active', async () => {
    const company = await companyIn('suspended');
    await expectOpen(company, [contactChange, addressChange, addressAdd]);
    await expectLocked(company, [recordChange, partnerUpsert, partnerDelete, documentSend]);
  });

  it('rejected: locked until resubmission is requested', async () => {
    const company = await companyIn('rejected');
    const everything = [
      recordChange,
      contactChange,
      partnerUpsert,
      partnerDelete,
      addressAdd,
      addressChange,
      addressDelete,
      documentSend,
      documentAdd,
    ];
    await expectLocked(company, everything);
    expect((await merchant.client.post(`${base(company.id)}/request-resubmission`)).status).toBe(200);
    await expectOpen(company, [
      recordChange,
      contactChange,
      partnerUpsert,
      addressChange,
      documentSend,
      documentAdd,
    ]);
  });

  it('rejected: a rejected document is locked too', async () => {
    const company = await companyIn('pending_review');
    await rejectDocument(company.id, 'cnpj_card');
    await merchant.client.post(`/v1/sandbox/submerchants/${company.id}/reject`);
    await expectLocked(company, [documentSend]);
  });
});

async function rejectDocument(id: string, type: string): Promise<void> {
  const documents = await merchant.client.get(`${base(id)}/documents?type=${type}&current=true`);
  const operator = await service.operator();
  const answer = await operator.client.post(`/v1/review/documents/${documents.body.data[0].id}/reject`, {
    code: 'unreadable',
  });
  expect(answer.status).toBe(200);
}

describe('edit, submission and decision never cross', () => {
  it('a submission and 10 edits at once: what was edited after the submission was refused', async () => {
    const id = await onboarding.readyPerson();
    const [submission, ...edits] = await Promise.all([
      merchant.client.post(`${base(id)}/submit-for-review`),
      ...Array.from({ length: 10 }, (_, index) =>
        merchant.client.patch(base(id), { trade_name: `Name ${index}` }),
      ),
    ]);
    expect(submission.status).toBe(200);
    const submittedVersion = submission.body.data.version as number;
    for (const edit of edits) {
      if (edit.status === 200) expect(edit.body.data.version).toBeLessThan(submittedVersion);
      else expect(edit).toMatchObject(locked);
    }
    expect((await onboarding.read(id)).version).toBe(submittedVersion);
  });

  it('an edit waits for whoever changes the record in another process, and sees what that changed', async () => {
    const id = await onboarding.readyPerson();
    const { version } = await onboarding.read(id);
    const other = new Client({ connectionString: await workerDatabaseUrl() });
    await other.connect();
    await other.query('BEGIN');
    await other.query('UPDATE submerchants SET version = version + 1 WHERE id = $1', [id]);
    const edit = merchant.client.patch(
      base(id),
      { trade_name: 'Outro nome' },
      { 'if-match': `"${version}"` },
    );
    await eventually(async () => {
      const waiting = await service.dataSource.query<unknown[]>(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await other.query('COMMIT');
    expect([(await edit).status, (await edit).body.error]).toEqual([409, 'STALE_VERSION']);
    await other.query('UPDATE submerchants SET version = version - 1 WHERE id = $1', [id]);
    await other.end();
  });

  it('10 submissions at once: one wins, the others are 409 INVALID_STATE', async () => {
    const id = await onboarding.readyPerson();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => merchant.client.post(`${base(id)}/submit-for-review`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'INVALID_STATE')).toHaveLength(9);
  });

  it('deleting the last partner and submitting at once: never a company without partner in review', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, partnerId } = await onboarding.readyCompany();
      const [submission, deletion] = await Promise.all([
        merchant.client.post(`${base(id)}/submit-for-review`),
        merchant.client.delete(`${base(id)}/legal-representatives/${partnerId}`),
      ]);
      expect([`${submission.status} ${deletion.status}`]).toEqual([
        submission.status === 200 ? '200 409' : '422 204',
      ]);
    }
  });
});
