import { Injectable } from '@nestjs/common';
import { Outbox } from '../../common/outbox';
import type { Tx } from '../../database';
import { ReserveRepository } from '../reserves/reserve.repository';
import type { SettlementRun } from './settlement-run.rules';
import { settlementCompleted } from './settlement.events';
import { SettlementRepository } from './settlement.repository';

/** Writes settlements with what they hold back and their events; their receivables and the books are the caller's. */
@Injectable()
export class SettlementWriterService {
  constructor(
    private readonly settlements: SettlementRepository,
    private readonly reserves: ReserveRepository,
    private readonly outbox: Outbox,
  ) {}

  async write(tx: Tx, runs: readonly SettlementRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.settlements.insert(
      tx,
      runs.map(({ settlement }) => settlement),
    );
    await this.reserves.insert(
      tx,
      runs.flatMap(({ reserves }) => reserves),
    );
    await this.outbox.append(tx, ...runs.map(({ settlement }) => settlementCompleted(settlement)));
  }
}
