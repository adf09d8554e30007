import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { Tx } from '../../database';
import type { NewReversal } from '../../ledger';
import type { Hold } from './hold.entity';
import { HoldRepository } from './hold.repository';

/** Ends holds that are locked: the rows here, and what is to be posted with them. */
@Injectable()
export class HoldReleaseService {
  constructor(
    private readonly holds: HoldRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers what the caller posts in the same transaction: the reversal of each hold, so that the books release it once, too.
   * @param by the operator who releases them; null when their day has come
   */
  async release(tx: Tx, holds: readonly Hold[], by: string | null): Promise<NewReversal[]> {
    const occurredAt = this.clock.now();
    await this.holds.release(tx, holds, by, occurredAt);
    return holds.map(({ merchantId, id }) => ({
      merchantId,
      reference: `hold:${id}:released`,
      kind: 'hold',
      resource: { type: 'hold', id },
      occurredAt,
      reverses: `hold:${id}`,
    }));
  }
}
