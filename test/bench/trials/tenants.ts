import { basic, type Answer } from '../../support/client';
import {
  ALLOWED,
  FORBIDDEN,
  HIDDEN,
  type Identity,
  type Outcome as Access,
  ROLES,
  TABLE,
  UNKNOWN,
} from '../../support/access-table';
import { outcomeFor } from '../../support/access-portal';
import { PNG_FILE } from '../../support/file-server';
import { anyAddress, from } from '../../support/log-ins';
import { pixBody } from '../../support/charges';
import { makeMoneyThings } from '../../support/money-things';
import { addressBody, documentBody, Onboarding, partnerBody } from '../../support/onboarding';
import type { Bench } from '../support/bench';
import type { BenchMerchant, Installation } from '../support/installation';
import { Findings } from '../support/ledger';
import { endedPortalOf, gatherPortals, portalOf, type Sender } from '../support/senders';
import type { Outcome, Trial } from '../support/trial';

/** Fewer than the default limit of a window. */
const ROUTES_AN_OPERATOR = 50;

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** Every route of the table × every kind of sender; then every merchant's route × every kind of id that is not theirs. */
async function run(bench: Bench, _count: number): Promise<Outcome> {
  const installation = await bench.two();
  const findings = new Findings();
  const others = [...(await gather(installation)), ...(await gatherPortals(installation))];
  let operators: Sender[] = [];
  let count = 0;
  const asked = TABLE.flatMap(({ rule, routes }) => routes.map((route) => ({ rule, route })));
  for (const [index, { rule, route }] of asked.entries()) {
    // On merchants' paths an operator has their default limit: nobody asks more than it lets in.
    if (index % ROUTES_AN_OPERATOR === 0) operators = await gatherOperators(installation);
    await Promise.all(
      [...others, ...operators].map(async (sender) => {
        count += 1;
        const expected = outcomeFor(route, rule, sender.identity);
        const answer = await send(installation, route, {}, await sender.headers(route));
        const outcome = outcomeOf(answer, expected);
        if (outcome !== expected)
          findings.violations.push(`${route}: ${sender.name} is ${outcome}, not ${expected}`);
      }),
    );
  }
  count += await foreignIds(installation, findings);
  return { ...findings.verdict(10), count };
}

async function gather(installation: Installation): Promise<Sender[]> {
  const kinds = [
    ['test', ['read']],
    ['test', ['write']],
    ['test', ['read', 'write']],
    ['live', ['read', 'write']],
  ] as const;
  const senders: Sender[] = [{ name: 'nobody', identity: { kind: 'nobody' }, headers: async () => ({}) }];
  for (const [mode, scopes] of kinds) {
    const keys = await installation.merchant({ mode, scopes: [...scopes] });
    const identity = { kind: 'merchant', mode, scopes } as const;
    senders.push(
      {
        name: `${mode} merchant, ${scopes.join(' and ')}`,
        identity,
        headers: async () => ({ authorization: basic(keys) }),
      },
      {
        name: 'a wrong secret',
        identity: { kind: 'nobody' },
        headers: async () => ({ authorization: basic({ ...keys, secretKey: `${keys.secretKey}x` }) }),
      },
    );
  }
  return senders;
}

async function gatherOperators(installation: Installation): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (const role of ROLES) {
    const operator = await installation.operator(role);
    senders.push({
      name: `${role} with a key`,
      identity: { kind: 'operator', role, via: 'key' },
      headers: async () => ({ authorization: basic(operator) }),
    });
  }
  return senders;
}

function outcomeOf({ status, body }: Answer, expected: Access): string {
  if (status === 401) return UNKNOWN;
  if (status === 403) return FORBIDDEN;
  if (status === 404 && expected === HIDDEN) return HIDDEN;
  return status < 500 && status !== 429 ? ALLOWED : `${status} ${String(body?.error)}`;
}

