import { Command, CommanderError } from 'commander';
import { errorMessage } from '../common/text';
import type { Feature } from '../common/features';
import type { Output, Run } from './command';
import { Session } from './session';

/** What a group's file needs to fill the group. */
interface Bench {
  /** Runs the work of commands that need these features of the service. */
  readonly runWith: (features: readonly Feature[]) => Run;
  readonly output: Output;
}

/** The first words of all commands. What they do is loaded when one of them is called: --help needs none of it. */
interface Group {
  readonly name: string;
  readonly description: string;
  readonly fill: (command: Command, bench: Bench) => Promise<void>;
}

const GROUPS: readonly Group[] = [
  {
    name: 'merchants',
    description: 'Merchants, their mode, limits and providers.',
    fill: async (command, { runWith }) => {
      const { addMerchantCommands } = await import('./merchants.commands.js');
      const ground = await merchantsFeatures();
      addMerchantCommands(command, runWith(ground));
      command
        .command('providers')
        .description('Accounts at payment providers: of the platform, or of one merchant.');
      command.hook('preSubcommand', async (_merchants, sub) => {
        if (sub.name() !== 'providers') return;
        const { addProviderCommands } = await import('./providers.commands.js');
        const { providersFeature } = await import('../providers/index.js');
        addProviderCommands(sub, runWith([...ground, providersFeature]));
      });
    },
  },
  {
    name: 'keys',
    description: "Merchants' key pairs.",
    fill: async (command, { runWith }) => {
      const { addKeyCommands } = await import('./keys.commands.js');
      const ground = await merchantsFeatures();
      addKeyCommands(command, runWith(ground));
    },
  },
  {
    name: 'operators',
    description: 'The people who review registrations.',
    fill: async (command, { runWith }) => {
      const { addOperatorCommands } = await import('./operators.commands.js');
      const ground = await merchantsFeatures();
      addOperatorCommands(command, runWith(ground));
    },
  },
  {
    name: 'terms',
    description: 'Fees, settlement, reserve and limits.',
    fill: async (command, { runWith }) => {
      const { addTermsCommands } = await import('./money/terms.commands.js');
      const ground = await merchantsFeatures();
      const { termsFeature } = await import('../terms/index.js');
      addTermsCommands(command, runWith([...ground, termsFeature]));
    },
  },
  {
    name: 'calendar',
    description: 'The days on which banks settle nothing.',
    fill: async (command, { runWith }) => {
      const { addCalendarCommands } = await import('./money/calendar.commands.js');
      const ground = await merchantsFeatures();
      const { termsFeature } = await import('../terms/index.js');
      addCalendarCommands(command, runWith([...ground, termsFeature]));
    },
  },
  {
    name: 'ledger',
    description: 'The books of merchants.',
    fill: async (command, { runWith }) => {
      const { addLedgerCommands } = await import('./money/ledger.commands.js');
      const ground = await merchantsFeatures();
      const { ledgerFeature } = await import('../ledger/index.js');
      addLedgerCommands(command, runWith([...ground, ledgerFeature]));
      command
        .command('backfill')
        .description('Writes what happened before there were books into them; may be stopped and repeated.');
      command.hook('preSubcommand', async (_ledger, sub) => {
        if (sub.name() !== 'backfill') return;
        const { addBackfillCommand } = await import('./money/backfill.command.js');
        const { backfillFeature } = await import('../backfill/index.js');
        const { anticipationsFeature } = await import('../anticipations/index.js');
        addBackfillCommand(sub, runWith([...ground, backfillFeature, anticipationsFeature]));
      });
    },
  },
  {
    name: 'settle',
    description: 'Makes available what is due, and gives back what was held until today.',
    fill: async (command, { runWith }) => {
      const { addSettleCommand } = await import('./money/settle.command.js');
      const ground = await merchantsFeatures();
      const { receivablesFeature } = await import('../receivables/index.js');
      const { anticipationsFeature } = await import('../anticipations/index.js');
      addSettleCommand(command, runWith([...ground, receivablesFeature, anticipationsFeature]));
    },
  },
  {
    name: 'reconcile',
    description: "Compares a provider's report of a day with the books.",
    fill: async (command, { runWith }) => {
      const { addReconcileCommand } = await import('./money/reconcile.command.js');
      const ground = await merchantsFeatures();
      const { reconciliationFeature } = await import('../reconciliation/index.js');
      addReconcileCommand(command, runWith([...ground, reconciliationFeature]));
    },
  },
  {
    name: 'audit',
    description: 'The audit log.',
    fill: async (command, { runWith }) => {
      const { addAuditCommands } = await import('./audit.commands.js');
      addAuditCommands(command, runWith([]));
    },
  },
  {
    name: 'db',
    description: 'The schema and the books.',
    fill: async (command, { runWith }) => {
      const { addDatabaseCommands } = await import('./database.commands.js');
      addDatabaseCommands(command, runWith([]));
    },
  },
  {
    name: 'secrets',
    description: 'Secrets and files that the service keeps encrypted.',
    fill: async (command, { runWith }) => {
      const { addSecretCommands } = await import('./secrets.commands.js');
      const { FEATURES } = await import('../features.js');
      addSecretCommands(command, runWith(FEATURES));
    },
  },
  {
    name: 'backup',
    description: 'Copies the embedded database and its keys, while it runs.',
    fill: async (command, { runWith }) => {
      const { addBackupCommand } = await import('./backup.commands.js');
      addBackupCommand(command, runWith([]));
    },
  },
  {
    name: 'restore',
    description: 'Puts a backup into a new DATA_DIR.',
    fill: async (command, { runWith }) => {
      const { addRestoreCommand } = await import('./backup.commands.js');
      addRestoreCommand(command, runWith([]));
    },
  },
  {
    name: 'listen',
    description: 'Receives notifications and prints each with the verdict on its signature, until Ctrl-C.',
    fill: async (command, { output }) => {
      const { addListenCommand } = await import('./listen.command.js');
      addListenCommand(command, output);
    },
  },
  {
    name: 'doctor',
    description: 'Checks configuration, reachability, versions, clock and schema.',
    fill: async (command, { runWith }) => {
      const { addDoctorCommand } = await import('./doctor/doctor.command.js');
      addDoctorCommand(command, runWith([]));
    },
  },
];

