import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { ReplayRepository } from './replay.repository';

/**
 * Takes what is still to be sent out of the way, in the transaction that locked the endpoint. A row that a worker
 * holds at this moment is taken as well: its attempt ends as it ends, and only a success changes the row again.
 */
@Injectable()
export class DeliveryHolding {
  constructor(private readonly replays: ReplayRepository) {}

  /** contract §7, Held: kept until a replay or a resend. */
  async hold(tx: Tx, endpointId: string): Promise<void> {
    await this.set(tx, endpointId, 'held', ['pending', 'retrying']);
  }

  /** contract §7: the endpoint is deleted. */
  async cancel(tx: Tx, endpointId: string): Promise<void> {
    await this.set(tx, endpointId, 'cancelled', ['pending', 'retrying', 'held']);
  }

  private async set(tx: Tx, endpointId: string, status: string, from: readonly string[]): Promise<void> {
    await this.replays.finishAll(tx, endpointId);
    await tx.query(
      `UPDATE postback_deliveries
          SET status = $2, next_attempt_at = NULL, resend_due = false, updated_at = now()
        WHERE endpoint_id = $1 AND status = ANY($3)`,
      [endpointId, status, from],
    );
  }
}
