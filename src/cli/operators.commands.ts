import type { Command } from 'commander';
import {
  CreateOperatorUseCase,
  DisableOperatorUseCase,
  IssueOperatorKeyUseCase,
  OPERATOR_ROLES,
  OperatorReader,
  type OperatorRole,
  type OperatorSummary,
  ResetTotpUseCase,
  RevokeOperatorKeyUseCase,
  SetPasswordUseCase,
  UnlockOperatorUseCase,
} from '../auth';
import { iso, isoOrNull } from '../common';
import { CLI_ACTOR } from '../common/audit';
import { emailOf, oneOf } from './arguments';
import { daysOf } from './auth-arguments';
import { askPassword } from './ask-password';
import { type Answer, facts, type Run, table } from './command';
import type { Session } from './session';

/** contract §8: operators' keys expire. */
const KEY_DAYS = 90;

interface JsonOption {
  json?: boolean;
}

export function addOperatorCommands(operators: Command, run: Run): void {
  operators
    .command('create')
    .description('Makes an operator; without --password it is asked for.')
    .requiredOption('--email <email>', 'e-mail address', emailOf)
    .requiredOption('--role <role>', 'viewer, reviewer, treasurer or admin', oneOf(OPERATOR_ROLES))
    .option('--password <password>', '12 to 200 characters')
    .option('--json', 'one JSON object on standard output')
    .action((options: { email: string; role: OperatorRole; password?: string } & JsonOption) =>
      run(options.json, async (session) => {
        const password = options.password ?? (await askPassword(`Password of ${options.email}: `));
        const creation = await session.service(CreateOperatorUseCase);
        return one(await creation.execute({ ...options, password }, CLI_ACTOR));
      }),
    );
  operators
    .command('list')
    .description('All operators, by e-mail.')
    .option('--json', 'one JSON object on standard output')
    .action((options: JsonOption) => run(options.json, list));
  addChanges(operators, run);
  addKeys(operators, run);
}

type Change = (session: Session, email: string) => Promise<OperatorSummary>;

const SIMPLE_CHANGES: readonly (readonly [name: string, description: string, change: Change])[] = [
  [
    'disable',
    'Ends sessions and closes key pairs within a second, and allows no log-in.',
    async (session, email) => (await session.service(DisableOperatorUseCase)).execute(email, true, CLI_ACTOR),
  ],
  [
    'enable',
    'Allows log-ins again, and opens the key pairs that were not revoked.',
    async (session, email) =>
      (await session.service(DisableOperatorUseCase)).execute(email, false, CLI_ACTOR),
  ],
  [
    'unlock',
    'Forgets failed log-ins, so that the operator may try again at once.',
    async (session, email) => (await session.service(UnlockOperatorUseCase)).execute(email, CLI_ACTOR),
  ],
  [
    'totp-reset',
    'Forgets authenticator app and recovery codes: the password alone opens again. Ends the sessions.',
    async (session, email) => (await session.service(ResetTotpUseCase)).execute(email, CLI_ACTOR),
  ],
];

function addChanges(operators: Command, run: Run): void {
  for (const [name, description, change] of SIMPLE_CHANGES) {
    operators
      .command(name)
      .description(description)
      .argument('<email>', 'e-mail address', emailOf)
      .option('--json', 'one JSON object on standard output')
      .action((email: string, options: JsonOption) =>
        run(options.json, async (session) => one(await change(session, email))),
      );
  }
  operators
    .command('password')
    .description('Sets a new password; without --password it is asked for.')
    .argument('<email>', 'e-mail address', emailOf)
    .option('--password <password>', '12 to 200 characters')
    .option('--json', 'one JSON object on standard output')
    .action((email: string, options: { password?: string } & JsonOption) =>
      run(options.json, async (session) => {
        await (await session.service(OperatorReader)).get(email);
        const password = options.password ?? (await askPassword(`New password of ${email}: `));
        return one(await (await session.service(SetPasswordUseCase)).execute(email, password, CLI_ACTOR));
      }),
    );
}

function addKeys(operators: Command, run: Run): void {
  const keys = operators
    .command('keys')
    .description('Issues a key pair for scripts; the secret is shown this once.')
    .argument('<email>', 'e-mail address', emailOf)
    .option('--expires-in <days>', 'days until it expires', daysOf, KEY_DAYS)
    .option('--json', 'one JSON object on standard output')
    .action((email: string, options: { expiresIn: number } & JsonOption) =>
      run(options.json, (session) => issueKey(session, email, options.expiresIn)),
    );
  keys
    .command('revoke')
    .description('Ends a key pair, within a second everywhere.')
    .argument('<public-key>', 'its public key')
    .option('--json', 'one JSON object on standard output')
    .action((publicKey: string, options: JsonOption, command: Command) =>
      // `--json` belongs to both commands, and the outer one takes it.
      run(command.optsWithGlobals<JsonOption>().json ?? options.json, async (session) => {
        await (await session.service(RevokeOperatorKeyUseCase)).execute(publicKey, CLI_ACTOR);
        return { json: { public_key: publicKey, revoked: true }, text: `${publicKey} is revoked.` };
      }),
    );
}

async function issueKey(session: Session, email: string, days: number): Promise<Answer> {
  const pair = await (await session.service(IssueOperatorKeyUseCase)).execute(email, days, CLI_ACTOR);
  const json = { public_key: pair.publicKey, secret_key: pair.secretKey, expires_at: iso(pair.expiresAt) };
  return { json, text: `${facts(json)}\nThe secret key is not shown again.` };
}

async function list(session: Session): Promise<Answer> {
  const all = (await (await session.service(OperatorReader)).listAll()).map(describe);
  const rows = all.map((operator) => [
    operator.email,
    operator.role,
    operator.disabled_at ?? '-',
    operator.operator_id,
  ]);
  return { json: { operators: all }, text: table(['email', 'role', 'disabled_at', 'operator_id'], rows) };
}

function one(operator: OperatorSummary): Answer {
  const json = describe(operator);
  return {
    json,
    text: facts({ ...json, totp_enabled: String(json.totp_enabled), disabled_at: json.disabled_at ?? '-' }),
  };
}

function describe(operator: OperatorSummary) {
  return {
    operator_id: operator.id,
    email: operator.email,
    role: operator.role,
    totp_enabled: operator.totpEnabled,
    disabled_at: isoOrNull(operator.disabledAt),
    created_at: iso(operator.createdAt),
  };
}
