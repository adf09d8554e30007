import { randomUUID } from 'node:crypto';
import {
  type Answer,
  CALM,
  eventsOf,
  Onboarding,
  patiently,
  PERSONAL_DOCUMENTS,
  type TestMerchant,
  type TestOperator,
  useService,
} from '../support';
import { many, outcomesOf, SLOWLY, transactionsOf as written } from '../support/at-once';
import { CaseBench } from '../support/case-bench';
import { inTheWay } from '../support/in-the-way';

const service = useService();

let cases: CaseBench;
let merchant: TestMerchant;
let another: TestMerchant;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  cases = await CaseBench.open(service);
  [ana, bia] = [await service.operator(), await service.operator({ role: 'admin' })];
  merchant = await service.merchant();
  another = await service.merchant({ mode: 'live' });
  onboarding = new Onboarding(merchant.client);
});

const submitted = (count: number, of = merchant, fields: object = CALM): Promise<string[]> =>
  many(count, () => new Onboarding(of.client).submittedPerson(fields as Record<string, unknown>));
const approve = (id: string, by = ana, key: string = randomUUID(), headers = {}): Promise<Answer> =>
  cases.post(by, id, 'approve', {}, { 'idempotency-key': key, ...headers });
const transactionsOf = (where: string, ids: readonly string[]): Promise<number> =>
  written(service.dataSource, where, ids);
const claimsOf = async (ids: readonly string[]): Promise<number> =>
  (
    await service.dataSource.query<unknown[]>('SELECT 1 FROM case_claims WHERE submerchant_id = ANY($1)', [
      ids,
    ])
  ).length;

/** What an approval writes besides the case. */
const WALLETS = 'wallets WHERE id = ANY($1)';
const AUDITED = `audit_entries WHERE action = 'case.approved' AND target_id = ANY($1::text[])`;

