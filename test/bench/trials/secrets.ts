import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { cardBody, pixBody } from '../../support/charges';
import { type Answer, basic } from '../../support/client';
import { addressBody, documentBody, partnerBody, personBody } from '../../support/onboarding';
import { SessionClient } from '../../support/session-client';
import type { Bench } from '../support/bench';
import type { Installation } from '../support/installation';
import { Findings, settled } from '../support/ledger';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

/** The published test number that is let in, and one that is not. */
const TEST_CARD = '4111111111111111';
const OTHER_CARD = '4012888888881881';

/** Where a plant may be found: a customer's name belongs into the database, a card number nowhere. */
type Home = 'nowhere' | 'database';

/** Everything that must not come to light, each told once to the service in the place where it belongs, or does not. */
class Plants {
  readonly all: { readonly kind: string; readonly value: string; readonly home: Home }[] = [];

  plant(kind: string, home: Home, value = `planted${randomBytes(9).toString('hex')}`): string {
    this.all.push({ kind, value, home });
    return value;
  }
}

/** What was sent, and the refused answers to it. */
class Sender {
  readonly refusals: string[] = [];

  constructor(private readonly installation: Installation) {}

  async send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const answer = await this.installation.apis[0]!.client().send(method, path, body, headers);
    if (answer.status >= 400) this.refusals.push(answer.text);
    return answer;
  }
}

async function run(bench: Bench, _count: number): Promise<Outcome> {
  const installation = await bench.installation({ METRICS_TOKEN: randomBytes(16).toString('hex') });
  await installation.start(1, 1);
  const findings = new Findings();
  const plants = new Plants();
  const sender = new Sender(installation);
  plantEnvironment(plants, installation.environment);
  const merchantId = await asMerchant(plants, sender, installation);
  await asOperator(plants, sender, installation);
  await settled(installation, merchantId, findings, 30_000);
  const places = {
    'the logs': installation.servers.map(({ output }) => output).join('\n'),
    'the answers to what was refused': sender.refusals.join('\n'),
    Redis: await dumpOfRedis(bench),
    'the metrics': (
      await Promise.all(installation.servers.map((server) => metricsOf(server, installation)))
    ).join('\n'),
  };
  const rows = await dumpOfDatabase(installation);
  for (const { kind, value, home } of plants.all) {
    for (const [place, text] of Object.entries(places))
      if (text.includes(value)) findings.violations.push(`${kind} is in ${place}`);
    if (home === 'nowhere')
      for (const [table, text] of rows)
        if (text.includes(value)) findings.violations.push(`${kind} is in the table ${table}`);
  }
  if (Object.values(places).some((text) => text.length < 100))
    findings.violations.push('a place was not read');
  await bench.discard(installation);
  const sizes = Object.entries(places).map(([place, text]) => `${place} ${text.length}`);
  const verdict = findings.verdict(20);
  return {
    ...verdict,
    count: plants.all.length,
    notes: [`characters read: ${sizes.join(', ')}`, ...verdict.notes],
  };
}

function plantEnvironment(plants: Plants, environment: Readonly<Record<string, string>>): void {
  for (const name of ['API_KEY_PEPPER', 'ENCRYPTION_KEYS'])
    plants.plant(name, 'nowhere', environment[name]?.split(':')[1]);
  for (const name of ['AUDIT_KEY', 'METRICS_TOKEN']) plants.plant(name, 'nowhere', environment[name]);
  plants.plant(
    'the password of the database',
    'nowhere',
    new URL(environment['DATABASE_URL'] ?? '').password,
  );
}

