import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** The blocks of shell commands of one of the project's pages, in their order. */
export function shellBlocks(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(?:bash|sh)\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
}

/** What a shell does for a block: without its comments, and without the spaces that align them. */
export function withoutComments(block: string): string {
  return block.replaceAll(/^#.*\n|\s+# .*$/gm, '');
}

/** A shell that runs commands as a reader would, and stops at the first that fails. */
export class Shell {
  output = '';
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(commands: string, env: NodeJS.ProcessEnv) {
    this.child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what it left in the background ends with it.
      detached: true,
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  kill(): void {
    try {
      process.kill(-this.child.pid!, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