/** Without these a body that is not there is refused before anybody looks for the record. */
const BODIES: Readonly<Record<string, object>> = {
  'PATCH /v1/submerchants/:id': { phone: '11987654321' },
  'POST /v1/submerchants/:id/legal-representatives': partnerBody(),
  'POST /v1/submerchants/:id/addresses': addressBody(),
  'PATCH /v1/submerchants/:id/addresses/:addressId': { street: 'Rua Nova' },
  'POST /v1/submerchants/:id/documents': documentBody('cnpj_card'),
  'POST /v1/charges/:id/refund': { amount: 1 },
  'POST /v1/sandbox/charges/:id/dispute': { kind: 'chargeback' },
  'POST /v1/disputes/:id/contest': { statement: 'It was delivered.' },
  'PATCH /v1/wallets/:id': { automatic_withdrawal: null },
  'POST /v1/wallets/:id/destinations': {
    type: 'pix_key',
    pix_key_type: 'email',
    pix_key: 'loja@exemplo.example',
  },
  'PATCH /v1/wallets/:id/destinations/:destinationId': { nickname: 'Conta' },
  'POST /v1/wallets/:id/transfers': { to_wallet_id: UNKNOWN_ID, amount: 1 },
  'PATCH /v1/postbacks/endpoints/:id': { events: ['ping'] },
  'POST /v1/postbacks/endpoints/:id/replay': { date_from: '2026-01-01', date_to: '2026-01-02' },
};

/** From an address of its own, so that no limit of an address is met. */
async function send(
  installation: Installation,
  route: string,
  ids: Readonly<Record<string, string>>,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const query = path.includes('/statement') ? '?date_from=2026-01-01&date_to=2026-01-31' : '';
  const concrete = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? UNKNOWN_ID) + query;
  const sent = { ...headers, ...from(anyAddress()) };
  return installation.apis[0]!.client().send(method, concrete, body, sent);
}

/** Who asks for what is not theirs, and which status each route answers them. */
interface Stranger {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As whom the service sees them. */
  readonly identity: Identity;
}

const SCOPES = ['read', 'write', 'money'] as const;
const PORTAL_OF_MERCHANT = { kind: 'portal', of: 'merchant', scopes: SCOPES } as const;

