import {
  type Answer,
  anyAddress,
  basic,
  BEHIND_PROXY,
  documentBody,
  from,
  Onboarding,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';
import { addressBody, companyBody, partnerBody } from '../support/onboarding';
import { makeMoneyThings } from '../support/money-things';
import { nameOf, type Route, routesOf } from '../support/routes';
import { TxRunner } from '../../src/database';

/** What stands in a path for its parameters, by what the path begins with. */
type Place = readonly [prefix: string, ids: Readonly<Record<string, string>>];

const AT_ONCE = 4;
const REASONS = [{ code: 'other', message: 'Not this way.' }];
const TODAY = new Date().toISOString().slice(0, 10);
const PASSWORD = 'correct horse battery staple';

/** What a request to a route needs to get as far as it can. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  'POST /v1/charges': () => pixBody(),
  'POST /v1/charges/preview': () => pixBody(),
  'POST /v1/charges/:id/refund': () => ({ amount: 1 }),
  'POST /v1/submerchants': () => companyBody(),
  'PATCH /v1/submerchants/:id': () => ({ trade_name: `Estrela ${Math.random()}` }),
  'POST /v1/submerchants/:id/legal-representatives': () => partnerBody(),
  'POST /v1/submerchants/:id/addresses': () => addressBody(),
  'PATCH /v1/submerchants/:id/addresses/:addressId': () => ({ number: String(Math.random()).slice(2, 6) }),
  'POST /v1/submerchants/:id/documents': () => documentBody('cnpj_card'),
  'POST /v1/postbacks/endpoints': () => ({ url: 'http://127.0.0.1:9/', events: ['charge.refunded'] }),
  'PATCH /v1/postbacks/endpoints/:id': () => ({ events: ['*'] }),
  'POST /v1/postbacks/endpoints/:id/replay': () => ({
    date_from: TODAY,
    date_to: TODAY,
    status: 'delivered',
  }),
  'POST /v1/postbacks/verify': () => ({ secret: 'whsec_x', signature: 't=1,v1=00', body: '{}' }),
  'POST /v1/review/session': () => ({ email: 'nobody@repasse.test', password: PASSWORD }),
  'POST /v1/review/session/password': () => ({ password: PASSWORD, new_password: `${PASSWORD} too` }),
  'POST /v1/review/session/totp/confirm': () => ({ code: '123456' }),
  'POST /v1/review/submerchants/:id/notes': () => ({ text: 'Seen.' }),
  'POST /v1/review/submerchants/:id/reject': () => ({ reasons: REASONS, correctable: true }),
  'POST /v1/review/submerchants/:id/request-resubmission': () => ({ reasons: REASONS }),
  'POST /v1/review/submerchants/:id/suspend': () => ({ reason: 'Seen.' }),
  'POST /v1/review/submerchants/:id/reactivate': () => ({ reason: 'Seen.' }),
  'PATCH /v1/review/submerchants/:id': () => ({ mcc: '5462' }),
  'DELETE /v1/review/submerchants/:id/decision': () => ({ note: 'Not yet.' }),
  'POST /v1/review/documents/:id/reject': () => ({ code: 'unreadable' }),
  'POST /v1/review/merchants': () => ({ name: 'Feira', mode: 'test' }),
  'POST /v1/review/operators': () => ({ email: `o${Math.random()}@repasse.test`, role: 'viewer' }),
  'PATCH /v1/review/operators/:id': () => ({ role: 'reviewer' }),
  'PATCH /v1/review/merchants/:id/limits': () => ({ queries: 1_000_000 }),
  'POST /v1/review/merchants/:id/keys': () => ({}),
  'POST /v1/anticipations': () => ({ payout: 1 }),
  'POST /v1/anticipations/simulate': () => ({ payout: 1 }),
  'POST /v1/disputes/:id/contest': () => ({ statement: 'It was delivered.' }),
  'PATCH /v1/wallets/:id': () => ({ automatic_withdrawal: null }),
  'POST /v1/wallets/:id/destinations': () => ({
    ...{ type: 'pix_key', pix_key_type: 'email', pix_key: `loja${Math.random()}@exemplo.example` },
  }),
  'PATCH /v1/wallets/:id/destinations/:destinationId': () => ({ nickname: `Conta ${Math.random()}` }),
  'POST /v1/sandbox/charges/:id/dispute': () => ({ kind: 'pix_return' }),
  'POST /v1/sandbox/receivables/settle': () => ({ until_date: TODAY }),
  'POST /v1/sandbox/withdrawals/:id/return': () => ({ amount: 1 }),
  'POST /v1/review/terms': () => ({ dispute: [{ kind: 'chargeback', fixed: 100 }] }),
  'PATCH /v1/review/wallets/:id': () => ({ debt_limit: 1_000 }),
  'POST /v1/review/wallets/:id/freeze': () => ({ reason: 'Seen.' }),
  'POST /v1/review/wallets/:id/unfreeze': () => ({ reason: 'Seen.' }),
  'POST /v1/review/wallets/:id/holds': () => ({ amount: 1, reason: 'Seen.' }),
  'POST /v1/review/wallets/:id/adjustments': () => ({
    ...{ debit: 'suspense', credit: 'available', amount: 1, reason: 'Seen.' },
  }),
  'POST /v1/review/wallets/:id/write-off': () => ({ amount: 1, reason: 'Seen.' }),
  'POST /v1/review/books/:merchantId/transactions/:id/reverse': () => ({ reason: 'Seen.' }),
  'POST /v1/review/withdrawals/:id/refuse': () => ({ reason: 'Seen.' }),
  'POST /v1/review/withdrawals/:id/cancel': () => ({ reason: 'Seen.' }),
  'POST /v1/review/anticipations/:id/refuse': () => ({ code: 'other' }),
  'POST /v1/review/reconciliations': () => ({ provider: 'sandbox', date: TODAY }),
  'POST /v1/review/reconciliations/:id/items/:itemId/resolve': () => ({ action: 'explain', note: 'Seen.' }),
};

/** Routes that end what others need come last. */
const LAST = [
  'DELETE ',
  'POST /v1/postbacks/endpoints/:id/secret',
  'PATCH /v1/review/operators',
  'POST /v1/review/wallets/:id/freeze',
];

/**
 * Whoever holds a connection and takes a second one stops, with as many like him as the pool is large, everybody. With a pool
 * of two and four requests at once that is found by running every route there is.
 */
describe('with a pool of two connections, every route four at a time', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;
  /** What stands in a path for its parameters, by what the path begins with. */
  let places: readonly Place[];
  /** Bodies that name something of this merchant's. */
  const own: Record<string, unknown> = {};

  beforeAll(async () => {
    service = await startService({
      worker: true,
      env: { ...BEHIND_PROXY, DATABASE_POOL_SIZE: '2', POSTBACK_RETRY_WAITS: '0' },
    });
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
    const onboarding = new Onboarding(merchant.client);
    const charging = new Charging(merchant.client);
    const { id: company, partnerId } = await onboarding.readyCompany();
    const submitted = await onboarding.submittedPerson();
    const paid = ((await charging.paidPix()) as { id: string }).id;
    const refund = await merchant.client.post(`/v1/charges/${paid}/refund`, { amount: 1 });
    const shop = await bench.open();
    const endpoint = (await bench.subscribe(shop.url)).id;
    await bench.happens();
    const delivery = await bench.logged('delivered');
    const operator = await service.operator({ role: 'viewer' });
    const documents = await merchant.client.get(`/v1/submerchants/${submitted}/documents`);
    places = [
      ['/v1/charges', { id: paid, refundId: refund.body.data.id as string }],
      ['/v1/sandbox/charges', { id: ((await charging.create(pixBody())) as { id: string }).id }],
      ['/v1/sandbox/submerchants', { id: await onboarding.submittedPerson() }],
      [
        '/v1/submerchants',
        {
          id: company,
          repId: partnerId,
          addressId: await onboarding.address(company),
          documentId: await onboarding.document(company, 'social_contract'),
        },
      ],
      ['/v1/postbacks/endpoints', { id: endpoint }],
      ['/v1/postbacks/delivery-logs', { id: delivery }],
      ['/v1/review/submerchants', { id: submitted }],
      ['/v1/review/documents', { id: documents.body.data[0].id as string }],
      ['/v1/review/merchants', { id: merchant.id, public_key: (await service.merchant()).publicKey }],
      ['/v1/review/charges', { id: paid }],
      ['/v1/review/deliveries', { id: delivery }],
      ['/v1/review/operators', { id: operator.id }],
      ['/providers', { account: 'sandbox' }],
      ...(await moneyPlaces(service, merchant, endpoint)),
    ];
    own['POST /v1/withdrawals'] = { wallet_id: merchant.id, amount: 100 };
    own['POST /v1/wallets/:id/transfers'] = { to_wallet_id: await onboarding.activePerson(), amount: 1 };
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
  });

  const concrete = ({ path }: Route): string => {
    const ids = places.find(([prefix]) => path.startsWith(prefix))?.[1] ?? {};
    const query = /\/statement(\.csv)?$/.test(path) ? `?date_from=${TODAY}&date_to=${TODAY}` : '';
    return path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? name) + query;
  };
  /** The merchant's keys, or a new session of an admin: some routes end the one that they are asked with. */
  const credentials = async ({ path }: Route): Promise<Record<string, string>> => {
    if (!path.startsWith('/v1/')) return {};
    if (!path.startsWith('/v1/review/')) return { authorization: basic(merchant) };
    return { cookie: (await (await service.operator({ role: 'admin' })).logIn()).cookie };
  };
  const faultOf = ({ status, body }: Answer): string | null =>
    status < 500 ? null : `${status} ${String(body?.error)}`;

  /** Four at once, and those that change something twice more under one key: at once, and when it is stored. */
  async function tryOut(route: Route, keyPrefix: string): Promise<string[]> {
    const path = concrete(route);
    const sender = await credentials(route);
    const body = own[nameOf(route)] ?? BODIES[nameOf(route)]?.();
    const send = (keyOf: (place: number) => string | null): Promise<Answer[]> =>
      Promise.all(
        Array.from({ length: AT_ONCE }, (_, place) => {
          const key = keyOf(place)?.replace(/[^\x21-\x7e]/g, '-');
          const headers = {
            ...sender,
            ...from(anyAddress()),
            ...(key !== undefined && { 'idempotency-key': key }),
          };
          return service.anonymous.send(route.method, path, body, headers);
        }),
      );
    const answers = await send(() => null);
    if (route.method === 'POST') {
      const key = `${keyPrefix} ${nameOf(route)}`;
      // Each under a key of its own, which money asks for; all under one; and when that is stored.
      answers.push(
        ...(await send((place) => `${key} ${place}`)),
        ...(await send(() => key)),
        ...(await send(() => key)),
      );
    }
    return answers.flatMap((answer) => faultOf(answer) ?? []).map((fault) => `${nameOf(route)}: ${fault}`);
  }

  it('nobody waits for ever, and none fails', async () => {
    const routes = routesOf(service.api).sort((left, right) => rank(left) - rank(right));
    const faults: string[] = [];
    for (const route of routes) faults.push(...(await tryOut(route, 'one-by-one')));
    expect(faults).toEqual([]);
  });

  it('a card is waited for without a connection', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * AT_ONCE }, () =>
        merchant.client.post('/v1/charges', cardBody(), { prefer: 'wait=10' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(3 * AT_ONCE).fill(201));
  });

  it('a query outside the running transaction is caught where it is made', async () => {
    const nested = service.api.get(TxRunner).run(() => service.dataSource.query('SELECT 1'));
    await expect(nested).rejects.toThrow('outside the running transaction');
    await expect(service.api.get(TxRunner).run((tx) => tx.query('SELECT 1'))).resolves.toHaveLength(1);
  });
});

