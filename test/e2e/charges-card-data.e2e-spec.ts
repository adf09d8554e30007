import { startService, type TestMerchant, type TestService } from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';

const PUBLISHED = '5555555555554444';
const UNPUBLISHED = '4242424242424242';
const CVV = '9876';
/** The number, or the CVV on its own: an id may have these four digits, too. */
const shown = (number: string): RegExp => new RegExp(`${number}|(?<![\\w-])${CVV}(?![\\w-])`);

let app: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await startService({ worker: true });
  merchant = await app.merchant();
});

afterAll(() => app.stop());

const card = (number: string) => ({
  number,
  holder_name: 'ANA SOUZA',
  exp_month: 1,
  exp_year: 2031,
  cvv: CVV,
});

const withCard = (number: string) =>
  pixBody({ payment_method: 'credit_card', payment_details: { card: card(number) } });

/** Whether a text stands in any column of any table of any schema of the service. */
async function isStored(text: string): Promise<string[]> {
  const tables = await app.dataSource.query<{ name: string }[]>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.dataSource.query<unknown[]>(
      `SELECT 1 FROM ${name} AS r WHERE r::text LIKE '%' || $1 || '%' LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('Contract §6, Card data', () => {
  it('a published test number is exchanged for a token: no table holds number or CVV, no answer either', async () => {
    const key = { 'idempotency-key': 'card' };
    const answer = await merchant.client.post('/v1/charges', withCard(PUBLISHED), {
      ...key,
      prefer: 'wait=20',
    });
    expect([answer.status, answer.body.data.status]).toEqual([201, 'captured']);
    expect(answer.body.data.payment_details).toMatchObject({
      brand: 'mastercard',
      first6: '555555',
      last4: '4444',
    });
    const replay = await merchant.client.post('/v1/charges', withCard(PUBLISHED), key);
    expect(answer.text + replay.text).not.toMatch(shown(PUBLISHED));
    expect(await isStored(PUBLISHED)).toEqual([]);
    expect(await isStored(`"cvv"`)).toEqual([]);
  });

  it('any other number: 422 RAW_CARD_NOT_ALLOWED', async () => {
    const answer = await merchant.client.post('/v1/charges', withCard(UNPUBLISHED));
    expect([answer.status, answer.body.error]).toEqual([422, 'RAW_CARD_NOT_ALLOWED']);
    expect(answer.text).not.toContain(UNPUBLISHED);
    expect(await isStored(UNPUBLISHED)).toEqual([]);
  });

  it('in live mode no number at all: 422 RAW_CARD_NOT_ALLOWED', async () => {
    const live = await app.merchant({ mode: 'live' });
    const answer = await live.client.post('/v1/charges', withCard(PUBLISHED));
    expect([answer.status, answer.body.error]).toEqual([422, 'RAW_CARD_NOT_ALLOWED']);
  });

  it.each<[string, Record<string, unknown>]>([
    [
      'a misspelt field',
      pixBody({
        payment_method: 'credit_card',
        payment_details: { card: { ...card(UNPUBLISHED), nmber: UNPUBLISHED } },
      }),
    ],
    ['the place of the token', cardBody(UNPUBLISHED)],
    [
      'the holder’s name',
      pixBody({
        payment_method: 'credit_card',
        payment_details: { card: { ...card(PUBLISHED), holder_name: UNPUBLISHED } },
      }),
    ],
    ['the soft descriptor', cardBody('tok_approved', {}, { soft_descriptor: UNPUBLISHED })],
    ['the wrong level', cardBody('tok_approved', { card: card(UNPUBLISHED) })],
    [
      'a number instead of a string',
      pixBody({
        payment_method: 'credit_card',
        payment_details: { card: { ...card(PUBLISHED), number: Number(UNPUBLISHED) } },
      }),
    ],
    ['a card beside a token', cardBody('tok_approved', {}, { card: card(PUBLISHED) })],
    ['the details of a pix', pixBody({ payment_details: { card: card(UNPUBLISHED) } })],
  ])('%s: refused, repeated in no answer, stored nowhere', async (_name, body) => {
    const answer = await merchant.client.post('/v1/charges', body, { 'idempotency-key': 'planted' });
    expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
    expect(answer.text).not.toMatch(shown(UNPUBLISHED));
    expect(await isStored(UNPUBLISHED)).toEqual([]);
  });

  it('the charge keeps brand, first six and last four digits, expiry and holder', async () => {
    const charge = await new Charging(merchant.client).create(withCard(PUBLISHED));
    expect(Object.keys(charge.payment_details as object).sort()).toEqual([
      'authorization_code',
      'brand',
      'capture',
      'exp_month',
      'exp_year',
      'first6',
      'holder_name',
      'installments',
      'last4',
      'soft_descriptor',
    ]);
  });
});
