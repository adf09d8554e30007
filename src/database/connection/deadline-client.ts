import { Client, type ClientConfig, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { prepareValue } from 'pg/lib/utils';
import { isPlanOutdated, isReadOnly } from '../pg-errors';
import { type Frame, FramedQuery, isOpener, READ_ONLY, START } from './framed-query';
import { Packet } from './packet';
import { forgetPlans, preparedName } from './prepared';
import { askServer, type Silent } from './silence-probe';

/** After so long without traffic the kernel asks whether the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** A statement that takes longer is asked about at the server, and then every so often. */
const SUSPECT_AFTER_MS = 2_000;
const SUSPECT_AGAIN_MS = 1_000;

/** pg hands a pool's whole configuration to each client it makes, our field with it. */
interface DeadlineClientConfig extends ClientConfig {
  /** How long one statement may stay without its answer; without it for ever. */
  readonly answerWithinMs?: number;
}

/** In the place of an answer that nobody reads. */
const NOTHING_SAID = { rows: [], rowCount: null };

/** The other side took a statement and stayed silent. Its code is that of a socket that timed out. */
class DeadlineError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(waitedMs: number) {
    super(`PostgreSQL did not answer within ${Math.round(waitedMs)} ms: the connection was given up`);
    this.name = 'DeadlineError';
  }
}

/**
 * A client of PostgreSQL that waits for no answer longer than its deadline (architecture §4), and not that long when the
 * server says that it has nothing to do for it. Then it destroys its socket: all that is asked of it afterwards fails at
 * once, a ROLLBACK too, and its pool throws it away. (pg's own `query_timeout` rejects the statement and keeps the deaf
 * connection.)
 */
export class DeadlineClient extends Client implements Silent {
  /** When the other side last answered, by `performance.now`. */
  heardAt = performance.now();
  /** It can do nothing more for us: its server takes no writes. A new connection may reach another one. */
  isUnfit = false;
  /** Called when a deadline was missed, with the moment since which nothing was heard. */
  onSilence: ((since: number) => void) | null = null;
  /** Of the session on the server, once connected. */
  declare readonly processID: number | null;
  private answerWithinMs: number;
  private unanswered = 0;
  /** Since when the statement that is answered next has been waiting. */
  private since = 0;
  private watch: NodeJS.Timeout | null = null;
  /** What was heard when the server first said that it has nothing to do for us. */
  private suspected: string | null = null;
  /** What opens a transaction of which nothing else was asked yet. */
  private openers: string[] = [];
  private readsOnly = false;
  private commitsNext = false;
  private hasCommitted = false;
  /** Whoever expects a statement to follow says so here before it asks. */
  readonly packet = new Packet();

  constructor(private readonly config: DeadlineClientConfig = {}) {
    super(config);
    this.answerWithinMs = config.answerWithinMs ?? 0;
    // One body for the driver's seven overloads: what they take and answer is left as it is.
    this.query = ((...asked: unknown[]) => this.answer(asked)) as Client['query'];
    this.on('error', ignoreError);
  }

  /**
   * That the other side ended a connection which nobody uses ends no process: whatever is asked of it later fails. Without a
   * listener it would, and BullMQ takes all of them off a client before it gives it back.
   */
  override removeAllListeners(event?: string | symbol): this {
    super.removeAllListeners(event);
    if (event === undefined || event === 'error') this.on('error', ignoreError);
    return this;
  }

  /** A new owner of the connection owes nothing to the one before. */
  forgetTransaction(): void {
    this.openers = [];
    this.readsOnly = this.commitsNext = this.hasCommitted = false;
  }

  /** Whether the next statement is the last one of its transaction, and is sent with its COMMIT. */
  commitWithNext(commits: boolean): void {
    this.commitsNext = commits;
  }

  /** Whether the next statement is the first one of its transaction: whether that could be opened is known by its answer. */
  get isOpening(): boolean {
    return this.openers.length > 0;
  }

