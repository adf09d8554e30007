import { randomUUID } from 'node:crypto';
import {
  type Answer,
  addressBody,
  Onboarding,
  partnerBody,
  STARTED_ON,
  type TestOperator,
  useService,
} from '../support';
import { pixBody } from '../support/charges';
import { Disputing } from '../support/disputes';
import { Payouts } from '../support/payouts';
import { spoil } from '../support/sandbox';

const service = useService({ worker: true });
const STALE = { 'if-match': '"99"' };
/** Addresses and partners that one submerchant may have. */
const MOST = 100;

let onboarding: Onboarding;
let admin: TestOperator;
let reviewer: TestOperator;

beforeAll(async () => {
  onboarding = new Onboarding((await service.merchant()).client);
  admin = await service.operator({ role: 'admin', ownPassword: true });
  reviewer = await service.operator({ role: 'reviewer' });
});

const refusal = ({ status, body }: Answer): string => `${status} ${String(body.error)}`;

/** Those that the OpenAPI documents promise and that no other test meets: none is promised that never comes. */
describe('Refusals that are rare', () => {
  it.each<[string, (id: string) => Promise<Answer>]>([
    [
      'a wallet to anticipate for',
      (id) => onboarding.client.post('/v1/anticipations', { wallet_id: id }, { 'idempotency-key': id }),
    ],
    ['a wallet to withdraw from', (id) => onboarding.client.get(`/v1/withdrawals/options?wallet_id=${id}`)],
    ['a seller to charge for', (id) => preview({ submerchant_id: id })],
    ['a submerchant', (id) => onboarding.client.patch(`/v1/submerchants/${id}`, { trade_name: 'Loja' })],
    [
      'a destination',
      (id) => onboarding.client.patch(`/v1/wallets/${id}/destinations/${id}`, { nickname: 'Conta' }),
    ],
    ['a case to change', (id) => reviewer.client.patch(`/v1/review/submerchants/${id}`, { mcc: '5411' })],
    ...['suspend', 'reactivate'].map((what): [string, (id: string) => Promise<Answer>] => [
      `a case to ${what}`,
      (id) => admin.client.post(`/v1/review/submerchants/${id}/${what}`, { reason: 'Teste.' }),
    ]),
    [
      'a case to reject',
      (id) =>
        reviewer.client.post(`/v1/review/submerchants/${id}/reject`, { reasons: REASONS, correctable: true }),
    ],
    [
      'a case to send back',
      (id) =>
        reviewer.client.post(`/v1/review/submerchants/${id}/request-resubmission`, { reasons: REASONS }),
    ],
    [
      'a document to reject',
      (id) => reviewer.client.post(`/v1/review/documents/${id}/reject`, { code: 'unreadable' }),
    ],
    ['an endpoint to replay', (id) => admin.client.post(`/v1/review/endpoints/${id}/replay`, PERIOD)],
    [
      'an anticipation to refuse',
      (id) => admin.client.post(`/v1/review/anticipations/${id}/refuse`, { code: 'suspected_fraud' }),
    ],
    ...['refuse', 'cancel'].map((what): [string, (id: string) => Promise<Answer>] => [
      `a withdrawal to ${what}`,
      (id) => admin.client.post(`/v1/review/withdrawals/${id}/${what}`, { reason: 'Teste.' }),
    ]),
    ['a wallet to change', (id) => admin.client.patch(`/v1/review/wallets/${id}`, { debt_limit: 1 })],
    ...['freeze', 'unfreeze'].map((what): [string, (id: string) => Promise<Answer>] => [
      `a wallet to ${what}`,
      (id) => admin.client.post(`/v1/review/wallets/${id}/${what}`, { reason: 'Teste.' }),
    ]),
    [
      'a wallet whose debt is written off',
      (id) => admin.client.post(`/v1/review/wallets/${id}/write-off`, { amount: 1, reason: 'Teste.' }),
    ],
  ])('404: there is no such thing: %s', async (_what, ask) => {
    expect(refusal(await ask(randomUUID()))).toBe('404 NOT_FOUND');
  });

  it('409 STALE_VERSION: whoever decides has seen an older version', async () => {
    const submerchant = await onboarding.submittedPerson();
    const document = await firstDocument(submerchant);
    const endpoint = (
      await onboarding.client.post('/v1/postbacks/endpoints', {
        url: 'https://shop.invalid/hook',
        events: ['*'],
      })
    ).body.data;
    const payouts = await Payouts.open(service, 50_000);
    const wallet = `/v1/review/wallets/${payouts.seller}`;
    const asks: Record<string, Promise<Answer>> = {
      reject: reviewer.client.post(`/v1/review/documents/${document}/reject`, { code: 'unreadable' }, STALE),
      resubmission: reviewer.client.post(
        `/v1/review/submerchants/${submerchant}/request-resubmission`,
        { reasons: REASONS },
        STALE,
      ),
      activate: admin.client.post(`/v1/review/endpoints/${String(endpoint.id)}/activate`, {}, STALE),
      change: admin.client.patch(wallet, { debt_limit: 1 }, STALE),
      freeze: admin.client.post(`${wallet}/freeze`, { reason: 'Teste.' }, STALE),
    };
    for (const [what, ask] of Object.entries(asks))
      expect([what, refusal(await ask)]).toEqual([what, '409 STALE_VERSION']);
  });

  it('422: a submerchant has at most a hundred addresses and partners', async () => {
    const id = await onboarding.company();
    for (let made = 0; made < MOST; made += 1) await onboarding.address(id);
    const address = await onboarding.client.post(`/v1/submerchants/${id}/addresses`, addressBody());
    expect(refusal(address)).toBe('422 TOO_MANY_ADDRESSES');
    await service.dataSource.query(
      `INSERT INTO legal_representatives SELECT other.*
         FROM legal_representatives AS row, generate_series(2, $2) AS n,
              jsonb_populate_record(row, jsonb_build_object(
                'id', gen_random_uuid(), 'document', lpad(n::text, 11, '0'))) AS other
        WHERE row.id = $1`,
      [await onboarding.partner(id), MOST],
    );
    const partner = await onboarding.client.post(
      `/v1/submerchants/${id}/legal-representatives`,
      partnerBody({ document: '11144477735' }),
    );
    expect(refusal(partner)).toBe('422 TOO_MANY_LEGAL_REPRESENTATIVES');
  });

  it('422: numbers, passwords and recipients that cannot be', async () => {
    const [person, company] = [await onboarding.person(), await onboarding.company()];
    // Also in test mode a number with letters must have its check digits.
    const tax_id = '12ABC34501DE00';
    const asks: Record<string, Promise<Answer>> = {
      '422 INVALID_TAX_ID': onboarding.client.patch(`/v1/submerchants/${company}`, { tax_id }),
      '422 WEAK_PASSWORD': (await admin.logIn()).post('/v1/review/operators', {
        ...{ email: `${randomUUID()}@repasse.test`, role: 'viewer', password: 'passwordpassword' },
      }),
      '422 SPLIT_RECIPIENT_INVALID': preview({
        split_rules: [{ recipient_id: randomUUID(), percentage: 100, liable: true }],
      }),
      '409 SUBMERCHANT_NOT_ACTIVE': preview({ submerchant_id: person }),
    };
    for (const [wanted, ask] of Object.entries(asks)) expect(refusal(await ask)).toBe(wanted);
    const customer = { ...(pixBody() as { customer: object }).customer, tax_id };
    expect(refusal(await preview({ customer }))).toBe('422 INVALID_TAX_ID');
  });

  it('409: what the other side refuses', async () => {
    const submerchant = await onboarding.submittedPerson();
    const document = await firstDocument(submerchant);
    await reviewer.client.post(`/v1/review/documents/${document}/reject`, { code: 'unreadable' });
    const approval = await onboarding.client.post(`/v1/sandbox/submerchants/${submerchant}/approve`);
    expect(refusal(approval)).toBe('409 DOCUMENTS_NOT_APPROVED');
    const disputing = await Disputing.begin(service);
    const { id } = await disputing.opened(await disputing.paidPix({ amount: 3_000 }), 'chargeback');
    await spoil(service, 'accept', 'refused');
    expect(refusal(await disputing.client.post(`/v1/disputes/${id}/accept`))).toBe('409 PROVIDER_REFUSED');
  });
});

async function firstDocument(submerchant: string): Promise<string> {
  const { body } = await reviewer.client.get(`/v1/review/submerchants/${submerchant}`);
  return (body.data.documents as [{ id: string }])[0].id;
}

const REASONS = [{ code: 'other', message: 'Teste.' }];
const PERIOD = { date_from: STARTED_ON, date_to: STARTED_ON };

function preview(fields: object): Promise<Answer> {
  return onboarding.client.post('/v1/charges/preview', { ...pixBody(), ...fields });
}
