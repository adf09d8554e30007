import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';

/** The present moment, as the database sees it. Injected everywhere, so that tests can move time instead of waiting for it. */
export abstract class Clock {
  abstract now(): Date;
}

/** The machine's own clock: for what has no database to ask. */
@Injectable()
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

let ofProcess: Clock = new SystemClock();

/** The clock of this process for what is declared, not injected: the rules of fields. */
export function processClock(): Clock {
  return ofProcess;
}

/** Makes a clock that of this process. */
export function setProcessClock(clock: Clock): void {
  ofProcess = clock;
}

/** Unpredictable bytes, for ids, secrets and jitter. */
export abstract class Randomness {
  abstract bytes(count: number): Buffer;
}

/** An id's worth is taken of what was fetched for many: each question to the system costs more than the bytes. */
const SMALL_BYTES = 16;
const STORE_BYTES = 4_096;

@Injectable()
export class SystemRandomness extends Randomness {
  private store = Buffer.alloc(0);
  private used = 0;

  override bytes(count: number): Buffer {
    if (count > SMALL_BYTES) return randomBytes(count);
    if (this.used + count > this.store.length) {
      this.store = randomBytes(STORE_BYTES);
      this.used = 0;
    }
    this.used += count;
    return this.store.subarray(this.used - count, this.used);
  }
}

/** ISO 8601 in UTC with milliseconds, as every timestamp on the wire. */
export function iso(date: Date): string {
  return date.toISOString();
}

export function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
