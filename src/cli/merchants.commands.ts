import type { Command } from 'commander';
import { ApiKeysService, MERCHANT_MODES, type MerchantMode, MerchantsService, SCOPES } from '../auth';
import { iso } from '../common';
import { CLI_ACTOR } from '../common/audit';
import type { RateLimits } from '../config';
import { TxRunner } from '../database';
import { idOf, limitOf, nameOf, oneOf } from './arguments';
import { type Answer, facts, type Run, table } from './command';
import type { Session } from './session';

const CATEGORIES = ['transactions', 'queries', 'default'] as const satisfies readonly (keyof RateLimits)[];

interface CreateOptions {
  name: string;
  mode: MerchantMode;
  json?: boolean;
}

interface LimitOptions extends Partial<Record<keyof RateLimits, number | 'default'>> {
  json?: boolean;
}

export function addMerchantCommands(merchants: Command, run: Run): void {
  merchants
    .command('create')
    .description('Makes a merchant and its first key pair; the secret is shown this once.')
    .requiredOption('--name <name>', 'name of the marketplace', nameOf)
    .option('--mode <mode>', 'test or live', oneOf(MERCHANT_MODES), 'test')
    .option('--json', 'one JSON object on standard output')
    .action((options: CreateOptions) => run(options.json, (session) => create(session, options)));
  merchants
    .command('list')
    .description('All merchants, newest first.')
    .option('--json', 'one JSON object on standard output')
    .action((options: { json?: boolean }) => run(options.json, list));
  merchants
    .command('limits')
    .description('Shows or changes requests per 60 seconds; "default" goes back to the limit of the service.')
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .option('--transactions <n>', 'charges', limitOf)
    .option('--queries <n>', 'submerchants', limitOf)
    .option('--default <n>', 'everything else', limitOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, options: LimitOptions) =>
      run(options.json, (session) => limits(session, id, options)),
    );
}

async function create(session: Session, { name, mode }: CreateOptions): Promise<Answer> {
  const [merchants, keys, transactions] = [
    await session.service(MerchantsService),
    await session.service(ApiKeysService),
    await session.service(TxRunner),
  ];
  const { merchant, pair } = await transactions.run(async (tx) => {
    const made = await merchants.create(tx, { name, mode }, CLI_ACTOR);
    return {
      merchant: made,
      pair: await keys.issue(tx, made, { scopes: [...SCOPES], expiresAt: null }, CLI_ACTOR),
    };
  });
  const json = {
    merchant_id: merchant.id,
    name: merchant.name,
    mode: merchant.mode,
    public_key: pair.publicKey,
    secret_key: pair.secretKey,
  };
  return { json, text: `${facts(json)}\nThe secret key is not shown again.` };
}

async function list(session: Session): Promise<Answer> {
  const service = await session.service(MerchantsService);
  const all = (await service.all()).map((merchant) => ({
    merchant_id: merchant.id,
    name: merchant.name,
    mode: merchant.mode,
    limits: service.limitsOf(merchant),
    created_at: iso(merchant.createdAt),
  }));
  const rows = all.map((merchant) => [
    merchant.merchant_id,
    merchant.mode,
    merchant.created_at,
    merchant.name,
  ]);
  return { json: { merchants: all }, text: table(['merchant_id', 'mode', 'created_at', 'name'], rows) };
}

async function limits(session: Session, id: string, options: LimitOptions): Promise<Answer> {
  const service = await session.service(MerchantsService);
  const wanted = CATEGORIES.flatMap((category) => {
    const limit = options[category];
    return limit === undefined ? [] : [[category, limit === 'default' ? null : limit] as const];
  });
  const inForce =
    wanted.length === 0
      ? service.limitsOf(await service.get(id))
      : await service.setLimits(id, Object.fromEntries(wanted), CLI_ACTOR);
  const { transactions, queries, default: others } = inForce;
  return {
    json: { merchant_id: id, transactions, queries, default: others },
    text: facts({ transactions: String(transactions), queries: String(queries), default: String(others) }),
  };
}
