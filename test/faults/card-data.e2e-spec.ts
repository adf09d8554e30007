import type { Answer, Client } from '../support';
import { eventually, type Receiver, receiver, startService, type TestService } from '../support';
import { cardBody, pixBody } from '../support/charges';
import { everyRedisKey, everyTable, type Place } from '../support/everything';
import { startProcess, type TestProcess } from '../support/process';

/** Published test numbers, one that no table knows, and that one as people write it. */
const ACCEPTED = '5555555555554444';
const DECLINED = '4000000000000002';
const FOREIGN = '4242424242424242';
const GROUPED = '4242 4242 4242 4242';
const DASHED = '4242-4242-4242-4242';
const CVV = '7391';
/** Something that is kept: where it stands, a card number would be found as well. */
const CONTROL = 'Controle da Silva';

const NUMBERS = [ACCEPTED, DECLINED, FOREIGN];

/** Where card data stands in a text: a number in any grouping or as hexadecimal bytes, a CVV on its own. */
function cardData(text: string): string[] {
  const patterns = NUMBERS.flatMap((number) => [
    Array.from(number).join('[ .-]?'),
    Buffer.from(number, 'latin1').toString('hex'),
    Buffer.from(number, 'latin1').toString('base64').slice(0, 20),
  ]);
  patterns.push(`(?<![\\w.-])${CVV}(?![\\w.-])`);
  return patterns.flatMap((pattern) => {
    const at = text.search(new RegExp(pattern));
    return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + 40)];
  });
}

const card = (number: unknown, fields: Record<string, unknown> = {}) => ({
  number,
  holder_name: 'ANA SOUZA',
  exp_month: 1,
  exp_year: 2031,
  cvv: CVV,
  ...fields,
});
const customer = { name: CONTROL, email: 'ana@example.com', type: 'individual' };
const paidBy = (details: unknown, fields: Record<string, unknown> = {}) =>
  pixBody({ payment_method: 'credit_card', payment_details: details, customer, ...fields });

/** Bodies of a charge that are refused, with card data where it belongs, misspelt and misplaced. */
const REFUSED: Record<string, unknown> = {
  'a number that is not published': paidBy({ card: card(FOREIGN) }),
  'a grouped number': paidBy({ card: card(GROUPED) }),
  'a number as a number': paidBy({ card: card(Number(FOREIGN)) }),
  'a number in a list': paidBy({ card: [card(FOREIGN)] }),
  'a card as a text': paidBy({ card: `${FOREIGN}|01/31|${CVV}` }),
  'a misspelt number': paidBy({ card: { ...card(ACCEPTED), nubmer: FOREIGN } }),
  'a misspelt cvv': paidBy({ card: { ...card(ACCEPTED), cvc: CVV } }),
  'a cvv that is too long': paidBy({ card: card(ACCEPTED, { cvv: CVV.repeat(3) }) }),
  'a misspelt card': paidBy({ crad: card(FOREIGN) }),
  'a number as holder': paidBy({ card: card(ACCEPTED, { holder_name: FOREIGN }) }),
  'a number as year': paidBy({ card: card(ACCEPTED, { exp_year: Number(FOREIGN) }) }),
  'a number as token': paidBy({ card_token: FOREIGN }),
  'a number in a token': paidBy({ card_token: `tok_${FOREIGN}` }),
  'a number as descriptor': paidBy({ card_token: 'tok_approved', soft_descriptor: FOREIGN }),
  'a number as instalments': paidBy({ card_token: 'tok_approved', installments: Number(FOREIGN) }),
  'a card beside a token': paidBy({ card_token: 'tok_approved', card: card(ACCEPTED) }),
  'a card in the details of a pix': pixBody({ payment_details: card(FOREIGN) }),
  'a card at the top': cardBody('tok_approved', { card: card(FOREIGN), card_number: DASHED, cvv: CVV }),
  'a card of the customer': cardBody('tok_approved', { customer: { ...customer, card: card(FOREIGN) } }),
  'a number as tax id': cardBody('tok_approved', { customer: { ...customer, tax_id: FOREIGN } }),
  'a number as phone': cardBody('tok_approved', { customer: { ...customer, phone: FOREIGN } }),
  'a card of an item': cardBody('tok_approved', {
    items: [{ name: 'x', quantity: 1, unit_price: 1, card_number: FOREIGN, cvv: CVV }],
  }),
  'a number as amount': pixBody({ amount: Number(FOREIGN) }),
  'a number as currency': pixBody({ currency: FOREIGN }),
  'a number as payment method': pixBody({ payment_method: FOREIGN }),
  'a number as submerchant': pixBody({ submerchant_id: FOREIGN }),
  'a number as recipient': pixBody({ split_rules: [{ recipient_id: FOREIGN, percentage: 100 }] }),
  'a card in a split rule': pixBody({ split_rules: [{ recipient_id: 'x', card: card(FOREIGN) }] }),
  'a text that is no JSON': `{"payment_details":{"card":{"number":"${FOREIGN}","cvv":"${CVV}"`,
  'a text that is only a number': JSON.stringify(FOREIGN),
  'a list of cards': [card(FOREIGN)],
  'too much': JSON.stringify({ card: card(FOREIGN), filler: FOREIGN.repeat(20_000) }),
};

