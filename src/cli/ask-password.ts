import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './command';

/** Asks at the terminal without showing what is typed; from a pipe, the first line is taken. */
export async function askPassword(question: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  // The line editor echoes every key to its output; a password is not for onlookers.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal });
  if (terminal) process.stderr.write(question);
  try {
    for await (const line of lines) return line;
    throw new UsageError('No password was given: use --password, or type one.');
  } finally {
    if (terminal) process.stderr.write('\n');
    lines.close();
  }
}