describe('Approvals at the same time (decision 0028)', () => {
  it('are written in few transactions, each with its own answer, key, history, events, wallet and entry', async () => {
    const [ids, theirs] = [await submitted(24), await submitted(8, another)];
    const all = [...ids, ...theirs];
    for (const id of ids.slice(0, 3)) await cases.claim(ana, id);
    const approveAll = (): Promise<Answer[]> =>
      Promise.all(all.map((id, index) => approve(id, index % 4 === 3 ? bia : ana, `approve-${id}`)));
    let first: Answer[] = [];
    await inTheWay(service.dataSource, 'wallets', 'STATEMENT', SLOWLY, async () => {
      first = await approveAll();
    });
    expect(outcomesOf(first)).toEqual(Array(32).fill('200'));
    for (const where of [WALLETS, AUDITED]) expect(await transactionsOf(where, all)).toBeLessThan(20);
    expect(await claimsOf(all)).toBe(0);
    for (const [index, id] of all.entries()) {
      const [by, owner] = [index % 4 === 3 ? bia : ana, index < 24 ? merchant : another];
      const answer = first[index]!.body.data;
      expect(await new Onboarding(owner.client).read(id)).toMatchObject({
        status: 'active',
        version: answer.version,
        requirements: { missing: 0, rejected: 0 },
      });
      // The answer is the case as a reader of it has it.
      expect(await cases.read(id)).toMatchObject(answer);
      const documents = await cases.read(id);
      expect(documents.documents.map(({ status }: { status: string }) => status)).toEqual(
        PERSONAL_DOCUMENTS.map(() => 'approved'),
      );
      const events = (await eventsOf(service.dataSource, id)).filter(
        ({ type }) => type === 'submerchant.active',
      );
      expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
        { submerchant: await new Onboarding(owner.client).read(id) },
      ]);
      const entries = (await cases.audited(id)).filter(({ action }) => action === 'case.approved');
      expect(entries).toMatchObject([{ actor_email: by.email, merchant_id: owner.id }]);
      const wallet = await owner.client.get(`/v1/wallets/${id}`);
      expect(wallet.body.data).toMatchObject({ owner: { type: 'submerchant' }, status: 'active' });
    }
    expect((await approveAll()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(outcomesOf([await approve(ids[0]!)])).toEqual(['409 INVALID_STATE']);
  });

  it('of the documents the merchant hears before it hears of the case, each event once', async () => {
    const ids = await submitted(8);
    await inTheWay(service.dataSource, 'wallets', 'STATEMENT', SLOWLY, async () => {
      expect(outcomesOf(await Promise.all(ids.map((id) => approve(id))))).toEqual(Array(8).fill('200'));
    });
    const events = await service.dataSource.query<{ type: string; owner: string }[]>(
      `SELECT type, coalesce(payload::jsonb -> 'document' ->> 'submerchant_id', payload::jsonb -> 'submerchant' ->> 'id') AS owner
         FROM outbox_events WHERE type IN ('document.approved', 'submerchant.active') ORDER BY position`,
    );
    for (const id of ids)
      expect(events.filter(({ owner }) => owner === id).map(({ type }) => type)).toEqual([
        ...PERSONAL_DOCUMENTS.map(() => 'document.approved'),
        'submerchant.active',
      ]);
  });

  it('what stands in the way of one is answered to it alone', async () => {
    const [claimed, stale, lacking, decided, sentAgain, ...plain] = await submitted(13);
    const [risky] = await submitted(1, another, { ...CALM, mcc: '7995' });
    await cases.claim(bia, claimed!);
    const front = await cases.documentOf(lacking!, 'front_id');
    expect((await cases.judge(bia, front, 'reject', { code: 'cropped' })).status).toBe(200);
    await cases.post(bia, lacking!, 'release');
    expect((await approve(decided!)).status).toBe(200);
    let answers: Answer[] = [];
    // Whoever comes while the first is written joins the next group.
    await inTheWay(service.dataSource, 'wallets', 'STATEMENT', SLOWLY, async () => {
      answers = await Promise.all([
        ...plain.map((id) => approve(id)),
        approve(claimed!),
        approve(stale!, ana, randomUUID(), { 'if-match': '"1"' }),
        approve(lacking!),
        approve(decided!),
        approve(risky!),
        approve(randomUUID()),
        approve(sentAgain!),
      ]);
    });
    expect(outcomesOf(answers)).toEqual([
      ...plain.map(() => '200'),
      '409 CASE_CLAIMED',
      '409 STALE_VERSION',
      '409 DOCUMENTS_NOT_APPROVED',
      '409 INVALID_STATE',
      '202',
      '404 NOT_FOUND',
      '200',
    ]);
    expect(await cases.holder(claimed!)).toBe(bia.email);
    expect(await cases.waiting(risky!)).toBe('approve');
  });

  it('what waits for a second operator is answered again as it stands, and by that one it is approved', async () => {
    const risky = await submitted(4, another, { ...CALM, mcc: '7995' });
    const keys = new Map(risky.map((id) => [id, `first-${id}`]));
    const decideAll = (by: TestOperator): Promise<Answer[]> =>
      Promise.all(risky.map((id) => approve(id, by, by === ana ? keys.get(id) : randomUUID())));
    expect(outcomesOf(await decideAll(ana))).toEqual(Array(4).fill('202'));
    expect(outcomesOf(await decideAll(ana))).toEqual(Array(4).fill('202'));
    expect(outcomesOf(await decideAll(bia))).toEqual(Array(4).fill('200'));
    const again = await decideAll(ana);
    expect(again.map(({ status, body }) => [status, body.data.status])).toEqual(
      risky.map(() => [200, 'active']),
    );
  });

  it('one with a document that needs a verdict of its own keeps its operator', async () => {
    const others = await submitted(5);
    const { id: waiting } = await onboarding.readyCompany();
    await merchant.client.patch(`/v1/submerchants/${waiting}`, CALM);
    // Optional, and sent again after the submission.
    const amendment = await onboarding.document(waiting, 'contract_amendment');
    await onboarding.submit(waiting);
    await cases.claim(ana, waiting);
    expect((await cases.judge(ana, amendment, 'reject', { code: 'cropped' })).status).toBe(200);
    await onboarding.document(waiting, 'contract_amendment');
    await inTheWay(service.dataSource, 'wallets', 'STATEMENT', SLOWLY, async () => {
      const answers = await Promise.all([...others, waiting].map((id) => approve(id)));
      expect(outcomesOf(answers)).toEqual(Array(6).fill('200'));
    });
    expect(await cases.read(waiting)).toMatchObject({ status: 'active', claim: { operator: ana.email } });
    expect(await claimsOf(others)).toBe(0);
  });

  it('one case that several approve at once is approved once', async () => {
    const [id, other] = await submitted(2);
    const answers = await many(8, (index) => approve(id!, index % 2 ? ana : bia));
    const outcomes = outcomesOf(answers);
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '409 INVALID_STATE')).toHaveLength(7);
    const withOneKey = await many(8, () => patiently(() => approve(other!, ana, 'the-same')));
    expect(new Set(withOneKey.map(({ text }) => text)).size).toBe(1);
    expect(outcomesOf(withOneKey)).toEqual(Array(8).fill('200'));
    for (const one of [id!, other!])
      expect((await cases.audited(one)).filter(({ action }) => action === 'case.approved')).toHaveLength(1);
  });

  it('one that somebody else holds waits for that, and nobody with it', async () => {
    const [held, ...free] = await submitted(9);
    let waiting: Promise<Answer> | null = null;
    await service.dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM submerchants WHERE id = $1 FOR UPDATE', [held]);
      waiting = approve(held!);
      expect(outcomesOf(await Promise.all(free.map((id) => approve(id))))).toEqual(Array(8).fill('200'));
      expect((await onboarding.read(held!)).status).toBe('pending_review');
    });
    expect((await waiting!).status).toBe(200);
  });

  it('one that the database refuses takes nothing from the others, and its key is not burnt', async () => {
    const [refused, ...others] = await submitted(9);
    const refusal = `IF NEW.id = '${refused}' THEN
      RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END IF;`;
    await inTheWay(service.dataSource, 'wallets', 'ROW', refusal, async () => {
      const answers = await Promise.all([...others, refused!].map((id) => approve(id, ana, `once-${id}`)));
      expect(outcomesOf(answers)).toEqual([...others.map(() => '200'), '500 INTERNAL_ERROR']);
    });
    expect((await onboarding.read(refused!)).status).toBe('pending_review');
    expect((await cases.read(refused!)).documents[0].status).toBe('pending');
    expect((await approve(refused!, ana, `once-${refused}`)).status).toBe(200);
  });
});

