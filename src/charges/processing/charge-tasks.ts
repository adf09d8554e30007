import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { JobQueues, type ScheduledTask } from '../../common/queue';
import { TxRunner } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import { newOperation } from '../operations/new-operation';
import { ChargeRepository } from '../charge.repository';
import { OperationsRepository } from '../operations/operations.repository';
import { operationJob } from './operation-job';

const SWEEP_EVERY_MS = 2_000;
const SWEEP_BATCH = 200;
/** An operation that stays due gets another job after this long. */
const ROUND_MS = 10_000;
const EXPIRE_EVERY_MS = 60_000;
const EXPIRE_BATCH = 100;
const TIDY_EVERY_MS = 10_000;

/** Finds operations that nobody works on: their job was lost, the process that had them died, or a retry is due. */
@Injectable()
export class SweepOperations implements ScheduledTask {
  readonly name = 'charges-sweep-operations';
  readonly everyMs = SWEEP_EVERY_MS;

  constructor(
    private readonly operations: OperationsRepository,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const round = String(Math.floor(this.clock.now().getTime() / ROUND_MS));
    const due = await this.operations.findDue(SWEEP_BATCH);
    await this.queues.add(due.map((id) => operationJob(id, round)));
  }
}

/** Makes visible whose time is up (contract §6): unpaid charges expire, old authorisations are voided. */
@Injectable()
export class ExpireCharges implements ScheduledTask {
  readonly name = 'charges-expire';
  readonly everyMs = EXPIRE_EVERY_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: ChargeRepository,
    private readonly operations: OperationsRepository,
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
        const now = this.clock.now();
        const by = { id: this.ids.next(), now, scope: null, claimed: false };
        const operation = newOperation(charge, 'void', charge.totalAmountCents, by);
        await this.operations.insert(tx, operation);
      }
      return records.length;
    });
  }
}

/**
 * The search index keeps what is new in a list, which somebody has to sort in when it is long. That takes tenths of a
 * second: the worker does it betimes, so that no request of a merchant has to (decision 0079).
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
