import { randomUUID } from 'node:crypto';
import {
  type Answer,
  CALM,
  documentBody,
  Onboarding,
  patiently,
  PARTNER_DOCUMENTS,
  PERSONAL_DOCUMENTS,
  type TestMerchant,
  useService,
} from '../support';
import { many, outcomesOf, SLOWLY, transactionsOf as written } from '../support/at-once';
import { inTheWay } from '../support/in-the-way';

const service = useService();

let merchant: TestMerchant;
let another: TestMerchant;
let onboarding: Onboarding;

beforeAll(async () => {
  merchant = await service.merchant();
  another = await service.merchant();
  onboarding = new Onboarding(merchant.client);
});

const send = (id: string, type: string, fields: object = {}, key: string = randomUUID()): Promise<Answer> =>
  merchant.client.post(
    `/v1/submerchants/${id}/documents`,
    documentBody(type, fields as Record<string, unknown>),
    { 'idempotency-key': key },
  );
const submit = (id: string, key: string = randomUUID(), by = merchant): Promise<Answer> =>
  by.client.post(`/v1/submerchants/${id}/submit-for-review`, {}, { 'idempotency-key': key });

async function countOf(sql: string, ids: readonly string[]): Promise<number> {
  const [row] = await service.dataSource.query<[{ count: number }]>(sql, [ids]);
  return row.count;
}
const transactionsOf = (table: string, ids: readonly string[]): Promise<number> =>
  written(service.dataSource, `${table} WHERE submerchant_id = ANY($1)`, ids);
const stepsOf = (type: string, ids: readonly string[]): Promise<number> =>
  countOf(
    `SELECT count(*)::int AS count FROM submerchant_history WHERE type = '${type}' AND submerchant_id = ANY($1)`,
    ids,
  );

/** While somebody else changes it. */
async function held(id: string, work: () => Promise<void>): Promise<void> {
  await service.dataSource.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM submerchants WHERE id = $1 FOR UPDATE', [id]);
    await work();
  });
}

