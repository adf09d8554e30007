import {
  type Answer,
  anyAddress,
  basic,
  BEHIND_PROXY,
  from,
  Onboarding,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';
import { PNG_FILE } from '../support/file-server';
import { makeMoneyThings } from '../support/money-things';
import { BODIES, TODAY } from '../support/route-bodies';
import { nameOf, type Route, routesOf } from '../support/routes';
import { TxRunner } from '../../src/database';
import { SANDBOX_ACCOUNT_ID } from '../../src/providers/sandbox/sandbox-notification';

/** What stands in a path for its parameters, by what the path begins with. */
type Place = readonly [prefix: string, ids: Readonly<Record<string, string>>];

const AT_ONCE = 4;
/** Routes that end what others need, or keep others from it, come last, in this order. */
const LAST = [
  'POST /v1/review/submerchants/:id/claim',
  'POST /v1/postbacks/endpoints/:id/secret',
  'POST /v1/review/wallets/:id/freeze',
  'PATCH /v1/review/operators',
  'DELETE ',
];

/** With these a request was turned away before there was anything to do. */
const TURNED_AWAY = ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'UNSUPPORTED_MEDIA_TYPE'];
/** A session of the portal, a file and no JSON, files of the board's page: other suites ask for these. */
const NOT_REACHED = [
  'GET /v1/portal-sessions/current',
  'POST /v1/submerchants/:id/uploads',
  'GET /v1/review/queue-board/static/*path',
  'GET /v1/review/queue-board/api/*path',
  'DELETE /v1/portal-sessions/current',
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
  /** Routes that nobody got into. */
  const turnedAway: string[] = [];

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
    const uploads = `/v1/submerchants/${company}/uploads`;
    const upload = await merchant.client.post(uploads, PNG_FILE, { 'content-type': 'image/png' });
    const admin = await (await service.operator({ role: 'admin' })).logIn();
    const keys = await admin.post(`/v1/review/merchants/${merchant.id}/keys`, {});
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
          uploadId: String(upload.body.data.file_url).split('/').at(-1) ?? '',
        },
      ],
      ['/v1/postbacks/endpoints', { id: endpoint }],
      ['/v1/postbacks/delivery-logs', { id: delivery }],
      ['/v1/review/submerchants', { id: submitted }],
      ['/v1/review/documents', { id: documents.body.data[0].id as string }],
      ['/v1/review/merchants', { id: merchant.id, public_key: String(keys.body.data.public_key) }],
      ['/v1/review/charges', { id: paid }],
      ['/v1/review/deliveries', { id: delivery }],
      ['/v1/review/operators', { id: operator.id }],
      ['/providers', { account: SANDBOX_ACCOUNT_ID }],
      ['/v1/banks', { code: '001', ispb: '00000000' }],
      ...(await moneyPlaces(service, merchant, endpoint)),
    ];
    own['POST /v1/sandbox/reports/faults'] = { resource_id: paid, action: 'drop' };
    own['POST /v1/withdrawals'] = { wallet_id: merchant.id, amount: 100 };
    own['POST /v1/wallets/:id/transfers'] = { to_wallet_id: await onboarding.activePerson(), amount: 1 };
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
  });

  const concrete = ({ path }: Route): string => {
    const ids = places.find(([prefix]) => path.startsWith(prefix))?.[1] ?? {};
    return path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? name) + queryOf(path, merchant);
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
    if (answers.every(({ body: answer }) => TURNED_AWAY.includes(String(answer?.error))))
      turnedAway.push(nameOf(route));
    return answers.flatMap((answer) => faultOf(answer) ?? []).map((fault) => `${nameOf(route)}: ${fault}`);
  }

  it('nobody waits for ever, and none fails', async () => {
    const routes = routesOf(service.api).sort((left, right) => rank(left) - rank(right));
    const faults: string[] = [];
    for (const route of routes) faults.push(...(await tryOut(route, 'one-by-one')));
    expect(faults).toEqual([]);
    expect(turnedAway).toEqual(NOT_REACHED);
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

/** What some lists do not answer without. */
function queryOf(path: string, { id }: TestMerchant): string {
  const parts: string[] = [];
  if (/\/statement(\.csv)?$/.test(path)) parts.push(`date_from=${TODAY}&date_to=${TODAY}`);
  if (path.startsWith('/v1/review/receivables')) parts.push(`merchant_id=${id}`);
  if (path.endsWith('/receivables/summary'))
    parts.push(`due_from=${TODAY}&due_to=${TODAY}&group_by=due_date`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

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
  const amount = { debit: 'suspense', credit: 'available', amount: 1, reason: 'Seen.' };
  const asked = await admin.post(`/v1/review/wallets/${merchant.id}/adjustments`, amount);
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
    ['/v1/review/money-requests', { id: String(asked.body.data.id) }],
    ['/v1/review/terms', { id: String(term.body.data.dispute[0].id) }],
  ];
}

function rank(route: Route): number {
  return 1 + LAST.findIndex((beginning) => nameOf(route).startsWith(beginning));
}
