import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { SettledEarlyResponse } from './settled-early.response';
import { ReleaseReservesUseCase } from '../reserves/release-reserves.use-case';
import { SettleReceivablesUseCase } from '../settlements/settle-receivables.use-case';

/** Lets a test merchant's money come before its day (money contract §20, Sandbox). */
@Injectable()
export class SettleEarlyUseCase {
  constructor(
    private readonly settleReceivables: SettleReceivablesUseCase,
    private readonly releaseReserves: ReleaseReservesUseCase,
    private readonly idempotency: Idempotency,
  ) {}

  async execute(merchantId: string, until: string, key: IdempotencyRequest): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    // Several transactions, each of which does no harm when it is repeated: the key is written after them.
    const { settlements, receivables, amountCents } = await this.settleReceivables.execute({
      merchantId,
      until,
      sparesPromised: true,
    });
    await this.releaseReserves.execute({ merchantId, until });
    const settled: SettledEarlyResponse = {
      until_date: until,
      settlements,
      receivables,
      amount: amountCents,
    };
    return this.idempotency.run(key, () => Promise.resolve(ok('What was due is settled.', settled)));
  }
}