describe('Documents that are sent at the same time (decision 0028)', () => {
  it('are written in few transactions, each with its own answer, key and step', async () => {
    const ids = await many(40, () => onboarding.person());
    const sendAll = (): Promise<Answer[]> =>
      Promise.all(ids.map((id) => send(id, 'front_id', { file_name: `${id}.pdf` }, `front-${id}`)));
    let first: Answer[] = [];
    await inTheWay(service.dataSource, 'submerchant_documents', 'STATEMENT', SLOWLY, async () => {
      first = await sendAll();
    });
    expect(outcomesOf(first)).toEqual(Array(40).fill('201'));
    expect(first.map(({ body }) => body.data.file_name)).toEqual(ids.map((id) => `${id}.pdf`));
    expect(await transactionsOf('submerchant_documents', ids)).toBeLessThan(25);
    expect(await stepsOf('document_sent', ids)).toBe(40);
    for (const [index, id] of ids.entries()) {
      const path = `/v1/submerchants/${id}/documents/${first[index]?.body.data.id}`;
      expect((await merchant.client.get(path)).body.data).toEqual(first[index]?.body.data);
      expect((await onboarding.read(id)).version).toBe(2);
    }
    expect((await sendAll()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(await stepsOf('document_sent', ids)).toBe(40);
  });

  it('all of one submerchant are one version each, also those of a partner and one that is sent twice', async () => {
    const company = await onboarding.company();
    const partner = await onboarding.partner(company);
    const person = await onboarding.person();
    const answers = await Promise.all([
      ...PARTNER_DOCUMENTS.map((type) => send(company, type, { legal_representative_id: partner })),
      ...PERSONAL_DOCUMENTS.map((type) => send(person, type)),
      send(person, 'front_id', { file_name: 'again.pdf' }),
    ]);
    expect(outcomesOf(answers)).toEqual(Array(9).fill('201'));
    const read = await Promise.all([company, person].map((id) => onboarding.read(id)));
    expect(read.map(({ version }) => version)).toEqual([6, 6]);
    const current = await merchant.client.get(`/v1/submerchants/${person}/documents?current=true`);
    expect(current.body.data).toHaveLength(4);
  });

  it('one that is refused is so alone, whatever refuses it, and its key is not burnt', async () => {
    const [good, other, refused] = await many(3, () => onboarding.person());
    const company = await onboarding.company();
    const theirs = await new Onboarding(another.client).person();
    const stranger = await onboarding.partner(await onboarding.company());
    const refusal = `IF NEW.file_name = 'refused.pdf' THEN
      RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;`;
    await inTheWay(service.dataSource, 'submerchant_documents', 'ROW', refusal, async () => {
      const answers = await Promise.all([
        send(good!, 'front_id'),
        send(theirs, 'front_id'),
        send(randomUUID(), 'front_id'),
        send(other!, 'cnpj_card'),
        send(company, 'partner_front_id'),
        send(company, 'partner_front_id', { legal_representative_id: stranger }),
        send(other!, 'front_id', { legal_representative_id: stranger }),
        send(refused!, 'front_id', { file_name: 'refused.pdf' }, 'refused-document'),
        send(other!, 'back_id'),
      ]);
      expect(outcomesOf(answers)).toEqual([
        '201',
        '404 NOT_FOUND',
        '404 NOT_FOUND',
        '422 DOCUMENT_TYPE_NOT_ALLOWED',
        '422 LEGAL_REPRESENTATIVE_REQUIRED',
        '404 NOT_FOUND',
        '422 LEGAL_REPRESENTATIVE_NOT_ALLOWED',
        '500 INTERNAL_ERROR',
        '201',
      ]);
      expect(answers[5].body.message).toContain('legal representative');
    });
    const again = await send(refused!, 'front_id', { file_name: 'refused.pdf' }, 'refused-document');
    expect(again.status).toBe(201);
  });

  it('one whose submerchant somebody else holds waits for that, and nobody with it', async () => {
    const [busy, ...free] = await many(12, () => onboarding.person());
    let waiting: Promise<Answer> | null = null;
    await inTheWay(service.dataSource, 'submerchant_documents', 'STATEMENT', SLOWLY, () =>
      held(busy!, async () => {
        // Who comes first is written at once, most others together.
        const answers = free.map((id, index) => {
          if (index === 1) waiting = send(busy!, 'front_id');
          return send(id, 'front_id');
        });
        expect(outcomesOf(await Promise.all(answers))).toEqual(Array(11).fill('201'));
      }),
    );
    expect((await waiting!).status).toBe(201);
    expect(await transactionsOf('submerchant_documents', free)).toBeLessThan(7);
  });

  it('one that is over already expires at once', async () => {
    const ids = await many(6, () => onboarding.person());
    const answers = await Promise.all(
      ids.map((id, index) => send(id, 'front_id', index % 2 ? { expires_at: '2020-01-01' } : {})),
    );
    expect(answers.map(({ body }) => body.data.status)).toEqual(
      ids.map((_, index) => (index % 2 ? 'expired' : 'pending')),
    );
  });
});

describe('Registrations that are submitted at the same time (decision 0028)', () => {
  it('are written in few transactions, each with its own answer, key, step, event and record', async () => {
    const ids = await many(40, () => onboarding.readyPerson(CALM));
    const submitAll = (): Promise<Answer[]> => Promise.all(ids.map((id) => submit(id, `submit-${id}`)));
    let first: Answer[] = [];
    await inTheWay(service.dataSource, 'submitted_records', 'STATEMENT', SLOWLY, async () => {
      first = await submitAll();
    });
    expect(outcomesOf(first)).toEqual(Array(40).fill('200'));
    expect(await transactionsOf('submitted_records', ids)).toBeLessThan(25);
    const largest = await countOf(
      `SELECT max(count)::int AS count FROM (SELECT count(*) FROM submitted_records
        WHERE submerchant_id = ANY($1) GROUP BY xmin::text) AS together`,
      ids,
    );
    // One may be much to read: who else asks meanwhile waits for a group's.
    expect(largest).toBeLessThanOrEqual(16);
    expect(await stepsOf('submitted', ids)).toBe(40);
    const events = await service.dataSource.query<{ resource_id: string; payload: string }[]>(
      `SELECT resource_id, payload FROM outbox_events WHERE type = 'submerchant.pending_review' AND resource_id = ANY($1)`,
      [ids],
    );
    const payloads = new Map(
      events.map((event) => [event.resource_id, JSON.parse(event.payload) as unknown]),
    );
    expect(events).toHaveLength(40);
    for (const [index, id] of ids.entries()) {
      expect(await onboarding.read(id)).toEqual(first[index]?.body.data);
      expect(payloads.get(id)).toEqual({ submerchant: first[index]?.body.data });
    }
    expect((await submitAll()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(outcomesOf([await submit(ids[0]!)])).toEqual(['409 INVALID_STATE']);
  });

  it('one, several times at once, is submitted once', async () => {
    const id = await onboarding.readyPerson(CALM);
    const withOneKey = await many(8, () => patiently(() => submit(id, 'the-same')));
    expect(new Set(outcomesOf(withOneKey))).toEqual(new Set(['200']));
    const other = await onboarding.readyPerson(CALM);
    const withTheirOwn = outcomesOf(await many(8, () => submit(other)));
    expect(withTheirOwn.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(withTheirOwn.filter((outcome) => outcome === '409 INVALID_STATE')).toHaveLength(7);
    expect(await stepsOf('submitted', [id, other])).toBe(2);
  });

  it('one that is not complete, of another merchant, or refused by the database is so alone', async () => {
    const [good, refused] = await many(2, () => onboarding.readyPerson(CALM));
    const incomplete = await onboarding.person();
    const theirs = await new Onboarding(another.client).readyPerson(CALM);
    const refusal = `IF NEW.submerchant_id = '${refused}' THEN
      RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;`;
    await inTheWay(service.dataSource, 'submitted_records', 'ROW', refusal, async () => {
      const answers = await Promise.all([
        submit(good!),
        submit(incomplete),
        submit(theirs),
        submit(refused!, 'refused-submission'),
        submit(theirs, undefined, another),
      ]);
      expect(outcomesOf(answers)).toEqual([
        '200',
        '422 REQUIREMENTS_NOT_MET',
        '404 NOT_FOUND',
        '500 INTERNAL_ERROR',
        '200',
      ]);
    });
    expect((await submit(refused!, 'refused-submission')).status).toBe(200);
  });

  it('a dry run beside them changes nothing', async () => {
    const [real, dry] = await many(2, () => onboarding.readyPerson(CALM));
    const [, played] = await Promise.all([
      submit(real!),
      merchant.client.post(`/v1/submerchants/${dry}/submit-for-review?dry_run=true`),
    ]);
    expect(played.body.data.status).toBe('pending_review');
    expect((await onboarding.read(dry!)).status).toBe('pending');
  });
});
