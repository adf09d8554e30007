import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { TxRunner } from '../../database';
import { LedgerService, walletAccount } from '../../ledger';
import { type DueReserves, ReserveRepository } from './reserve.repository';

/** Of one transaction; each is a transaction of the books. */
const BATCH = 200;

/** Gives back what was held (money contract §13): each reserve once, however many do so. */
@Injectable()
export class ReleaseReservesUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly reserves: ReserveRepository,
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers how many were given back.
   * @param stop ends it between two rounds
   */
  async execute(due: DueReserves, stop?: AbortSignal): Promise<number> {
    let released = 0;
    while (stop?.aborted !== true) {
      const round = await this.release(due);
      released += round;
      if (round < BATCH) break;
    }
    return released;
  }

  private release(due: DueReserves): Promise<number> {
    return this.transactions.run(async (tx) => {
      const reserves = await this.reserves.lockDue(tx, due, BATCH);
      if (reserves.length === 0) return 0;
      const now = this.clock.now();
      await this.reserves.release(tx, reserves, now);
      await this.ledger.post(
        tx,
        reserves.map(({ merchantId, id, walletId, leftCents }) => ({
          merchantId,
          reference: `reserve:${id}:released`,
          kind: 'reserve_release',
          resource: { type: 'reserve', id },
          occurredAt: now,
          lines: [
            { account: walletAccount(walletId, 'reserve'), amountCents: -leftCents },
            { account: walletAccount(walletId, 'available'), amountCents: leftCents },
          ],
        })),
      );
      return reserves.length;
    });
  }
}