/** What another merchant owns, an unknown id and nonsense: one status, one body. */
async function foreignIds(installation: Installation, findings: Findings): Promise<number> {
  const [mine, theirs] = [await installation.merchant(), await installation.merchant()];
  const own = await everything(installation, mine);
  const foreign = await everything(installation, theirs);
  const strangers: Stranger[] = [
    {
      name: 'a key pair',
      headers: { authorization: basic(mine) },
      identity: { kind: 'merchant', mode: 'test', scopes: SCOPES },
    },
    { name: 'a session', headers: await portalOf(installation, mine), identity: PORTAL_OF_MERCHANT },
  ];
  const others: Stranger[] = [
    {
      name: "another's session",
      headers: await portalOf(installation, theirs),
      identity: PORTAL_OF_MERCHANT,
    },
    {
      name: 'an ended session',
      headers: await endedPortalOf(installation, mine),
      identity: { kind: 'nobody' },
    },
  ];
  let count = 0;
  for (const { rule, route } of routesWithIds()) {
    const kind =
      /\/v1\/(?:sandbox\/|postbacks\/|receivables\/(?=settlements))?([a-z-]+)/.exec(route)?.[1] ?? '';
    const names = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    if (names.some((name) => own[kind]?.[name] === undefined) && !ANYBODYS.has(kind))
      findings.violations.push(`${route}: of what its path names there is none`);
    const bodies = new Set<string>();
    const ask = async ({ name, headers, identity }: Stranger, ids: Ids): Promise<void> => {
      count += 1;
      const sent = { ...headers, 'idempotency-key': `foreign-${count}` };
      const answer = await send(installation, route, ids, sent, BODIES[route]);
      const expected = STATUSES[outcomeFor(route, rule, identity)];
      if (answer.status !== expected)
        findings.violations.push(`${route} by ${name} with ${JSON.stringify(ids)}: ${answer.status}`);
      if (answer.status === 404) bodies.add(answer.text.replace(/"request_id":"[^"]*"/, ''));
    };
    for (const ids of choices(names, own[kind] ?? {}, foreign[kind] ?? {}))
      for (const stranger of strangers) await ask(stranger, ids);
    for (const other of others) await ask(other, own[kind] ?? {});
    if (bodies.size > 1)
      findings.violations.push(`${route}: ${bodies.size} different bodies of 404: ${[...bodies].join(' ')}`);
  }
  return count;
}

/** Whoever may use the route finds nothing under an id that is not theirs. */
const STATUSES: Readonly<Record<Access, number>> = {
  [ALLOWED]: 404,
  [HIDDEN]: 404,
  [FORBIDDEN]: 403,
  [UNKNOWN]: 401,
};

/** Merchants' routes with an id in their path. */
function routesWithIds() {
  return TABLE.flatMap(({ rule, routes }) => routes.map((route) => ({ rule, route }))).filter(
    // An upload is a file and no JSON: test/e2e/portal-uploads asks for those of others.
    ({ route }) => /^\w+ \/v1\/(?!review\/).*:/.test(route) && route !== 'POST /v1/submerchants/:id/uploads',
  );
}

type Ids = Readonly<Record<string, string>>;

/** What belongs to nobody is the same for all. */
const ANYBODYS: ReadonlySet<string> = new Set(['banks']);

/** Each parameter foreign, unknown and nonsense, the others the caller's own. */
function choices(names: readonly string[], own: Ids, foreign: Ids): Ids[] {
  const wrong = (name: string) => [
    foreign[name] ?? UNKNOWN_ID,
    UNKNOWN_ID,
    'nonsense',
    '%00',
    own[name]?.slice(1) ?? 'x',
  ];
  return names.flatMap((name) => wrong(name).map((id) => ({ ...own, [name]: id })));
}

/** One of each thing that has an id in a path. */
async function everything(installation: Installation, merchant: BenchMerchant): Promise<Record<string, Ids>> {
  const client = installation.apis[0]!.client(merchant);
  const onboarding = new Onboarding(client);
  const { id, partnerId } = await onboarding.readyCompany();
  const [addresses, documents] = [
    await client.get(`/v1/submerchants/${id}/addresses`),
    await client.get(`/v1/submerchants/${id}/documents`),
  ];
  const charge = await client.post('/v1/charges', pixBody());
  const chargeId = String(charge.body.data.id);
  await client.post(`/v1/sandbox/charges/${chargeId}/pay`);
  const refund = await client.post(`/v1/charges/${chargeId}/refund`, { amount: 1 });
  const receivables = await client.get('/v1/receivables');
  const disputed = await client.post('/v1/charges', pixBody());
  await client.post(`/v1/sandbox/charges/${disputed.body.data.id}/pay`);
  await client.post(`/v1/sandbox/charges/${disputed.body.data.id}/dispute`, { kind: 'pix_return' });
  const disputes = await client.get('/v1/disputes');
  const endpoint = await client.post('/v1/postbacks/endpoints', {
    url: 'http://127.0.0.1:9/',
    events: ['*'],
  });
  const ping = await client.post(`/v1/postbacks/endpoints/${endpoint.body.data.id}/ping`);
  const admin = installation.apis[0]!.client(await installation.operator('admin'));
  const money = await makeMoneyThings(client, admin, merchant.id);
  const uploads = `/v1/submerchants/${id}/uploads`;
  const upload = await client.post(uploads, PNG_FILE, { 'content-type': 'image/png' });
  return {
    submerchants: {
      id,
      repId: partnerId,
      addressId: String(addresses.body.data[0].id),
      documentId: String(documents.body.data[0].id),
      uploadId: String(upload.body.data.file_url).split('/').at(-1) ?? '',
    },
    charges: { id: chargeId, refundId: String(refund.body.data.id) },
    endpoints: { id: String(endpoint.body.data.id) },
    'delivery-logs': { id: String(ping.body.data.id) },
    wallets: { id: merchant.id, destinationId: money.destinationId },
    withdrawals: { id: money.withdrawalId },
    anticipations: { id: money.anticipationId },
    settlements: { id: money.settlementId },
    receivables: { id: String(receivables.body.data[0].id) },
    disputes: { id: String(disputes.body.data[0].id) },
  };
}

export const tenants: Trial = {
  id: 'tenants',
  trial:
    "every route × every identity as the table says; every kind of id that is not the caller's, by key pair and by session: the same 404",
  counts: { short: 1, full: 1 },
  run,
};
