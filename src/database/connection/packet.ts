import type { Writable } from 'node:stream';

type Corked = Pick<Writable, 'cork' | 'uncork' | 'writableCorked'>;

/**
 * Statements that are sent together: a write costs more than most of what is in it. One after which another is expected waits for
 * it until the event loop goes on; any other goes out at once.
 */
export class Packet {
  private expected: { readonly sent: Promise<void>; readonly tell: () => void } | null = null;

  /** Resolves when the next statement is in it. Another one is expected then. */
  next(): Promise<void> {
    this.expected ??= expectation();
    return this.expected.sent;
  }

  /** @param send hands one statement to the stream */
  add<T>(stream: Corked, send: () => T): T {
    if (this.expected !== null && stream.writableCorked === 0) open(stream);
    const answer = send();
    this.expected?.tell();
    this.expected = null;
    return answer;
  }
}

function expectation(): { sent: Promise<void>; tell: () => void } {
  let tell = (): void => undefined;
  const sent = new Promise<void>((resolve) => (tell = resolve));
  return { sent, tell };
}

function open(stream: Corked): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
