import { eventsOf, letDocumentExpire, documentBody, useReview } from '../support';

const { app: service, merchant, onboarding, operator } = useReview();

const decide = (id: string, decision: string, body?: unknown, headers = {}) =>
  operator.client.post(`/v1/review/submerchants/${id}/${decision}`, body, headers);
const judge = (documentId: string, verdict: string, body?: unknown, headers = {}) =>
  operator.client.post(`/v1/review/documents/${documentId}/${verdict}`, body, headers);
const documentsOf = async (id: string) =>
  (await merchant.client.get(`/v1/submerchants/${id}/documents?current=true&limit=100`)).body.data as {
    id: string;
    type: string;
    status: string;
    rejection: object | null;
    verified_at: string | null;
  }[];
const documentOf = async (id: string, type: string) =>
  (await documentsOf(id)).find((document) => document.type === type)!;
const REASONS = { reasons: [{ code: 'unreadable', message: 'Blurred', target: 'front_id' }] };

const eventTypes = async (id: string) => (await eventsOf(service.dataSource, id)).map(({ type }) => type);

describe('document verdicts (contract §5, Documents; §8)', () => {
  it('approve and reject while the case is in review; a verdict may be changed', async () => {
    const id = await onboarding.submittedPerson();
    const document = (await documentOf(id, 'front_id')).id;
    expect((await judge(document, 'approve')).body.data).toMatchObject({
      status: 'approved',
      rejection: null,
    });
    const rejection = { code: 'selfie_mismatch', message: null };
    expect((await judge(document, 'reject', { code: 'selfie_mismatch' })).body.data).toMatchObject({
      status: 'rejected',
      rejection,
    });
    expect((await judge(document, 'approve')).body.data).toMatchObject({
      status: 'approved',
      rejection: null,
    });
    expect(await judge(document, 'approve')).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    expect(await eventTypes(document)).toEqual([
      'document.approved',
      'document.rejected',
      'document.approved',
    ]);
  });

  it('a rejection may be given another reason, which takes the place of the first; the same one again is none', async () => {
    const id = await onboarding.submittedPerson();
    const document = (await documentOf(id, 'front_id')).id;
    await judge(document, 'reject', { code: 'unreadable', message: 'Dark' });
    const { version } = await onboarding.read(id);
    const refusals = [
      { code: 'cropped', message: 'Dark' },
      { code: 'cropped', message: null },
      { code: 'suspected_forgery', message: 'font differs' },
    ];
    for (const [index, refusal] of refusals.entries()) {
      expect((await judge(document, 'reject', refusal)).body.data).toMatchObject({
        status: 'rejected',
        rejection: refusal,
        version: index + 3,
      });
      expect((await onboarding.read(id)).version).toBe(version + index + 1);
    }
    expect(await judge(document, 'reject', refusals.at(-1))).toMatchObject({
      status: 409,
      body: { error: 'INVALID_STATE' },
    });
    expect((await onboarding.read(id)).version).toBe(version + refusals.length);
    expect((await documentOf(id, 'front_id')).rejection).toEqual({ code: 'other', message: null });
    expect(await eventTypes(document)).toEqual(Array<string>(4).fill('document.rejected'));
    const audited: { action: string; reason: string }[] = await service.dataSource.query(
      `SELECT action, details::json ->> 'reason' AS reason FROM audit_entries WHERE target_id = $1 ORDER BY sequence`,
      [document],
    );
    expect(audited).toEqual(
      ['unreadable', 'cropped', 'cropped', 'suspected_forgery'].map((reason) => ({
        action: 'document.rejected',
        reason,
      })),
    );
  });

  it('only the current (not replaced) record is used for review', async () => {
    const id = await onboarding.submittedPerson();
    const old = (await documentOf(id, 'front_id')).id;
    await judge(old, 'reject', { code: 'unreadable' });
    await onboarding.document(id, 'front_id');
    expect(await judge(old, 'approve')).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
  });

  it('not while the submerchant is pending or rejected: 409 INVALID_STATE', async () => {
    const id = await onboarding.readyPerson();
    const document = (await documentOf(id, 'front_id')).id;
    expect(await judge(document, 'approve')).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
    await onboarding.submit(id);
    await decide(id, 'reject', { ...REASONS, correctable: true });
    expect(await judge(document, 'approve')).toMatchObject({ status: 409, body: { error: 'INVALID_STATE' } });
  });

  it('of an active submerchant: one that was sent again, once', async () => {
    const id = await onboarding.activePerson();
    const approved = (await documentOf(id, 'front_id')).id;
    expect(await judge(approved, 'reject', { code: 'expired' })).toMatchObject({
      status: 409,
      body: { error: 'INVALID_STATE' },
    });
    await letDocumentExpire(service.dataSource, id, 'front_id');
    const resent = await onboarding.document(id, 'front_id');
    expect((await judge(resent, 'approve')).status).toBe(200);
    expect(await judge(resent, 'reject', { code: 'other' })).toMatchObject({
      status: 409,
      body: { error: 'INVALID_STATE' },
    });
    expect(await onboarding.read(id)).toMatchObject({ status: 'active' });
  });

  it('a merchant sees suspected_forgery as other without message, the operator sees it', async () => {
    const id = await onboarding.submittedPerson();
    const document = (await documentOf(id, 'front_id')).id;
    const refusal = { code: 'suspected_forgery', message: 'font differs' };
    expect((await judge(document, 'reject', refusal)).body.data.rejection).toEqual(refusal);
    expect((await documentOf(id, 'front_id')).rejection).toEqual({ code: 'other', message: null });
    const payloads = await service.dataSource.query(
      'SELECT payload FROM outbox_events WHERE resource_id = $1',
      [document],
    );
    const timeline = await merchant.client.get(`/v1/submerchants/${id}/timeline`);
    expect(JSON.stringify(payloads) + timeline.text).not.toMatch(/forgery|font differs/);
  });

  it.each([{}, { code: 'ugly' }, { code: 'high_risk' }, { code: 'other', note: 'x' }])(
    'reject with %p: 422',
    async (body) => {
      const id = await onboarding.submittedPerson();
      expect((await judge((await documentOf(id, 'front_id')).id, 'reject', body)).status).toBe(422);
    },
  );

  it('If-Match names the version of the submerchant', async () => {
    const id = await onboarding.submittedPerson();
    const { version } = await onboarding.read(id);
    const document = (await documentOf(id, 'front_id')).id;
    expect((await judge(document, 'approve', undefined, { 'if-match': `"${version + 1}"` })).body.error).toBe(
      'STALE_VERSION',
    );
    expect((await judge(document, 'approve', undefined, { 'if-match': `"${version}"` })).status).toBe(200);
  });
});

