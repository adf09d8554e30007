import { CNPJ, CPF, Onboarding, useService, type TestMerchant, type TestOperator } from '../support';
import { CASES, CaseBench, UNKNOWN_ID } from '../support/case-bench';
import { everyTable } from '../support/everything';

const service = useService();
let cases: CaseBench;
let merchant: TestMerchant;
let onboarding: Onboarding;
let ana: TestOperator;
let bia: TestOperator;

beforeAll(async () => {
  cases = await CaseBench.open(service);
  merchant = await service.merchant();
  onboarding = new Onboarding(merchant.client);
  [ana, bia] = [await service.operator(), await service.operator({ role: 'admin' })];
});

const note = (by: TestOperator, id: string, body: unknown, headers = {}) =>
  cases.post(by, id, 'notes', body, headers);
const reveal = (by: TestOperator, id: string, headers = {}) =>
  cases.post(by, id, 'reveal', undefined, headers);

describe('POST …/notes (contract §8)', () => {
  it('writes a note for the other operators, newest first; its merchant sees nothing', async () => {
    const id = await onboarding.submittedPerson();
    const before = await cases.merchantSees(merchant, id);
    const first = await note(ana, id, { text: 'Called them' });
    expect([first.status, first.body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        at: expect.stringMatching(/Z$/) as string,
        operator: ana.email,
        text: 'Called them',
      },
    ]);
    const second = await note(bia, id, { text: 'Same address as another case' });
    const { notes, timeline, left_out, claim } = await cases.read(id);
    expect(notes).toEqual([second.body.data, first.body.data]);
    expect(timeline.slice(0, 2)).toEqual([
      expect.objectContaining({
        type: 'note_added',
        operator: bia.email,
        details: { note_id: second.body.data.id },
      }),
      expect.objectContaining({ type: 'note_added', operator: ana.email }),
    ]);
    expect([left_out.notes, claim]).toEqual([0, null]);
    expect(await cases.merchantSees(merchant, id)).toEqual(before);
  });

  it('in any status, whoever’s case it is; the version stays as it is', async () => {
    for (const id of [await onboarding.person(), await onboarding.activePerson()]) {
      const { version } = await onboarding.read(id);
      expect((await note(ana, id, { text: 'x' })).status).toBe(201);
      expect(await onboarding.read(id)).toMatchObject({ version });
    }
  });

  it.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['statements', `'; DROP TABLE case_steps; -- $1 %s {{7*7}} \${7*7}`],
    ['a formula', '={"a":1}\tcell\nline'],
    ['joined characters', 'e\u0301moji 👩‍👩‍👧'],
    ['the longest', 'x'.repeat(2_000)],
    ['the longest of pairs', '👍'.repeat(2_000)],
  ])('keeps hostile text as text: %s', async (_, text) => {
    const id = await onboarding.person();
    const answer = await note(ana, id, { text });
    expect([answer.status, answer.body.data.text]).toEqual([201, text.normalize('NFC')]);
    expect((await cases.read(id)).notes[0].text).toBe(text.normalize('NFC'));
  });

  it.each([
    ['nothing', {}],
    ['empty', { text: '' }],
    ['blank', { text: '  \n ' }],
    ['null', { text: null }],
    ['a number', { text: 7 }],
    ['a list', { text: ['x'] }],
    ['too long', { text: 'x'.repeat(2_001) }],
    ['too long in pairs', { text: '👍'.repeat(2_001) }],
    ['NUL', { text: 'a\u0000b' }],
    ['a mark of direction', { text: '\u202edrawkcab' }],
    ['a control character', { text: 'bell\u0007' }],
    ['an unknown field', { text: 'x', operator: 'bia' }],
    ['half a pair', '{"text":"\\ud800"}'],
  ])('refuses %s: 422', async (_, body) => {
    const id = await onboarding.person();
    expect(await note(ana, id, body)).toMatchObject({ status: 422, body: { error: 'VALIDATION_FAILED' } });
    expect((await cases.read(id)).notes).toEqual([]);
  });

  it('with an Idempotency-Key: written once', async () => {
    const id = await onboarding.person();
    const headers = { 'idempotency-key': `note-${id}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => note(ana, id, { text: 'once' }, headers)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await cases.read(id)).notes).toHaveLength(1);
  });

  it('many at once are all there; the newest 200 are shown, and how many are left out', async () => {
    const id = await onboarding.person();
    await Promise.all(Array.from({ length: 20 }, (_, index) => note(ana, id, { text: `note ${index}` })));
    await service.dataSource.query(
      `INSERT INTO case_steps (merchant_id, id, submerchant_id, version, type, operator_id, note, details, at)
       SELECT merchant_id, gen_random_uuid(), submerchant_id, version, type, operator_id, note, details, at - make_interval(secs => n)
       FROM (SELECT * FROM case_steps WHERE submerchant_id = $1 LIMIT 1) step, generate_series(1, 185) n`,
      [id],
    );
    const { notes, timeline, left_out } = await cases.read(id);
    expect([notes.length, timeline.length]).toEqual([200, 200]);
    // All notes, and the first step: created.
    expect(left_out).toEqual({ documents: 0, notes: 5, timeline: 6 });
  });

  it('a viewer and a merchant: 403; nobody: 401; unknown ids: 404', async () => {
    const id = await onboarding.person();
    expect((await note(cases.viewer, id, { text: 'x' })).status).toBe(403);
    expect((await merchant.client.post(`${CASES}/${id}/notes`, { text: 'x' })).status).toBe(403);
    expect((await service.anonymous.post(`${CASES}/${id}/notes`, { text: 'x' })).status).toBe(401);
    for (const unknown of [UNKNOWN_ID, 'nope']) {
      expect((await note(ana, unknown, { text: 'x' })).status).toBe(404);
    }
  });

  it('is in the audit log, without its text', async () => {
    const id = await onboarding.person();
    const { body } = await note(ana, id, { text: 'He said 52998224725' });
    const [entry] = await cases.audited(id);
    expect(entry).toMatchObject({
      action: 'case.note_added',
      actor_kind: 'operator',
      actor_email: ana.email,
      target_type: 'submerchant',
      merchant_id: merchant.id,
    });
    expect(JSON.parse(entry?.['details'] as string)).toEqual({ version: 1, note_id: body.data.id });
  });
});

describe('POST …/reveal (contract §8)', () => {
  it('shows the tax numbers that the case masks, and leaves a trace that its merchant does not see', async () => {
    const { id, partnerId } = await onboarding.readyCompany();
    const replaced = await onboarding.document(id, 'cnpj_card', { number: '11.222.333/0001-81' });
    const current = await onboarding.document(id, 'cnpj_card', { number: CNPJ });
    const contract = await onboarding.document(id, 'social_contract', { number: 'NIRE 35123' });
    const before = await cases.merchantSees(merchant, id);
    const answer = await reveal(ana, id);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        tax_id: CNPJ,
        legal_representatives: [{ id: partnerId, document: CPF }],
        documents: [
          { id: current, number: CNPJ },
          { id: contract, number: 'NIRE 35123' },
          { id: replaced, number: '11.222.333/0001-81' },
        ],
      },
    ]);
    expect((await cases.read(id)).timeline[0]).toMatchObject({
      type: 'revealed',
      actor: 'operator',
      operator: ana.email,
      details: {},
    });
    expect(await cases.merchantSees(merchant, id)).toEqual(before);
  });

  it('each look is in the audit log, without the numbers', async () => {
    const id = await onboarding.person();
    await reveal(ana, id);
    await reveal(ana, id);
    await reveal(bia, id);
    const entries = await cases.audited(id);
    expect(entries.map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['case.revealed', ana.email],
      ['case.revealed', ana.email],
      ['case.revealed', bia.email],
    ]);
    expect(JSON.stringify(entries)).not.toContain(CPF);
  });

  it('the case stays masked', async () => {
    const id = await onboarding.person();
    await reveal(ana, id);
    const { text } = await ana.client.get(`${CASES}/${id}`);
    expect(text).not.toContain(CPF);
  });

  it('an Idempotency-Key keeps no numbers: each request is a look', async () => {
    const id = await onboarding.person();
    const headers = { 'idempotency-key': `reveal-${id}` };
    for (let look = 0; look < 2; look += 1) {
      const answer = await reveal(ana, id, headers);
      expect([answer.body.data.tax_id, answer.headers['idempotent-replayed']]).toEqual([CPF, undefined]);
    }
    expect(await cases.audited(id)).toHaveLength(2);
    const kept = (await everyTable(service)).filter(({ text }) => text.includes(CPF));
    // The record and what was told of it, not what was answered to operators.
    expect(kept.map(({ name }) => name)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/idempotency|audit/)]),
    );
  });

  it('a viewer and a merchant: 403; nobody: 401; unknown ids: 404', async () => {
    const id = await onboarding.person();
    expect((await reveal(cases.viewer, id)).status).toBe(403);
    expect((await merchant.client.post(`${CASES}/${id}/reveal`)).status).toBe(403);
    expect((await service.anonymous.post(`${CASES}/${id}/reveal`)).status).toBe(401);
    for (const unknown of [UNKNOWN_ID, 'nope']) expect((await reveal(ana, unknown)).status).toBe(404);
    expect(await cases.audited(id)).toEqual([]);
  });
});
