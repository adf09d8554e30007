import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { eventually } from './eventually';

const root = join(__dirname, '..', '..');

/** One `npm start`, as npm runs it. */
export class Started {
  output = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  /** @param terminal in whose window it is typed, see `inTerminal` */
  constructor(env: Record<string, string>, terminal = (command: string[]): string[] => command) {
    const [command = '', ...args] = terminal([process.execPath, join(root, 'scripts', 'start.mjs')]);
    this.child = spawn(command, args, {
      cwd: root,
      // Only the tests of the demo week want one.
      env: { ...cleanEnvironment(), DEMO_WEEK: 'off', ...env },
      stdio: 'pipe',
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  get pid(): number {
    return this.child.pid!;
  }

  ready(): Promise<void> {
    return eventually(() => {
      if (this.child.exitCode !== null) throw new Error(this.output);
      expect(this.output).toContain('Repasse is running.');
    }, 180_000);
  }
}

export const canOpenTerminals = String(spawnSync('script', ['--version']).stdout).includes('util-linux');

/** A command that runs another one in a terminal of this size. */
export function inTerminal(columns: number, rows: number): (command: string[]) => string[] {
  return (command) => {
    const typed = `stty cols ${columns} rows ${rows}; exec ${command.map((part) => `'${part}'`).join(' ')}`;
    return ['script', '--quiet', '--return', '--command', typed, '/dev/null'];
  };
}

/** What Jest and this run's servers set must not reach a service that is started as a person starts it. */
function cleanEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
