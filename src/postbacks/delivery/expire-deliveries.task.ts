import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { AppConfig } from '../../config';
import { TxRunner, type Tx } from '../../database';
import { DeliveryRepository } from './delivery.repository';
import { ReplayRepository } from './replay.repository';

/** contract §7, Held: for 30 days. */
const HELD_DAYS = 30;
const REPLAY_DAYS = 7;
const ROWS_AT_ONCE = 2_000;
/** Of each kind and run: an hour's work is never put off for long, and never fills one. */
const MAX_ROUNDS = 500;

/** Ends what was held for 30 days and deletes logs past their age, in small transactions (decision 0011). */
@Injectable()
export class ExpireDeliveriesTask implements ScheduledTask {
  readonly name = 'postback-retention';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly deliveries: DeliveryRepository,
    private readonly replays: ReplayRepository,
    private readonly config: AppConfig,
  ) {}

  async run(): Promise<void> {
    const { logDays } = this.config.postbacks;
    await this.inRounds((tx) => this.deliveries.expireHeld(tx, HELD_DAYS, ROWS_AT_ONCE));
    await this.inRounds((tx) => this.deliveries.deletePast(tx, logDays, ROWS_AT_ONCE));
    await this.txRunner.run((tx) => this.replays.deleteFinished(tx, REPLAY_DAYS));
  }

  private async inRounds(round: (tx: Tx) => Promise<number>): Promise<void> {
    for (let done = 0; done < MAX_ROUNDS; done += 1) {
      if ((await this.txRunner.run(round)) < ROWS_AT_ONCE) return;
    }
  }
}