const HEADERS: Record<string, string>[] = [
  { 'x-card-number': FOREIGN, 'x-cvv': CVV },
  { 'idempotency-key': FOREIGN },
  { 'idempotency-key': GROUPED },
  { 'user-agent': `shop/${FOREIGN}` },
  { cookie: `card=${FOREIGN}; cvv=${CVV}` },
  { referer: `https://shop.example/pay?card=${FOREIGN}&cvv=${CVV}` },
  { prefer: `wait=${FOREIGN}` },
  { 'if-match': `"${FOREIGN}"` },
  { authorization: `Basic ${Buffer.from(`${FOREIGN}:${CVV}`).toString('base64')}` },
  { authorization: `Bearer ${FOREIGN}` },
  { origin: `https://${FOREIGN}.example` },
  { 'content-type': `text/${FOREIGN}` },
  { 'x-forwarded-for': FOREIGN },
];

const QUERIES = [
  `/v1/charges?card_number=${FOREIGN}&cvv=${CVV}`,
  `/v1/charges?search=${FOREIGN}`,
  `/v1/charges?external_id=${FOREIGN}`,
  `/v1/charges?status=${FOREIGN}`,
  `/v1/charges?page=${FOREIGN}`,
  `/v1/charges?cursor=${FOREIGN}`,
  `/v1/charges/${FOREIGN}`,
  `/v1/charges/${FOREIGN}/refunds`,
  `/v1/charges/${FOREIGN}/qr-code.png`,
  `/v1/cards/${FOREIGN}?cvv=${CVV}`,
  `/v1/postbacks/delivery-logs?search=${FOREIGN}`,
];

