import { Command, CommanderError } from 'commander';
import { CodedError } from '../common/errors';
import type { Output, Run } from './command';
import { addAuditCommands } from './audit.commands';
import { addDatabaseCommands } from './database.commands';
import { addDoctorCommand } from './doctor.command';
import { addKeyCommands } from './keys.commands';
import { addListenCommand } from './listen.command';
import { addMerchantCommands } from './merchants.commands';
import { addOperatorCommands } from './operators.commands';
import { addSecretCommands } from './secrets.commands';
import { Session } from './session';

/** Runs one command and answers its exit code. */
export async function runCommandLine(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const session = new Session(environment, (sentence) => output.note(`${sentence}\n`));
  let exitCode = 0;
  const run: Run = async (json, work) => {
    const answer = await work(session);
    output.answer(`${json === true ? JSON.stringify(answer.json) : answer.text}\n`);
    if (answer.failed === true) exitCode = 1;
  };
  try {
    await commandLine(run, output).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    output.note(`${describe(error)}\n`);
    exitCode = 1;
  } finally {
    await session.close();
  }
  return exitCode;
}

function commandLine(run: Run, output: Output): Command {
  const program = new Command('npm run cli --')
    .description('Merchants, keys, operators and the database of Repasse.')
    // Exits are thrown, so that what was opened is closed again.
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.answer(text), writeErr: (text) => output.note(text) })
    .showHelpAfterError('(--help tells more)');
  addMerchantCommands(program, run);
  addKeyCommands(program, run);
  addOperatorCommands(program, run);
  addAuditCommands(program, run);
  addDatabaseCommands(program, run);
  addSecretCommands(program, run);
  addListenCommand(program, output);
  addDoctorCommand(program, run);
  return program;
}

/** A sentence for our own errors; for others their message too: whoever types commands runs the service. */
function describe(error: unknown): string {
  if (error instanceof CodedError) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message || error.name : String(error);
}
