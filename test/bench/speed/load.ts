import { randomBytes } from 'node:crypto';
import { basic, type Keys } from '../../support/client';
import type { Server } from '../support/server';
import { Child } from './child';

/** Stands in a prebuilt request where each one gets a key of its own. */
export const KEY_MARK = '{an-idempotency-key-of-26}';
export const KEY_LENGTH = KEY_MARK.length;

/** Stands in a path where each request names another record, as long as its id. */
export const ID_MARK = '{id-of-the-record-of-this-request--}';

/** What the load generator is asked for. */
export interface LoadGiven {
  readonly port: number;
  readonly connections: number;
  /** The whole request, with KEY_MARK where its key goes and ID_MARK where a record is named. */
  readonly request: string;
  readonly keyPrefix: string;
  /** What the requests name, in turn. */
  readonly ids: readonly string[];
  /** What each answer must be. */
  readonly status: number;
  readonly seconds: number;
  /** Requests at most. */
  readonly atMost: number;
  /** Open loop: so many begin each second; null for as many as are answered. */
  readonly perSecond: number | null;
}

/** What came of it; a fault is an answer that was not what it had to be. */
export interface LoadMeasured {
  readonly answered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly faults: readonly string[];
}

interface LoadQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly run: (given: LoadGiven) => Promise<LoadMeasured>;
}

/** A request, and what it is answered. */
export interface Wanted {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly keys: Keys;
  readonly body?: unknown;
  /** Each is named once by a path with ID_MARK: there are no more requests than these. */
  readonly ids?: readonly string[];
  /** What each answer must be; default 201 for what is made. */
  readonly status?: number;
}

/** How long and how many at once. */
export interface Pressure {
  readonly connections: number;
  readonly seconds: number;
  readonly atMost?: number;
  readonly perSecond?: number;
}

/** Callers of the service in a process of their own, as cheap as a socket can be driven from here. */
export class LoadGenerator {
  /** Answered since it was started, whatever was measured of it. */
  answered = 0;
  private readonly child = Child.start<LoadQuestions>('load');

  /** Throws when an answer is not what it must be: a rate of refusals is none. */
  async run(server: Pick<Server, 'url'>, wanted: Wanted, pressure: Pressure): Promise<LoadMeasured> {
    const measured = await this.child.ask('run', {
      port: Number(new URL(server.url).port),
      connections: pressure.connections,
      request: requestText(wanted),
      keyPrefix: randomBytes((KEY_LENGTH - 8) / 2).toString('hex'),
      ids: wanted.ids ?? [],
      status: wanted.status ?? (wanted.method === 'POST' ? 201 : 200),
      seconds: pressure.seconds,
      atMost: Math.min(
        pressure.atMost ?? Number.MAX_SAFE_INTEGER,
        wanted.ids?.length ?? Number.MAX_SAFE_INTEGER,
      ),
      perSecond: pressure.perSecond ?? null,
    });
    if (measured.faults.length > 0) throw new Error(`${wanted.path}: ${measured.faults.join('; ')}`);
    this.answered += measured.answered;
    return measured;
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

function requestText({ method, path, keys, body }: Wanted): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${basic(keys)}`,
    'Accept: */*',
    ...(body === undefined
      ? []
      : [
          'Content-Type: application/json',
          `Content-Length: ${Buffer.byteLength(text)}`,
          `Idempotency-Key: ${KEY_MARK}`,
        ]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
