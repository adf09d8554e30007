import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { Clock, Randomness } from './clock';

/**
 * Makes UUIDs of version 7: they sort by the time of their making, so indexes on them stay compact. Within one
 * millisecond, which records of one transaction share as their `created_at` too, those of a process count upwards:
 * lists by time and id show them in the order of their making.
 */
@Injectable()
export class IdGenerator {
  private lastMsecs = -1;
  private lastSeq = 0;

  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  next(): string {
    const msecs = this.clock.now().getTime();
    const random = this.randomness.bytes(16);
    // Of 32 bits the first is left free to count into.
    this.lastSeq = msecs === this.lastMsecs ? this.lastSeq + 1 : random.readUInt32BE(6) >>> 1;
    this.lastMsecs = msecs;
    return v7({ msecs, random, seq: this.lastSeq });
  }
}

/** What no record has: ids are of version 7. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
