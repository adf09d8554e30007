import type { Writable } from 'node:stream';

/**
 * Statements that are sent together: a write costs more than most of what is in it. One after which another is expected waits for
 * it until the event loop goes on; any other goes out at once.
 */
export class Packet {
  private isOpen = false;
  private sent: Promise<void> | null = null;
  private tell: (() => void) | null = null;

  /** Resolves when the next statement is in it. Another one is expected then. */
  next(): Promise<void> {
    this.sent ??= new Promise((resolve) => (this.tell = resolve));
    return this.sent;
  }

  /** @param send hands one statement to the stream */
  add<T>(stream: Pick<Writable, 'cork' | 'uncork'>, send: () => T): T {
    if (this.tell !== null && !this.isOpen) this.open(stream);
    const answer = send();
    this.tell?.();
    this.sent = this.tell = null;
    return answer;
  }

  private open(stream: Pick<Writable, 'cork' | 'uncork'>): void {
    this.isOpen = true;
    stream.cork();
    process.nextTick(() => {
      this.isOpen = false;
      stream.uncork();
    });
  }
}
