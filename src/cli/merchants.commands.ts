import type { Command } from 'commander';
import {
  ChangeCoolingOffUseCase,
  ChangeLimitsUseCase,
  ChangeTaxIdUseCase,
  CreateMerchantUseCase,
  MERCHANT_MODES,
  type MerchantMode,
  MerchantReader,
} from '../auth';
import { iso } from '../common';
import { CLI_ACTOR } from '../common/audit';
import { maskedTaxId } from '../common/validation';
import type { RateLimits } from '../config';
import { idOf, oneOf } from './arguments';
import { coolingOffOf, limitOf, nameOf, taxIdOf } from './auth-arguments';
import { type Answer, facts, type Run, table } from './command';
import type { Session } from './session';

const CATEGORIES = ['transactions', 'queries', 'default'] as const satisfies readonly (keyof RateLimits)[];

interface CreateOptions {
  name: string;
  mode: MerchantMode;
  taxId?: string;
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
    .option('--tax-id <number>', 'its CPF or CNPJ', taxIdOf)
    .option('--json', 'one JSON object on standard output')
    .action((options: CreateOptions) => run(options.json, (session) => create(session, options)));
  merchants
    .command('list')
    .description('All merchants, newest first.')
    .option('--json', 'one JSON object on standard output')
    .action((options: { json?: boolean }) => run(options.json, list));
  merchants
    .command('tax-id')
    .description("Tells a merchant's own tax number, which its wallet shows.")
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .argument('<number>', 'its CPF or CNPJ', taxIdOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, number: string, options: { json?: boolean }) =>
      run(options.json, (session) => tellTaxId(session, id, number)),
    );
  merchants
    .command('cooling-off')
    .description("Shows or changes for how long a merchant's new destinations get nothing.")
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .option('--hours <n>', 'for what becomes active from now on; "default": as its mode has it', coolingOffOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, options: { hours?: number | 'default'; json?: boolean }) =>
      run(options.json, (session) => coolOff(session, id, options.hours)),
    );
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

async function create(session: Session, { name, mode, taxId }: CreateOptions): Promise<Answer> {
  const creation = await session.service(CreateMerchantUseCase);
  const { merchant, pair } = await creation.execute({ name, mode, taxId }, CLI_ACTOR);
  const json = {
    merchant_id: merchant.id,
    name: merchant.name,
    mode: merchant.mode,
    public_key: pair.publicKey,
    secret_key: pair.secretKey,
  };
  return { json, text: `${facts(json)}\nThe secret key is not shown again.` };
}

async function tellTaxId(session: Session, id: string, number: string): Promise<Answer> {
  await (await session.service(ChangeTaxIdUseCase)).execute(id, number, CLI_ACTOR);
  const json = { merchant_id: id, tax_id: maskedTaxId(number) };
  return { json, text: facts(json) };
}

async function coolOff(session: Session, id: string, wanted?: number | 'default'): Promise<Answer> {
  const hours =
    wanted === undefined
      ? (await (await session.service(MerchantReader)).get(id)).coolingOffHours
      : await (
          await session.service(ChangeCoolingOffUseCase)
        ).execute(id, wanted === 'default' ? null : wanted, CLI_ACTOR);
  const json = { merchant_id: id, cooling_off_hours: hours };
  return { json, text: facts({ cooling_off_hours: String(hours) }) };
}

async function list(session: Session): Promise<Answer> {
  const reader = await session.service(MerchantReader);
  const all = (await reader.listAll()).map((merchant) => ({
    merchant_id: merchant.id,
    name: merchant.name,
    mode: merchant.mode,
    limits: merchant.limits,
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
  const wanted = CATEGORIES.flatMap((category) => {
    const limit = options[category];
    return limit === undefined ? [] : [[category, limit === 'default' ? null : limit] as const];
  });
  const inForce =
    wanted.length === 0
      ? (await (await session.service(MerchantReader)).get(id)).limits
      : (
          await (
            await session.service(ChangeLimitsUseCase)
          ).execute(id, Object.fromEntries(wanted), CLI_ACTOR)
        ).inForce;
  const { transactions, queries, default: others } = inForce;
  return {
    json: { merchant_id: id, transactions, queries, default: others },
    text: facts({ transactions: String(transactions), queries: String(queries), default: String(others) }),
  };
}
