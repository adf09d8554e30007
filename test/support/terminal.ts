import { Terminal } from '@xterm/headless';

/** What a terminal of this size shows of a program's output, and has to scroll back to: every line down to the last that is not empty. */
export async function shownOn(columns: number, rows: number, output: string): Promise<string[]> {
  const terminal = new Terminal({
    cols: columns,
    rows,
    convertEol: true,
    scrollback: 10_000,
    allowProposedApi: true,
  });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: active.length },
    (_, row) => active.getLine(row)?.translateToString(true) ?? '',
  );
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
