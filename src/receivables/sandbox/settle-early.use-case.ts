import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { SettledEarlyResponse } from './settled-early.response';
import { type DueReceivables, ReceivableRepository } from '../receivable.repository';
import { ReserveRepository } from '../reserves/reserve.repository';
import { ReleaseReservesUseCase } from '../reserves/release-reserves.use-case';
import { SettleReceivablesUseCase } from '../settlements/settle-receivables.use-case';

/** Nothing holds a receivable for longer, but what is stuck. */
const LONGEST_MS = 10_000;
const PAUSE_MS = 50;

/** Lets a test merchant's money come before its day (money contract §20, Sandbox). */
@Injectable()
export class SettleEarlyUseCase {
  constructor(
    private readonly settleReceivables: SettleReceivablesUseCase,
    private readonly releaseReserves: ReleaseReservesUseCase,
    private readonly receivables: ReceivableRepository,
    private readonly reserves: ReserveRepository,
    private readonly idempotency: Idempotency,
  ) {}

  async execute(merchantId: string, until: string, key: IdempotencyRequest): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    // Several transactions, each of which does no harm when it is repeated: the key is written after them.
    const settled: SettledEarlyResponse = { until_date: until, settlements: 0, receivables: 0, amount: 0 };
    const due = { merchantId, until, sparesPromised: true } as const;
    const begun = performance.now();
    for (;;) {
      const round = await this.settleReceivables.execute(due);
      settled.settlements += round.settlements;
      settled.receivables += round.receivables;
      settled.amount += round.amountCents;
      await this.releaseReserves.execute({ merchantId, until });
      if (!(await this.isHeldByOthers(due))) break;
      if (performance.now() - begun > LONGEST_MS) throw commonErrors.UNAVAILABLE({ retryAfterSeconds: 1 });
      await pause(PAUSE_MS);
    }
    return this.idempotency.run(key, () => Promise.resolve(ok('What was due is settled.', settled)));
  }

  /** What is left is held: by a refund, a dispute, or somebody else who settles. */
  private async isHeldByOthers(due: DueReceivables & { readonly merchantId: string }): Promise<boolean> {
    return (await this.receivables.hasDue(due)) || (await this.reserves.hasDue(due.merchantId, due.until));
  }
}