  /**
   * Waits for no answer that says nothing: what opens a transaction goes out with its first statement, and one that has only
   * read has nothing to lose when it ends. Where nothing was asked between the two, nothing is sent at all.
   */
  private answer(asked: unknown[]): unknown {
    const [text, values] = asked;
    // The driver tells of a value that it cannot send when the server knows of the statement: nobody would refuse what follows.
    if (Array.isArray(values)) asked[1] = values.map((value) => prepareValue(value));
    if (isOpener(text)) {
      if (text === START) this.forgetTransaction();
      if (text === READ_ONLY) this.readsOnly = true;
      if (!this.hasPrepared(text)) return this.queryWithin(asked);
      this.openers.push(text);
      return Promise.resolve(NOTHING_SAID);
    }
    if (text !== 'COMMIT' && text !== 'ROLLBACK') {
      if (this.hasCommitted) throw new Error('the transaction has ended with its last statement');
      return this.queryWithin(asked);
    }
    const { openers, readsOnly, hasCommitted } = this;
    this.forgetTransaction();
    if (openers.includes(START) || (hasCommitted && text === 'COMMIT')) return Promise.resolve(NOTHING_SAID);
    const ended = this.queryWithin(asked);
    if (!readsOnly || text !== 'COMMIT' || !(ended instanceof Promise)) return ended;
    ended.catch(ignoreError);
    return Promise.resolve(NOTHING_SAID);
  }

  private hasPrepared(text: string): boolean {
    const { parsedStatements } = this.connection as unknown as { parsedStatements: Record<string, string> };
    return parsedStatements[preparedName(text) ?? text] !== undefined;
  }

  private queryWithin(asked: unknown[]): unknown {
    if (this.answerWithinMs === 0) return this.send(asked);
    const answered = this.expectAnswer();
    const callback = asked.findIndex((argument) => typeof argument === 'function');
    if (callback === -1) {
      const answer = this.send(asked);
      if (answer instanceof Promise) answer.then(() => answered(null), answered);
      // A query object tells its end in ways of its own: without a deadline here.
      else answered(null);
      return answer;
    }
    const tell = asked[callback] as (...answer: unknown[]) => void;
    asked[callback] = (...answer: unknown[]) => {
      answered(answer[0]);
      tell(...answer);
    };
    return this.send(asked);
  }

  /** Gives statements this long, where they have less, until what it answers is called. */
  waitAtLeast(ms: number): () => void {
    const before = this.answerWithinMs;
    if (before > 0) this.answerWithinMs = Math.max(before, ms);
    return () => {
      this.answerWithinMs = before;
    };
  }

  /** Rejects, and ends the connection, when there is no answer in this time. */
  async ask(withinMs: number): Promise<void> {
    let isAnswered = false;
    const tooLate = setTimeout(() => {
      afterReading(() => {
        if (!isAnswered) this.miss(withinMs);
      });
    }, withinMs);
    try {
      await this.query('SELECT 1');
    } finally {
      isAnswered = true;
      clearTimeout(tooLate);
    }
  }

  /** For a connection that mostly listens: asks every so often whether the other side is still there. */
  askEvery(everyMs: number): void {
    const heartbeat = setInterval(() => {
      // What fails ends the connection, and its owner is told by its `error` and `end`.
      if (this.unanswered === 0) this.ask(everyMs).catch(() => undefined);
    }, everyMs).unref();
    // Not the client's own `end`: BullMQ takes all listeners off a client that it gives back.
    this.connection.stream.once('close', () => clearInterval(heartbeat));
  }

  /** The server has nothing to do for this connection: told twice with nothing heard between, its answer is lost. */
  suspect(): void {
    const heard = this.heard();
    if (this.unanswered === 0) return;
    if (this.suspected === heard) this.miss(performance.now() - this.since);
    else this.suspected = heard;
  }

