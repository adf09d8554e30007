import type { Dispatcher } from 'undici';
import { SafeHttpError, toSafeHttpError } from './safe-http.errors';

export interface SafeHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first `maxKeptBytes` of the body. */
  readonly body: Buffer;
  /** False when `cut` says why the body has no end. */
  readonly complete: boolean;
  readonly cut: BodyCut | null;
}

/** Longer than `maxReadBytes`, not at its end in time, or ended by the connection. */
export type BodyCut = 'too_long' | 'timeout' | 'broken';

/** How much of an answer is read, and for how long. */
export interface AnswerLimits {
  /** From the first byte of the DNS question to the last byte of the answer. */
  readonly totalTimeoutMs: number;
  /** Reading stops here; the connection is closed. */
  readonly maxReadBytes: number;
  /** How much of what was read is handed back. */
  readonly maxKeptBytes: number;
}

const NOTHING = Buffer.alloc(0);

/** To abort with; nobody sees it. */
const ENOUGH = new Error('enough of the answer was read');

/**
 * Reads the start of one answer as undici hands it on, without a stream between. Once the status has arrived it stands: a body
 * that is endless, slow or cut short does not take it back.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Rejects with SafeHttpError when there is no answer. */
  readonly answer: Promise<SafeHttpResponse>;
  private resolve!: (response: SafeHttpResponse) => void;
  private reject!: (error: SafeHttpError) => void;
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private headers: Record<string, string> = {};
  /** What of the body is kept lies at its beginning: a chunk itself would keep all that was read with it in memory. */
  private kept: Buffer = NOTHING;
  private keptBytes = 0;
  private readBytes = 0;
  private isOver = false;

  constructor(private readonly limits: AnswerLimits) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Between a timer and what was set for immediately the event loop reads every socket once: what came in time
    // counts, also when this process stood still and reads it late.
    this.timer = setTimeout(() => setImmediate(() => this.end('timeout')), limits.totalTimeoutMs).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for a connection for too long.
    if (this.isOver) controller.abort(ENOUGH);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An informational one is followed by the answer itself.
    if (status < 200) return;
    this.status = status;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.readBytes += chunk.length;
    this.keep(chunk.subarray(0, this.limits.maxKeptBytes - this.keptBytes));
    if (this.readBytes > this.limits.maxReadBytes) this.end('too_long');
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.end('broken', error);
  }

  /** Makes room for twice as much as is needed, so that a body of single bytes is not copied for each of them. */
  private keep(part: Buffer): void {
    const needed = this.keptBytes + part.length;
    if (needed > this.kept.length) {
      const larger = Buffer.allocUnsafe(Math.min(2 * needed, this.limits.maxKeptBytes));
      this.kept.copy(larger, 0, 0, this.keptBytes);
      this.kept = larger;
    }
    part.copy(this.kept, this.keptBytes);
    this.keptBytes = needed;
  }

  private end(cut: BodyCut | null, error?: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    if (this.status !== null) {
      const body = this.kept.subarray(0, this.keptBytes);
      this.resolve({ status: this.status, headers: this.headers, body, complete: cut === null, cut });
    } else if (cut === 'timeout') {
      this.reject(new SafeHttpError('timeout', 'the server did not answer in time'));
    } else {
      this.reject(toSafeHttpError(error));
    }
    if (cut === 'timeout' || cut === 'too_long') this.controller?.abort(ENOUGH);
  }
}
