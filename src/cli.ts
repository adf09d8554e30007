import 'reflect-metadata';
import { runCommandLine } from './cli/program';

// Who runs a command can do nothing about what a library calls deprecated: TypeORM asks about a schema by several queries at once
// on one connection, which pg warns of.
process.noDeprecation = true;

/** The command line: `npm run cli -- <command>` (contract §9). */
void runCommandLine(process.argv.slice(2), process.env, {
  answer: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
