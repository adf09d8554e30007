import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';

/** The present moment. Injected everywhere, so that tests can move time instead of waiting for it. */
export abstract class Clock {
  abstract now(): Date;
}

@Injectable()
export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

/** Unpredictable bytes, for ids, secrets and jitter. */
export abstract class Randomness {
  abstract bytes(count: number): Buffer;
}

@Injectable()
export class SystemRandomness extends Randomness {
  override bytes(count: number): Buffer {
    return randomBytes(count);
  }
}

/** ISO 8601 in UTC with milliseconds, as every timestamp on the wire. */
export function iso(date: Date): string {
  return date.toISOString();
}

export function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
