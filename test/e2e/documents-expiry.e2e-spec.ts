import type { INestApplicationContext } from '@nestjs/common';
import { ExpireDocumentsTask } from '../../src/documents';
import {
  eventsOf,
  Onboarding,
  startService,
  startTasks,
  type TestMerchant,
  type TestService,
} from '../support';

let service: TestService;
let workers: INestApplicationContext[];
let merchant: TestMerchant;
let onboarding: Onboarding;

const DAY_MS = 86_400_000;

beforeAll(async () => {
  service = await startService();
  workers = [];
  for (let count = 0; count < 2; count += 1) {
    workers.push(await startTasks(service.config));
  }
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});
afterAll(async () => {
  for (const worker of workers) await worker.close();
  await service.stop();
});

/** Both workers run the job at once, as if the schedule had fired twice. */
async function runJob(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.get(ExpireDocumentsTask, { strict: false }).run()));
}

/** Moves the end of a document, as if the days had passed. */
async function endIn(documentId: string, days: number): Promise<void> {
  const end = new Date(Date.now() + days * DAY_MS);
  await service.dataSource.query(
    'UPDATE submerchant_documents SET expires_at = $2, expires_on = $3 WHERE id = $1',
    [documentId, end.toISOString(), end],
  );
}

const typesOf = async (documentId: string) =>
  (await eventsOf(service.dataSource, documentId)).map(({ type }) => type);
const read = async (id: string, documentId: string) =>
  (await merchant.client.get(`/v1/submerchants/${id}/documents/${documentId}`)).body.data as {
    status: string;
  };

describe('pending or approved → expired when expires_at passes (contract §5, Documents)', () => {
  it('once, however many workers there are; with document.expired and a step in the timeline', async () => {
    const id = await onboarding.activePerson();
    const [document] = (await merchant.client.get(`/v1/submerchants/${id}/documents?type=front_id`)).body
      .data as { id: string }[];
    await endIn(document!.id, -1);
    const { version } = await onboarding.read(id);
    await runJob();
    await runJob();
    expect(await read(id, document!.id)).toMatchObject({ status: 'expired' });
    expect(await typesOf(document!.id)).toEqual(['document.approved', 'document.expired']);
    expect(await onboarding.read(id)).toMatchObject({
      status: 'active',
      version: version + 1,
      requirements: { missing: 1, rejected: 0 },
    });
    const { body } = await merchant.client.get(`/v1/submerchants/${id}/timeline?limit=1`);
    expect(body.data[0]).toMatchObject({
      type: 'document_expired',
      from: 'approved',
      to: 'expired',
      actor: 'system',
    });
    // specification, Document status: expired, send an updated version.
    await onboarding.document(id, 'front_id');
    expect(await onboarding.read(id)).toMatchObject({ requirements: { missing: 0, rejected: 0 } });
  });

  it('not a rejected or replaced one', async () => {
    const id = await onboarding.person();
    const replaced = await onboarding.document(id, 'front_id', { expires_at: '2199-01-01' });
    await onboarding.document(id, 'front_id');
    await endIn(replaced, -1);
    await runJob();
    expect(await read(id, replaced)).toMatchObject({ status: 'pending' });
    expect(await typesOf(replaced)).toEqual([]);
  });

  it('pending ones too, of whatever submerchant', async () => {
    const id = await onboarding.person();
    const document = await onboarding.document(id, 'front_id');
    const partnered = await onboarding.company();
    const partner = await onboarding.partner(partnered);
    const other = await onboarding.document(partnered, 'partner_front_id', {
      legal_representative_id: partner,
    });
    await endIn(document, -2);
    await endIn(other, -3);
    await runJob();
    expect([(await read(id, document)).status, (await read(partnered, other)).status]).toEqual([
      'expired',
      'expired',
    ]);
  });
});

describe('document.expiring 30 and 7 days before (contract §5, Documents)', () => {
  it('each once, with the document as it is then', async () => {
    const id = await onboarding.person();
    const document = await onboarding.document(id, 'front_id');
    for (const [days, count] of [
      [31, 0],
      [29, 1],
      [8, 1],
      [6, 2],
      [1, 2],
    ] as const) {
      await endIn(document, days);
      await runJob();
      await runJob();
      expect([days, (await typesOf(document)).length]).toEqual([days, count]);
    }
    const events = await eventsOf(service.dataSource, document);
    expect(events.map(({ type }) => type)).toEqual(['document.expiring', 'document.expiring']);
    expect(JSON.parse(events[0]!.payload)).toMatchObject({ document: { id: document, status: 'pending' } });
  });
});
