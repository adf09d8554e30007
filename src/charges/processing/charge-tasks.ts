import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import { newProviderCall, ProviderCallsService } from '../../providers';
import { aboutCharge } from '../create/new-charge';
import { ChargeRepository } from '../charge.repository';

const EXPIRE_EVERY_MS = 60_000;
const EXPIRE_BATCH = 100;
const TIDY_EVERY_MS = 10_000;

/** Makes visible whose time is up (contract §6): unpaid charges expire, old authorisations are voided. */
@Injectable()
export class ExpireCharges implements ScheduledTask {
  readonly name = 'charges-expire';
  readonly everyMs = EXPIRE_EVERY_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly lifecycle: ChargeLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    while ((await this.expireBatch()) === EXPIRE_BATCH);
  }

  private expireBatch(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const records = await this.charges.lockExpired(tx, EXPIRE_BATCH);
      for (const record of records) {
        const { charge } = record;
        if (charge.status === 'pending') {
          await this.lifecycle.change(tx, record, 'expire');
          continue;
        }
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

/**
 * The search index keeps what is new in a list, which somebody has to sort in when it is long. That takes tenths of a
 * second: the worker does it betimes, so that no request of a merchant has to (decision 0003).
 */
@Injectable()
export class TidyChargeSearch implements ScheduledTask {
  readonly name = 'charges-tidy-search';
  readonly everyMs = TIDY_EVERY_MS;

  constructor(private readonly charges: ChargeRepository) {}

  async run(): Promise<void> {
    await this.charges.tidySearch();
  }
}