/** Merchants, and what they have from the start. */
async function merchantsFeatures(): Promise<readonly Feature[]> {
  const { authFeature } = await import('../auth/index.js');
  const { walletsFeature } = await import('../wallets/index.js');
  return [authFeature, walletsFeature];
}

/** Runs one command and answers its exit code. */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const session = new Session(environment, (sentence) => output.note(`${sentence}\n`));
  let exitCode = 0;
  const runWith =
    (features: readonly Feature[]): Run =>
    async (json, work) => {
      session.needs(features);
      const answer = await work(session);
      output.answer(`${json === true ? JSON.stringify(answer.json) : answer.text}\n`);
      if (answer.failed === true) exitCode = 1;
    };
  try {
    await commandLine({ runWith, output }).parseAsync(helpLast(args), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    output.note(`${await describe(error)}\n`);
    exitCode = 1;
  } finally {
    await session.close();
  }
  return exitCode;
}

function commandLine(bench: Bench): Command {
  const { output } = bench;
  const program = new Command('npm run cli --')
    .description('Merchants, keys, operators and the database of Repasse.')
    // Exits are thrown, so that what was opened is closed again.
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.answer(text), writeErr: (text) => output.note(text) })
    .showHelpAfterError('(--help tells more)');
  for (const { name, description } of GROUPS) program.command(name).description(description);
  program.hook('preSubcommand', (_program, command) =>
    GROUPS.find(({ name }) => name === command.name())?.fill(command, bench),
  );
  return program;
}

/** `help keys` as `keys --help`: what a group offers is only known once it is filled. */
function helpLast(args: readonly string[]): readonly string[] {
  return args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
}

/** A sentence for our own errors; for others their message too: whoever types commands runs the service. */
async function describe(error: unknown): Promise<string> {
  const { CodedError } = await import('../common/errors/index.js');
  if (error instanceof CodedError) {
    const faults = (error.details ?? []).map(
      ({ field, message }) => `\n  ${field === '' ? '' : `${field} `}${message}`,
    );
    return `${error.message} (${error.code})${faults.join('')}`;
  }
  const { isSchemaBehind } = await import('../database/index.js');
  return isSchemaBehind(error)
    ? `The database lacks what this build needs: ${errorMessage(error)}. Migrate it first: npm run cli -- db migrate`
    : errorMessage(error);
}
