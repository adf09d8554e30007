import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, inRounds, MINUTE_MS } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { newProviderCall, ProviderCallsService } from '../../providers';
import { ChargeLifecycle } from '../charge.lifecycle';
import { ChargeRepository } from '../charge.repository';
import { aboutCharge } from '../create/new-charge';

const BATCH = 100;

/** Makes visible whose time is up (contract §6): unpaid charges expire, old authorisations are voided. */
@Injectable()
export class ExpireChargesTask implements ScheduledTask {
  readonly name = 'charges-expire';
  readonly everyMs = MINUTE_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly lifecycle: ChargeLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    await inRounds(BATCH, () => this.expireBatch(), stop);
  }

  private expireBatch(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const records = await this.charges.lockExpired(tx, BATCH);
      const unpaid = records.filter(({ charge }) => charge.status === 'pending');
      const authorized = records.filter(({ charge }) => charge.status === 'authorized');
      if (unpaid.length > 0) await this.lifecycle.expire(tx, unpaid);
      for (const { charge } of authorized) {
        // The provider holds the payer's money: it is asked to let go, by the next sweep.
        const call = newProviderCall({
          ...aboutCharge(charge),
          id: this.ids.next(),
          kind: 'void',
          amountCents: charge.totalAmountCents,
          now: this.clock.now(),
          scope: null,
          claimed: false,
        });
        await this.calls.insert(tx, call);
      }
      return records.length;
    });
  }
}