describe('Contract §6, Card data: it is never written', () => {
  let service: TestService;
  let api: TestProcess;
  let worker: TestProcess;
  let hooks: Receiver;
  let client: Client;
  const answers: Place[] = [];

  beforeAll(async () => {
    service = await startService();
    const chatty = { LOG_LEVEL: 'trace' };
    [api, worker] = [
      await startProcess(service, 'main', chatty),
      await startProcess(service, 'worker', chatty),
    ];
    const merchant = await service.merchant();
    client = api.client(merchant);
    hooks = await receiver();
    await client.post('/v1/postbacks/endpoints', { url: hooks.url, events: ['*'] });
  });
  afterAll(async () => {
    await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
    await hooks.close();
    await service.stop();
  });

  const keep = (name: string, answer: Answer): Answer => {
    answers.push({ name, text: `${JSON.stringify(answer.headers)}\n${answer.text}` });
    return answer;
  };

  it('where it belongs: exchanged for a token and dropped', async () => {
    for (const [number, status] of [
      [ACCEPTED, 'captured'],
      [DECLINED, 'failed'],
    ] as const) {
      const key = { 'idempotency-key': `with-${status}` };
      const body = paidBy({ card: card(number) });
      const first = keep(number, await client.post('/v1/charges', body, { ...key, prefer: 'wait=20' }));
      expect([first.status, first.body.data.status]).toEqual([201, status]);
      const replay = keep(`${number} again`, await client.post('/v1/charges', body, key));
      expect(replay.headers['idempotent-replayed']).toBe('true');
      const other = paidBy({ card: card(number, { cvv: '111' }) });
      expect(keep('reused', await client.post('/v1/charges', other, key)).status).toBe(422);
      keep('read', await client.get(`/v1/charges/${first.body.data.id as string}`));
    }
    keep('preview', await client.post('/v1/charges/preview', paidBy({ card: card(ACCEPTED) })));
    await eventually(() => {
      const events = hooks.received.map(({ body }) => body.event as string);
      expect(events).toEqual(expect.arrayContaining(['charge.captured', 'charge.failed']));
    });
  });

  it('misspelt and misplaced: refused', async () => {
    for (const [name, body] of Object.entries(REFUSED)) {
      const answer = keep(name, await client.post('/v1/charges', body, { 'idempotency-key': 'planted' }));
      expect([name, answer.status]).toEqual([name, expect.any(Number)]);
      // 404: what stands where the id of a submerchant belongs is the id of none.
      expect([400, 404, 413, 422]).toContain(answer.status);
    }
    const { body } = await client.get('/v1/charges?limit=1');
    const id = body.data[0].id as string;
    for (const path of [
      `/v1/charges/${id}/refund`,
      `/v1/charges/${id}/capture`,
      `/v1/charges/${id}/void`,
      '/v1/submerchants',
      '/v1/postbacks/endpoints',
    ]) {
      const answer = keep(
        path,
        await client.post(path, { card: card(FOREIGN), card_number: DASHED, cvv: CVV }),
      );
      expect([path, answer.status]).toEqual([path, 422]);
    }
  });

  it('in headers and queries: not repeated', async () => {
    for (const headers of HEADERS) {
      for (const path of ['/v1/charges', '/v1/charges/preview']) {
        keep(
          JSON.stringify(headers),
          await client.post(path, cardBody('tok_approved', { customer }), headers),
        );
      }
    }
    for (const path of QUERIES) keep(path, await client.get(path));
    keep('query', await client.post(`/v1/charges?card=${FOREIGN}&cvv=${CVV}`, pixBody({ customer })));
    // A request id is the client's own and comes back to it; the log masks it all the same.
    const echoed = await client.get('/v1/charges/x', { 'x-request-id': `card-${FOREIGN}` });
    expect(echoed.headers['x-request-id']).toBe(`card-${FOREIGN}`);
  });

  it('no table, no key of Redis, no log, no notification and no answer holds a number or a CVV', async () => {
    // Everything that was begun is done: what is to be written has been.
    await eventually(async () => {
      const [row] = await service.dataSource.query<{ count: string }[]>(
        `SELECT (SELECT count(*) FROM charges WHERE status = 'pending' AND payment_method = 'credit_card')
              + (SELECT count(*) FROM outbox_events WHERE relayed_at IS NULL) AS count`,
      );
      expect(row?.count).toBe('0');
    });
    const tables = await everyTable(service);
    const places = [
      ...tables,
      ...(await everyRedisKey(service)),
      { name: 'log of the API', text: api.output() },
      { name: 'log of the worker', text: worker.output() },
      ...hooks.received.map(({ text, headers }, index) => ({
        name: `notification ${index}`,
        text: `${JSON.stringify(headers)}\n${text}`,
      })),
      ...answers,
    ];
    expect(places.flatMap(({ name, text }) => cardData(text).map((found) => `${name}: ${found}`))).toEqual(
      [],
    );
    // The search itself finds what is there.
    const holding = tables.filter(({ text }) => text.includes(CONTROL)).map(({ name }) => name);
    expect(holding).toEqual(
      expect.arrayContaining([
        'public.charges',
        'public.outbox_events',
        'public.idempotency_records',
        'public.postback_events',
      ]),
    );
    expect(tables.map(({ name }) => name.split('.')[0])).toEqual(
      expect.arrayContaining([
        'public',
        'sandbox_provider',
        ...(service.config.redis === null ? ['bullmq'] : []),
      ]),
    );
    expect(hooks.received.some(({ text }) => text.includes(CONTROL))).toBe(true);
    expect(cardData(`"${GROUPED}" "${DASHED}" "cvv":"${CVV}"`)).toHaveLength(2);
  });
});