async function asMerchant(plants: Plants, sender: Sender, installation: Installation): Promise<string> {
  const merchant = await installation.merchant();
  plants.plant("a merchant's secret key", 'nowhere', merchant.secretKey);
  const authorization = basic(merchant);
  plants.plant('a Basic header', 'nowhere', authorization.slice('Basic '.length));
  const wrong = { publicKey: merchant.publicKey, secretKey: plants.plant('a wrong secret key', 'nowhere') };
  await sender.send('GET', '/v1/merchant', undefined, { authorization: basic(wrong) });
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    sender.send(method, path, body, { authorization, ...headers });
  await postbacks(plants, send, installation, merchant);
  await charges(plants, send);
  await onboarding(plants, send);
  return merchant.id;
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

async function postbacks(
  plants: Plants,
  send: Send,
  installation: Installation,
  merchant: Parameters<typeof Shop.open>[1],
): Promise<void> {
  const shop = await Shop.open(installation, merchant);
  plants.plant("an endpoint's secret", 'nowhere', shop.secret);
  const token = plants.plant("a token in an endpoint's address", 'database');
  const url = `http://127.0.0.1:9/hooks?token=${token}`;
  const made = await send('POST', '/v1/postbacks/endpoints', { url, events: ['*'] });
  const again = await send('POST', `/v1/postbacks/endpoints/${made.body.data.id}/secret/regenerate`);
  plants.plant('a secret that was made anew', 'nowhere', String(again.body.data.secret));
  const password = plants.plant("a password in an endpoint's address", 'nowhere');
  await send('POST', '/v1/postbacks/endpoints', { url: `http://user:${password}@127.0.0.1/`, events: ['*'] });
  const verified = plants.plant('a secret that is verified', 'nowhere');
  await send('POST', '/v1/postbacks/verify', { secret: verified, signature: 'sha256=00', body: '{}' });
}

async function charges(plants: Plants, send: Send): Promise<void> {
  const card = { number: TEST_CARD, exp_month: 12, exp_year: 2031, cvv: '737' };
  plants.plant('a card number that is taken', 'nowhere', TEST_CARD);
  plants.plant('a card number that is refused', 'nowhere', OTHER_CARD);
  const holder_name = plants.plant("a card holder's name", 'database', `Ana ${letters(14)}`);
  const withCard = (details: object, fields: object = {}) =>
    pixBody({
      payment_method: 'credit_card',
      payment_details: { card: { ...card, holder_name, ...details } },
      ...fields,
    });
  const key = plants.plant('an idempotency key', 'nowhere');
  await send('POST', '/v1/charges', withCard({}), { 'idempotency-key': key });
  await send('POST', '/v1/charges', withCard({ number: OTHER_CARD }));
  await send('POST', '/v1/charges', { ...pixBody(), card_number: OTHER_CARD });
  await send('POST', '/v1/charges', JSON.stringify(withCard({})).slice(0, -2));
  await send('GET', `/v1/charges/${OTHER_CARD}`);
  await send('GET', `/v1/charges?search=${OTHER_CARD}`);
  await send('GET', `/v1/charges?search=${plants.plant('what is searched for', 'nowhere')}`);
  await send('GET', `/v1/charges?unknown=${plants.plant('the value of an unknown parameter', 'nowhere')}`);
  const tax_id = plants.plant("a customer's tax number", 'database', cpf());
  const email = `${plants.plant("a customer's e-mail", 'database')}@example.com`;
  const customer = { name: plants.plant("a customer's name", 'database'), email, type: 'individual', tax_id };
  const metadata = { note: plants.plant('metadata', 'database') };
  const description = plants.plant('a description', 'database');
  const made = await send('POST', '/v1/charges', pixBody({ customer, metadata, description }));
  await send('POST', `/v1/sandbox/charges/${made.body.data.id}/pay`);
  const reason = plants.plant("a refund's reason", 'database');
  await send('POST', `/v1/charges/${made.body.data.id}/refund`, { amount: 1, reason });
  const token = plants.plant('an unknown card token', 'database');
  await send('POST', '/v1/charges', cardBody(token));
  await send('POST', '/v1/charges', { ...pixBody(), amount: plants.plant('a wrong amount', 'nowhere') });
}

async function onboarding(plants: Plants, send: Send): Promise<void> {
  const person = personBody({
    tax_id: plants.plant("a submerchant's tax number", 'database', cpf()),
    legal_name: plants.plant("a submerchant's name", 'database'),
    email: `${plants.plant("a submerchant's e-mail", 'database')}@example.com`,
  });
  const { id } = (await send('POST', '/v1/submerchants', person)).body.data;
  await send(
    'POST',
    `/v1/submerchants/${id}/addresses`,
    addressBody({ street: plants.plant('a street', 'database') }),
  );
  const file_url = `https://files.example.com/a.pdf?signature=${plants.plant("a token in a file's address", 'database')}`;
  await send('POST', `/v1/submerchants/${id}/documents`, documentBody('front_id', { file_url }));
  const company = await send('POST', '/v1/submerchants', {
    legal_name: 'Padaria',
    tax_id: '11222333000181',
    email: 'p@example.com',
  });
  const document = plants.plant("a partner's tax number", 'database', cpf());
  const path = `/v1/submerchants/${company.body.data.id}/legal-representatives`;
  await send(
    'POST',
    path,
    partnerBody({ document, phone: plants.plant("a partner's telephone", 'database') }),
  );
}

async function asOperator(plants: Plants, sender: Sender, installation: Installation): Promise<void> {
  const operator = await installation.operator('admin');
  plants.plant("an operator's secret key", 'nowhere', operator.secretKey);
  const { email, password } = operator;
  plants.plant("an operator's password", 'nowhere', password);
  const wrong = plants.plant('a wrong password', 'nowhere');
  await sender.send('POST', '/v1/review/session', { email, password: wrong }, {});
  const answer = await sender.send('POST', '/v1/review/session', { email, password }, {});
  const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
  plants.plant("a session's cookie", 'nowhere', cookie.slice(cookie.indexOf('=') + 1));
  const session = new SessionClient(installation.apis[0]!.url, cookie);
  const enrolment = await session.post('/v1/review/session/totp', { password });
  const secrets = Object.entries(enrolment.body?.data ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && value.length >= 16 ? [[name, value] as const] : [],
  );
  for (const [name, value] of secrets) plants.plant(`second factor: ${name}`, 'nowhere', value);
  const keys = await session.post('/v1/review/merchants', { name: 'Feira', mode: 'live' });
  const secretKey: unknown = keys.body?.data?.secret_key ?? keys.body?.data?.key?.secret_key;
  if (typeof secretKey === 'string') plants.plant("a new merchant's secret key", 'nowhere', secretKey);
  const search = plants.plant('what an operator searches for', 'nowhere');
  await sender.send('GET', `/v1/review/charges?search=${search}`, undefined, { cookie });
}

async function metricsOf({ url }: { url: string }, { environment }: Installation): Promise<string> {
  const { request } = await import('undici');
  const authorization = `Bearer ${environment['METRICS_TOKEN']}`;
  return (await request(`${url}/metrics`, { headers: { authorization } })).body.text();
}

/** The whole of it as it would lie on a disk, uncompressed. */
async function dumpOfRedis(bench: Bench): Promise<string> {
  const client = new Redis((await bench.redis()).url);
  try {
    await client.config('SET', 'rdbcompression', 'no');
    await client.save();
    const directory = await client.config('GET', 'dir');
    return readFileSync(join(directory[1] ?? '', 'dump.rdb'), 'latin1');
  } finally {
    client.disconnect();
  }
}

/** Every table of every schema as text. */
async function dumpOfDatabase(installation: Installation): Promise<[string, string][]> {
  const tables = await installation.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await installation.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      return [name, rows.map(({ text }) => text).join('\n')] as [string, string];
    }),
  );
}

function letters(count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

/** A random CPF with right check digits. */
function cpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10));
  for (const length of [9, 10]) {
    const sum = digits
      .slice(0, length)
      .reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

export const secrets: Trial = {
  id: 'secrets',
  trial:
    'planted keys, passwords, cards, tax numbers: none in logs, Redis, errors, metrics; no secret in the database',
  place: 'beside',
  counts: { short: 1, full: 1 },
  run,
};
