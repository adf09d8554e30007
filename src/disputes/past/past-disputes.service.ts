import { Injectable } from '@nestjs/common';
import type { PastCharge } from '../../charges';
import { IdGenerator } from '../../common';
import type { Tx } from '../../database';
import type { PastMoney, PastPurses } from '../../receivables';
import { DisputeRepository } from '../dispute.repository';
import { pastChargeback, type PastChargeback } from './past-chargeback';

/** Chargebacks of before, as disputes. What happened then is not announced now. */
@Injectable()
export class PastDisputesService {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly ids: IdGenerator,
  ) {}

  /** Plays the chargeback of a moment. */
  play(past: PastCharge, at: Date, money: PastMoney, purses: PastPurses): PastChargeback {
    return pastChargeback(past, at, money, purses, this.ids.next());
  }

  /** Writes them, after the receivables that they take from. */
  async write(tx: Tx, chargebacks: readonly PastChargeback[]): Promise<void> {
    for (const { record } of chargebacks) await this.disputes.insert(tx, record);
  }
}
