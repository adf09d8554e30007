import type { Session } from './session';

/** What a command answers: the same facts for programs and for people. */
export interface Answer {
  /** Printed as the one JSON object of `--json`. */
  readonly json: Record<string, unknown>;
  /** Printed without `--json`. */
  readonly text: string;
  /** True when the answer is bad news: exit code 1. */
  readonly failed?: boolean;
}

/** Where a command writes: its answer, and everything else. */
export interface Output {
  answer(text: string): void;
  note(text: string): void;
}

/** Runs a command's work with a session, and prints its answer. */
export type Run = (json: boolean | undefined, work: (session: Session) => Promise<Answer>) => Promise<void>;

/** A wrong argument, found by the command itself. */
export class UsageError extends Error {}

/** Columns under a heading, as wide as their widest cell. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.';
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Facts one below the other. */
export function facts(pairs: Record<string, string>): string {
  const width = Math.max(...Object.keys(pairs).map((name) => name.length));
  return Object.entries(pairs)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n');
}
