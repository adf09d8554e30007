import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { localDay } from '../../common/calendar';
import { TxRunner } from '../../database';
import { LedgerService } from '../../ledger';
import { HoldReleaseService } from './hold-release.service';
import { HoldRepository } from './hold.repository';

/** Of one transaction; each is a transaction of the books. */
const BATCH = 200;

/** Releases what is held until today or an earlier day: each once, however many do so, whatever was missed before. */
@Injectable()
export class ReleaseDueHoldsUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly holds: HoldRepository,
    private readonly releasing: HoldReleaseService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @param stop ends it between two rounds */
  async execute(stop?: AbortSignal): Promise<void> {
    while (stop?.aborted !== true && (await this.release()) === BATCH);
  }

  private release(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const holds = await this.holds.lockDue(tx, localDay(this.clock.now()), BATCH);
      if (holds.length === 0) return 0;
      await this.ledger.post(tx, await this.releasing.release(tx, holds, null));
      for (const { merchantId, id, walletId, amountCents } of holds)
        await this.audit.append(tx, {
          action: 'hold.released',
          actor: SYSTEM_ACTOR,
          target: { type: 'wallet', id: walletId },
          merchantId,
          details: { hold: id, amount: amountCents },
        });
      return holds.length;
    });
  }
}