  private heard(): string {
    return `${this.since} ${(this.connection.stream as { bytesRead?: number }).bytesRead}`;
  }

  private miss(waitedMs: number): void {
    this.onSilence?.(this.since);
    this.connection.stream.destroy(new DeadlineError(waitedMs));
  }

  private send(asked: unknown[]): unknown {
    const [text, values, ...rest] = asked;
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    const frame = { openers: this.openers, commits: this.commitsNext };
    const isFramed = frame.commits || frame.openers.length > 0;
    this.openers = [];
    this.commitsNext = false;
    if (name === undefined && !isFramed) return this.sendAsIs(asked);
    // One that is alone is its own transaction: nothing of it has happened when it is refused.
    const isAlone = !isFramed && this.getTransactionStatus() === 'I' && this.unanswered <= 1;
    const config = { name, text, values } as QueryConfig;
    const answer = isFramed ? this.sendFramed(frame, config, rest) : this.sendAsIs([config, ...rest]);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (name === undefined || !isPlanOutdated(error)) throw error;
      forgetPlans(name);
      if (!isAlone) throw error;
      return this.send(asked);
    });
  }

  private async sendFramed(frame: Frame, config: QueryConfig, rest: unknown[]): Promise<unknown> {
    if (typeof config.text !== 'string' || rest.length > 0)
      throw new Error('the first and the last statement of a transaction are texts with their values');
    // Several in one text can be sent only as they are, and with nothing else.
    if (config.values === undefined && config.text.includes(';')) {
      for (const text of frame.openers) await this.sendAsIs([{ name: preparedName(text), text }]);
      return this.sendAsIs([config.text]);
    }
    const result = await new Promise((resolve, reject) => {
      const answered = (error: Error | null, found: QueryResult): void => {
        if (error === null) resolve(found);
        else reject(error);
      };
      this.sendAsIs([new FramedQuery(frame, config, answered)]);
    });
    this.hasCommitted = frame.commits;
    return result;
  }

  private sendAsIs(asked: unknown[]): unknown {
    return this.packet.add(this.connection.stream, () =>
      (super.query as (...asked: unknown[]) => unknown).apply(this, asked),
    );
  }

  private expectAnswer(): (error: unknown) => void {
    if (this.unanswered === 0) this.since = performance.now();
    this.unanswered += 1;
    this.watchIn(SUSPECT_AFTER_MS);
    return (error) => {
      if (isReadOnly(error)) this.isUnfit = true;
      this.unanswered -= 1;
      this.since = this.heardAt = performance.now();
    };
  }

  /** One timer for many statements: it looks how long the present one has waited, and comes again when that is due. */
  private watchIn(ms: number): void {
    this.watch ??= setTimeout(() => afterReading(this.check), ms).unref();
  }

  private readonly check = (): void => {
    this.watch = null;
    if (this.unanswered === 0) return;
    const waitedMs = performance.now() - this.since;
    const leftMs = this.answerWithinMs - waitedMs;
    if (leftMs <= 0) {
      this.miss(this.answerWithinMs);
    } else if (waitedMs < SUSPECT_AFTER_MS) {
      this.watchIn(Math.min(leftMs, SUSPECT_AFTER_MS - waitedMs));
    } else {
      askServer(this, this.config);
      this.watchIn(Math.min(leftMs, SUSPECT_AGAIN_MS));
    }
  };
}

function ignoreError(): void {
  // Its queries have failed with it, and who listens hears of it.
}

/** After a stall of our own event loop timers come first: what has arrived meanwhile is read before it is judged. */
function afterReading(judge: () => void): void {
  setImmediate(judge);
}

/** What every connection to PostgreSQL has, a pool's and a single one: an end to each wait, and keep-alive. */
export function clientWithDeadline(answerWithinMs: number): PoolConfig & DeadlineClientConfig {
  return {
    Client: DeadlineClient,
    answerWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}
