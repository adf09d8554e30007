import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { Clock, Randomness } from './clock';

/** Makes UUIDs of version 7: they sort by the time of their making, so indexes on them stay compact. */
@Injectable()
export class IdGenerator {
  constructor(
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  next(): string {
    return v7({ msecs: this.clock.now().getTime(), random: this.randomness.bytes(16) });
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
