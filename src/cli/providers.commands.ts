import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { MERCHANT_MODES, type MerchantMode, MerchantReader } from '../auth';
import { CLI_ACTOR } from '../common/audit';
import {
  AddProviderAccountUseCase,
  DisableProviderAccountUseCase,
  PAYMENT_CAPABILITIES,
  type PaymentCapability,
  ProviderAccountReader,
} from '../providers';
import { idOf, oneOf, someOf } from './arguments';
import { type Answer, facts, type Run, table, UsageError } from './command';
import type { Session } from './session';

const MAX_CREDENTIALS_BYTES = 64 * 1024;

interface AddOptions {
  platform?: boolean;
  adapter: string;
  mode?: MerchantMode;
  methods: PaymentCapability[];
  credentialsFile?: Readonly<Record<string, string>>;
  json?: boolean;
}

export function addProviderCommands(providers: Command, run: Run): void {
  providers
    .command('list')
    .description("A merchant's own accounts and the platform's of its mode, newest first.")
    .argument('<merchant-id>', 'id of the merchant', idOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, options: { json?: boolean }) => run(options.json, (session) => list(session, id)));
  providers
    .command('add')
    .description('Adds an account. The newest that serves a method takes new payments.')
    .argument('[merchant-id]', 'id of the merchant; or --platform', idOf)
    .option('--platform', "the platform's, for merchants without one of their own")
    .requiredOption('--adapter <name>', 'the provider, e.g. sandbox')
    .option('--mode <mode>', "test or live; a merchant's has the merchant's own", oneOf(MERCHANT_MODES))
    .requiredOption('--methods <list>', PAYMENT_CAPABILITIES.join(', '), someOf(PAYMENT_CAPABILITIES))
    .option('--credentials-file <file>', 'a JSON object of texts, kept encrypted', credentialsOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string | undefined, options: AddOptions) =>
      run(options.json, (session) => add(session, id ?? null, options)),
    );
  providers
    .command('disable')
    .description('Lets an account take nothing new; what was made with it goes on.')
    .argument('<account-id>', 'id of the account', idOf)
    .option('--json', 'one JSON object on standard output')
    .action((id: string, options: { json?: boolean }) =>
      run(options.json, async (session) => {
        await (await session.service(DisableProviderAccountUseCase)).execute(id, CLI_ACTOR);
        return { json: { account_id: id, disabled: true }, text: `${id} takes nothing new.` };
      }),
    );
}

/** What the institution gave: a JSON object of texts. */
function credentialsOf(file: string): Readonly<Record<string, string>> {
  const refusal = 'The file has to hold a JSON object of texts, at most 64 KiB.';
  let parsed: unknown;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > MAX_CREDENTIALS_BYTES) throw new InvalidArgumentError(refusal);
    parsed = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError(refusal);
  }
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  if (!isObject || Object.values(parsed as object).some((value) => typeof value !== 'string'))
    throw new InvalidArgumentError(refusal);
  return parsed as Readonly<Record<string, string>>;
}

async function list(session: Session, merchantId: string): Promise<Answer> {
  const merchant = await (await session.service(MerchantReader)).get(merchantId);
  const accounts = await (await session.service(ProviderAccountReader)).listOf(merchant.id, merchant.mode);
  const rows = accounts.map((account) => [
    account.id,
    account.merchant_id === null ? 'platform' : 'merchant',
    account.mode,
    account.adapter,
    account.methods.join(','),
    account.status,
  ]);
  const heading = ['account_id', 'owner', 'mode', 'adapter', 'methods', 'status'];
  return { json: { merchant_id: merchantId, accounts }, text: table(heading, rows) };
}

async function add(session: Session, merchantId: string | null, options: AddOptions): Promise<Answer> {
  if ((merchantId === null) !== (options.platform === true))
    throw new UsageError('Name a merchant, or --platform: one of the two.');
  const mode = await modeOf(session, merchantId, options.mode);
  const account = await (
    await session.service(AddProviderAccountUseCase)
  ).execute(
    {
      merchantId,
      mode,
      adapter: options.adapter,
      methods: options.methods,
      credentials: options.credentialsFile ?? null,
    },
    CLI_ACTOR,
  );
  const shown = (await session.service(ProviderAccountReader)).respond(account);
  const { id, adapter, notification_url } = shown;
  return {
    json: Object.fromEntries(Object.entries(shown)),
    text: facts({ account_id: id, mode, adapter, methods: account.methods.join(','), notification_url }),
  };
}

async function modeOf(
  session: Session,
  merchantId: string | null,
  wanted: MerchantMode | undefined,
): Promise<MerchantMode> {
  if (merchantId === null) {
    if (wanted === undefined) throw new UsageError('An account of the platform needs --mode.');
    return wanted;
  }
  const { mode } = await (await session.service(MerchantReader)).get(merchantId);
  if (wanted !== undefined && wanted !== mode) throw new UsageError(`The merchant is in ${mode} mode.`);
  return mode;
}
