import { randomUUID } from 'node:crypto';
import { CLI_ACTOR, operatorActor } from '../../src/common/audit';
import { Onboarding, useService, type TestMerchant, type TestOperator } from '../support';
import { appendAudit, auditRows } from '../support/audit';

const PATH = '/v1/review/audit';

const service = useService();
let admin: TestOperator;
let ana: TestOperator;
let merchant: TestMerchant;
let other: TestMerchant;

beforeAll(async () => {
  admin = await service.operator({ role: 'admin' });
  ana = await service.operator();
  [merchant, other] = [await service.merchant({ name: 'Feira' }), await service.merchant()];
  const actor = operatorActor({ operatorId: ana.id, email: ana.email, requestId: 'r1' });
  const target = { type: 'submerchant', id: 'one' };
  for (const action of ['case.approved', 'case.rejected', 'case.note_added'] as const)
    await appendAudit(service, { action, actor, target, merchantId: merchant.id, details: { action } });
  for (const action of ['odd_case.done', 'oddxcase.done'] as const)
    await appendAudit(service, { action, actor: CLI_ACTOR });
});

const page = async (query = '') => (await admin.client.get(`${PATH}?limit=100${query}`)).body;
const actions = async (query: string): Promise<string[]> =>
  (await page(query)).data.map(({ action }: { action: string }) => action);

describe('Contract §8, GET /v1/review/audit', () => {
  it('newest first, every field named; the mac is the stored one', async () => {
    const rows = await auditRows(service.dataSource);
    const { data, pagination } = await page();
    expect(data.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      rows.map(({ sequence }) => Number(sequence)).reverse(),
    );
    expect(pagination).toEqual({ page: 1, limit: 100, total: rows.length, totalPages: 1 });
    const row = rows.at(-3);
    expect(data[2]).toEqual({
      sequence: rows.length - 2,
      at: row?.at.toISOString(),
      action: 'case.note_added',
      actor: { kind: 'operator', id: ana.id, email: ana.email },
      target: { type: 'submerchant', id: 'one', name: null, submerchant_id: null },
      merchant_id: merchant.id,
      merchant_name: 'Feira',
      details: { action: 'case.note_added' },
      mac: row?.mac.toString('hex'),
    });
    expect(data[0]).toMatchObject({
      actor: { kind: 'cli', id: null, email: null },
      target: null,
      merchant_id: null,
      merchant_name: null,
      details: {},
    });
  });

  it('says what its targets are called now', async () => {
    const onboarding = new Onboarding(merchant.client);
    const seller = await onboarding.person({ trade_name: 'Banca da Ana' });
    const document = await onboarding.document(seller, 'front_id', { file_name: 'frente.pdf' });
    const targets = [
      { type: 'submerchant', id: seller },
      { type: 'document', id: document },
      { type: 'merchant', id: other.id },
      { type: 'operator', id: ana.id },
      { type: 'wallet', id: merchant.id },
    ];
    await appendAudit(service, ...targets.map((target) => ({ action: 'named.done' as const, target })));
    // Gone before anybody reads of them: the entry itself says what they were, or whose.
    const session = { type: 'portal_session', id: randomUUID() };
    const ended = { action: 'named.done' as const, target: session, merchantId: merchant.id };
    await appendAudit(
      service,
      { action: 'named.done', target: { type: 'term', id: randomUUID() }, details: { kind: 'withdrawal' } },
      ended,
      { ...ended, details: { submerchant_id: seller } },
    );
    const { data } = await page('&action=named.done');
    expect(
      data
        .map(({ target }: { target: { name: string; submerchant_id: string | null } }) => [
          target.name,
          target.submerchant_id,
        ])
        .reverse(),
    ).toEqual([
      ['Banca da Ana', null],
      ['frente.pdf', seller],
      [
        (await service.dataSource.query('SELECT name FROM merchants WHERE id = $1', [other.id]))[0].name,
        null,
      ],
      [ana.email, null],
      ['Feira', null],
      ['withdrawal', null],
      ['Feira', null],
      ['Banca da Ana', seller],
    ]);
  });

  it('is filtered by action, by a kind of actions, operator, target and merchant', async () => {
    expect(await actions('&action=case.rejected')).toEqual(['case.rejected']);
    expect(await actions('&action=case.*')).toEqual(['case.note_added', 'case.rejected', 'case.approved']);
    expect(await actions('&action=case.no_such')).toEqual([]);
    // `_` is a letter like any other.
    expect(await actions('&action=odd_case.*')).toEqual(['odd_case.done']);
    expect(await actions(`&operator_id=${ana.id}`)).toHaveLength(3);
    expect(await actions(`&operator_id=${admin.id}`)).toEqual([]);
    expect(await actions(`&target_id=one&action=case.approved`)).toEqual(['case.approved']);
    expect(await actions(`&target_id=${merchant.publicKey}`)).toEqual(['key.issued']);
    expect(await actions(`&merchant_id=${other.id}`)).toEqual([
      'limits.changed',
      'key.issued',
      'merchant.created',
    ]);
    expect(await actions(`&merchant_id=${merchant.id}&operator_id=${ana.id}`)).toHaveLength(3);
    expect((await page(`&merchant_id=${other.id}`)).pagination.total).toBe(3);
  });

  it('by days, in UTC or in a time zone', async () => {
    const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
    const { total } = (await page()).pagination;
    expect((await page(`&date_from=${day(-1)}&date_to=${day(1)}`)).pagination.total).toBe(total);
    expect((await page(`&date_from=${day(2)}`)).pagination.total).toBe(0);
    expect((await page('&date_to=2020-01-01&time_zone=America/Sao_Paulo')).pagination.total).toBe(0);
  });

  it('pages and walks by cursor see every entry once, also those of one millisecond', async () => {
    await appendAudit(service, ...Array.from({ length: 25 }, (_, n) => ({ details: { n } })));
    const all = (await auditRows(service.dataSource)).map(({ sequence }) => Number(sequence)).reverse();
    const sequencesOf = (body: { data: { sequence: number }[] }) => body.data.map(({ sequence }) => sequence);
    const paged: number[] = [];
    for (let number = 1; paged.length < all.length; number += 1)
      paged.push(...sequencesOf((await admin.client.get(`${PATH}?limit=7&page=${number}`)).body));
    expect(paged).toEqual(all);
    const walked: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await admin.client.get(`${PATH}?limit=7&cursor=${cursor}`);
      walked.push(...sequencesOf(body));
      cursor = body.pagination.next_cursor as string | null;
      // What is written during a walk does not disturb it.
      if (walked.length === 7) await appendAudit(service, {});
    }
    expect(walked).toEqual(all);
  });

  it.each([
    ['action', 'DROP TABLE'],
    ['action', 'case'],
    ['action', 'case.%25'],
    ['operator_id', 'ana'],
    ['merchant_id', '1'],
    ['target_id', 'x'.repeat(201)],
    [
      'cursor',
      Buffer.from(`2026-11-21T00:00:00.000Z 01930000-0000-7000-8000-000000000001`).toString('base64url'),
    ],
    ['cursor', Buffer.from(`2026-11-21T00:00:00.000Z 99999999999999999999`).toString('base64url')],
    ['limit', '101'],
    ['actor', 'cli'],
  ])('refuses a wrong %s with 422 (%#)', async (name, value) => {
    const { status, body } = await admin.client.get(`${PATH}?${name}=${value}`);
    expect([status, body.details[0].field]).toEqual([422, name]);
  });
});

