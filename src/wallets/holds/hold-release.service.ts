import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
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
   * The same of one hold that another posting reverses: the caller posts that. Throws INVALID_STATE for one that is released
   * already.
   */
  async end(tx: Tx, merchantId: string, id: string, by: string): Promise<void> {
    const hold = await this.holds.lock(tx, merchantId, id);
    if (hold === null) throw new Error('a posted hold is one');
    if (hold.releasedAt !== null)
      throw commonErrors.INVALID_STATE({ message: 'This hold is released already.' });
    await this.holds.release(tx, [hold], by, this.clock.now());
  }

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
