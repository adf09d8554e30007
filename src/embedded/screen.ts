import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A terminal, or what a program's output is led to. */
export type Output = Pick<NodeJS.WriteStream, 'write'> &
  Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>>;

/** What is kept takes at most this part of the terminal: the rest is for what happens. */
const LARGEST_PART = 0.6;

/**
 * A terminal whose last lines stay while others appear above them. Where there is no terminal, or one too small for both,
 * lines follow one another.
 */
export class Screen {
  private readonly isTerminal: boolean;
  private kept: readonly string[] = [];
  private waiting = '';

  constructor(
    private readonly output: Output,
    private readonly errors: Output,
  ) {
    this.isTerminal = output.isTTY === true && errors.isTTY === true;
  }

  /** How a program is started whose lines are to be shown here, see `follow`. */
  get stdio(): 'pipe' | 'inherit' {
    return this.isTerminal ? 'pipe' : 'inherit';
  }

  /** Says what another program writes, line by line. */
  follow({ stdout, stderr }: ChildProcess): void {
    for (const stream of [stdout, stderr])
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.say(line));
  }

  say(line: string): void {
    if (this.kept.length === 0) {
      this.errors.write(`${line}\n`);
      return;
    }
    // Lines that come together are drawn together.
    if (this.waiting === '') setImmediate(() => this.draw());
    this.waiting += `${line}\n`;
  }

  /** These are the last lines until they are let go. */
  keep(lines: readonly string[]): void {
    const fits = this.rowsOf(lines) <= LARGEST_PART * (this.output.rows ?? 0);
    this.kept = this.isTerminal && fits ? lines : [];
    this.output.write(textOf(lines));
  }

  /** What is said from now on follows what was kept. */
  letGo(): void {
    this.draw();
    this.kept = [];
  }

  private draw(): void {
    const lines = this.waiting;
    this.waiting = '';
    if (lines === '') return;
    const [up, clear] = [`\u001B[${this.rowsOf(this.kept)}A`, '\u001B[J'];
    this.output.write(`\r${up}${clear}${lines}${textOf(this.kept)}`);
  }

  /** How many rows of the terminal these lines fill: long ones go on in the next. */
  private rowsOf(lines: readonly string[]): number {
    const columns = this.output.columns ?? 80;
    return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / columns)), 0);
  }
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
