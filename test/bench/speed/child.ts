import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

const LOADER = join(__dirname, '..', '..', '..', 'scripts', 'lib', 'load-typescript.cjs');

interface Reply {
  readonly number: number;
  readonly answer?: unknown;
  readonly error?: string;
}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What one child process can be asked, by name: what it is given and what it answers. */
export type Questions = Readonly<Record<string, (given: never) => Promise<unknown>>>;

/** A process of the bench's own beside the service: what it costs must not be counted with the one that measures. */
export class Child<Asked extends Questions> {
  private readonly pending = new Map<number, Pending>();
  private number = 0;

  private constructor(private readonly process: ChildProcess) {
    // A log that nobody reads would stop who writes it.
    process.stdout?.resume();
    process.on('message', (reply: Reply) => this.take(reply));
    process.once('exit', (code, signal) => this.ended(`a child process ended (${code ?? signal})`));
  }

  /** @param name of a file in `children/`, which calls `answer` */
  static start<Asked extends Questions>(name: string): Child<Asked> {
    const file = join(__dirname, 'children', `${name}.ts`);
    return new Child<Asked>(
      fork(file, {
        execArgv: ['--require', LOADER],
        serialization: 'advanced',
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      }),
    );
  }

  ask<Name extends keyof Asked & string>(
    name: Name,
    given: Parameters<Asked[Name]>[0],
  ): ReturnType<Asked[Name]> {
    this.number += 1;
    const { number } = this;
    const answered = new Promise<unknown>((resolve, reject) => {
      this.pending.set(number, { resolve, reject });
      this.process.send({ number, name, given });
    });
    return answered as ReturnType<Asked[Name]>;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }

  private take({ number, answer, error }: Reply): void {
    const pending = this.pending.get(number);
    this.pending.delete(number);
    if (error === undefined) pending?.resolve(answer);
    else pending?.reject(new Error(error));
  }

  private ended(reason: string): void {
    for (const { reject } of this.pending.values()) reject(new Error(reason));
    this.pending.clear();
  }
}

/** In a child process: answers what is asked, and ends with the process that started it. */
export function answer(questions: Questions): void {
  process.once('disconnect', () => process.exit(0));
  process.on('message', ({ number, name, given }: { number: number; name: string; given: never }) => {
    const asked = questions[name];
    const answered = asked === undefined ? Promise.reject(new Error(`nobody answers ${name}`)) : asked(given);
    answered.then(
      (reply) => process.send?.({ number, answer: reply }),
      (error: unknown) => process.send?.({ number, error: String((error as Error).stack ?? error) }),
    );
  });
}