describe('exactly one of any number of concurrent decisions wins (contract §8)', () => {
  it('two operators approve and reject at once: one wins, the other gets 409', async () => {
    const second = await service.operator({ role: 'admin' });
    for (let round = 0; round < 5; round += 1) {
      const id = await onboarding.submittedPerson();
      const answers = await Promise.all([
        decide(id, 'approve'),
        second.client.post(`/v1/review/submerchants/${id}/reject`, { ...REASONS, correctable: false }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers.find(({ status }) => status === 200)!;
      expect((await onboarding.read(id)).status).toBe(winner.body.data.status);
    }
  });

  it('20 decisions at once: one 200, nineteen 409, one event', async () => {
    const id = await onboarding.submittedPerson();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? decide(id, 'approve') : decide(id, 'request-resubmission', REASONS),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'INVALID_STATE')).toHaveLength(19);
    expect((await eventTypes(id)).length).toBe(2);
  });

  it('an operator approves while the merchant resends a rejected document: never active with an undecided one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await onboarding.submittedPerson();
      await judge((await documentOf(id, 'front_id')).id, 'reject', { code: 'unreadable' });
      const [approval, resent] = await Promise.all([
        decide(id, 'approve'),
        merchant.client.post(`/v1/submerchants/${id}/documents`, documentBody('front_id')),
      ]);
      expect([approval.status, resent.status]).toEqual([409, 201]);
    }
  });
});