describe('Contract §8, GET /v1/review/audit/verify', () => {
  it('tells validity, entries and head', async () => {
    const rows = await auditRows(service.dataSource);
    const { status, body } = await admin.client.get(`${PATH}/verify`);
    expect([status, body.data]).toEqual([
      200,
      {
        valid: true,
        entries: rows.length,
        first_broken: null,
        head: { entries: rows.length, mac: rows.at(-1)?.mac.toString('hex') },
      },
    ]);
  });

  it('while entries are written: every verdict is sound', async () => {
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, n) => appendAudit(service, { details: { n } })),
    );
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, async () => (await admin.client.get(`${PATH}/verify`)).body.data),
    );
    await writing;
    expect(verdicts.filter(({ valid }) => valid === true)).toHaveLength(20);
    for (const { entries, head } of verdicts) expect(head.entries).toBe(entries);
  });
});

describe('Contract §8, audit: who may look', () => {
  it.each([PATH, `${PATH}/verify`])('%s is for admins, with a key pair or a session', async (path) => {
    const viewer = await service.operator({ role: 'viewer' });
    const statuses = [viewer.client, ana.client, merchant.client, service.anonymous, admin.client].map(
      async (client) => (await client.get(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 403, 401, 200]);
    expect((await (await admin.logIn()).get(path)).status).toBe(200);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await admin.client.send(method, path, undefined)).status).toBe(405);
  });
});
