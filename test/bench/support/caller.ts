import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { basic, type Keys, type JsonBody } from '../../support/client';

/** Nobody waits longer for an answer than this: it is longer than any bound that a trial has. */
const ANSWER_TIMEOUT_MS = 60_000;
/** A caller that is refused comes back after as long. */
const AGAIN_MS = 50;

export interface Answered {
  readonly status: number;
  readonly body: JsonBody;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What became of the requests of one caller. */
export class Account {
  requests = 0;
  /** Answered 5xx, or the connection broke before an answer. */
  failed = 0;
  /** Of every answer, in milliseconds. */
  worstMs = 0;
  readonly durationsMs: number[] = [];
  /** How often each status, and each way to break. */
  readonly outcomes = new Map<string, number>();
  /** When the last answer below 400 came. */
  lastGoodMs = 0;

  note(outcome: string, ms: number, failed: boolean): void {
    this.requests += 1;
    this.durationsMs.push(ms);
    this.worstMs = Math.max(this.worstMs, ms);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (failed) this.failed += 1;
    else this.lastGoodMs = performance.now();
  }

  text(): string {
    return [...this.outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
  }
}

/** A merchant's own system: keep-alive connections to several addresses, one after the other as they answer. */
export class Caller {
  readonly account = new Account();
  private readonly agent = new Agent({
    connections: 64,
    keepAliveTimeout: 30_000,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    connect: { timeout: 5_000 },
  });
  private turn = 0;

  /** @param urls asked before each request: processes come back on other ports */
  constructor(
    private readonly urls: () => readonly string[],
    private readonly keys: Keys,
  ) {}

  /** One request to whichever is next. One that refuses the connection got nothing: the next is asked, as a balancer does. */
  async once(method: string, path: string, body?: unknown, key?: string): Promise<Answered | null> {
    const urls = this.urls();
    const beganMs = performance.now();
    let reason = 'nobody listens';
    this.turn += 1;
    for (let tried = 0, first = this.turn; tried < urls.length; tried += 1) {
      const url = urls[(first + tried) % urls.length] ?? '';
      try {
        const answer = await this.send(url + path, method, body, key);
        this.account.note(String(answer.status), performance.now() - beganMs, answer.status >= 500);
        return answer;
      } catch (error) {
        reason = (error as { code?: string }).code ?? (error as Error).name;
        if (reason !== 'ECONNREFUSED' && reason !== 'UND_ERR_CONNECT_TIMEOUT') break;
      }
    }
    this.account.note(reason, performance.now() - beganMs, true);
    return null;
  }

  /** With one key until it is answered for good; null when that takes longer than the time given. */
  async insist(path: string, body: unknown, key: string, timeoutMs = 120_000): Promise<Answered | null> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const answer = await this.once('POST', path, body, key);
      if (answer !== null && isFinal(answer)) return answer;
      await wait(AGAIN_MS);
    }
    return null;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async send(url: string, method: string, body: unknown, key?: string): Promise<Answered> {
    const response = await request(url, {
      method: method as 'GET',
      dispatcher: this.agent,
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        authorization: basic(this.keys),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: parse(text), headers: response.headers };
  }
}

/** 202: the outcome is not known yet; 409 and 429 that pass by themselves; 5xx. */
function isFinal({ status, body }: Answered): boolean {
  if (status === 202 || status === 429 || status >= 500) return false;
  return !(status === 409 && String(body?.error).endsWith('IN_PROGRESS'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