describe('Requests of operators at the same time', () => {
  it('each keeps its own claim alive, also one that is refused, and nobody else’s', async () => {
    const ids = await submitted(8);
    for (const [index, id] of ids.entries()) await cases.claim(index % 2 ? bia : ana, id);
    const lived = async (): Promise<number[]> =>
      Promise.all(ids.map(async (id) => Date.parse((await cases.read(id)).claim.expires_at as string)));
    await service.dataSource.query(
      `UPDATE case_claims SET expires_at = expires_at - interval '10 minutes', claimed_at = claimed_at - interval '10 minutes'
        WHERE submerchant_id = ANY($1)`,
      [ids],
    );
    const before = await lived();
    const answers = await Promise.all(ids.map((id) => cases.post(ana, id, 'suspend', { reason: 'x' })));
    expect(outcomesOf(answers)).toEqual(
      ids.map((_, index) => (index % 2 ? '409 CASE_CLAIMED' : '409 INVALID_STATE')),
    );
    const after = await lived();
    for (const [index, ms] of after.entries())
      if (index % 2) expect(ms).toBe(before[index]);
      else expect(ms).toBeGreaterThan(before[index]! + 9 * 60_000);
  });

  it('a claim whose row somebody holds is not waited for, and another one is kept alive', async () => {
    const [busy, free] = await submitted(2);
    for (const id of [busy!, free!]) await cases.claim(ana, id);
    const before = (await cases.read(free!)).claim.expires_at as string;
    await service.dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM case_claims WHERE submerchant_id = $1 FOR UPDATE', [busy]);
      const answers = await many(8, (index) =>
        cases.post(ana, index % 2 ? busy! : free!, 'notes', { text: 'At work on it' }),
      );
      expect(outcomesOf(answers)).toEqual(Array(8).fill('201'));
    });
    expect(Date.parse((await cases.read(free!)).claim.expires_at as string)).toBeGreaterThan(
      Date.parse(before),
    );
  });
});
