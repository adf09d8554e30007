import 'reflect-metadata';
import { runCommandLine } from './cli/program';

/** The command line: `npm run cli -- <command>` (contract §9). */
void runCommandLine(process.argv.slice(2), process.env, {
  answer: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