/** One of each thing of money, for the merchant's routes and for operators'. */
async function moneyPlaces(service: TestService, merchant: TestMerchant, endpoint: string): Promise<Place[]> {
  const { client } = merchant;
  const { client: admin } = await service.operator({ role: 'admin' });
  const things = await makeMoneyThings(client, admin, merchant.id);
  const disputing = await new Charging(client).paidPix({ ...pixBody(), amount: 5_000 });
  await client.post(`/v1/sandbox/charges/${String(disputing.id)}/dispute`, { kind: 'pix_return' });
  const first = async (by: typeof client, path: string): Promise<string> => {
    const [one] = (await by.get(path)).body.data as { id: string }[];
    if (one === undefined) throw new Error(`${path} has nothing`);
    return one.id;
  };
  const hold = await admin.post(`/v1/review/wallets/${merchant.id}/holds`, { amount: 1, reason: 'Seen.' });
  const day = await admin.post('/v1/review/reconciliations', { provider: 'sandbox', date: TODAY });
  const dayId = String(day.body.data.id);
  const [withdrawal, anticipation] = [{ id: things.withdrawalId }, { id: things.anticipationId }];
  const dispute = { id: await first(client, '/v1/disputes') };
  const wallet = { id: merchant.id, destinationId: things.destinationId };
  const effective_from = new Date(Date.now() + 86_400_000).toISOString();
  const later = { merchant_id: merchant.id, effective_from, dispute: [{ kind: 'chargeback', fixed: 200 }] };
  const term = await admin.post('/v1/review/terms', later);
  const transactionId = await first(admin, `/v1/review/books/${merchant.id}/transactions`);
  return [
    ['/v1/receivables/settlements', { id: things.settlementId }],
    ['/v1/receivables', { id: things.receivableId }],
    ['/v1/wallets', wallet],
    ['/v1/sandbox/wallets', wallet],
    ['/v1/withdrawals', withdrawal],
    ['/v1/sandbox/withdrawals', withdrawal],
    ['/v1/anticipations', anticipation],
    ['/v1/sandbox/anticipations', anticipation],
    ['/v1/disputes', dispute],
    ['/v1/sandbox/disputes', dispute],
    ['/v1/review/wallets', { id: merchant.id, holdId: String(hold.body.data.id) }],
    ['/v1/review/withdrawals', withdrawal],
    ['/v1/review/anticipations', anticipation],
    ['/v1/review/disputes', dispute],
    ['/v1/review/endpoints', { id: endpoint }],
    ['/v1/review/books', { merchantId: merchant.id, id: transactionId }],
    [
      '/v1/review/reconciliations',
      { id: dayId, itemId: await first(admin, `/v1/review/reconciliations/${dayId}/items`) },
    ],
    ['/v1/review/terms', { id: String(term.body.data.dispute[0].id) }],
  ];
}

function rank(route: Route): number {
  return LAST.some((beginning) => nameOf(route).startsWith(beginning)) ? 1 : 0;
}
