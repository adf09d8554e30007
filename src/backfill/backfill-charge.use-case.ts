import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PastChargesService } from '../charges';
import { TxRunner } from '../database';
import { PostedFirstService } from '../receivables';
import { PastBooksService } from './past-books.service';

/** Posts one charge of before, because it is about to change. */
@Injectable()
export class BackfillChargeUseCase implements OnModuleInit {
  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: PastChargesService,
    private readonly past: PastBooksService,
    private readonly postedFirst: PostedFirstService,
  ) {}

  onModuleInit(): void {
    this.postedFirst.register((merchantId, chargeId) => this.execute(merchantId, chargeId));
  }

  /** Waits for whoever holds the charge. Once it is posted it changes nothing. */
  async execute(merchantId: string, chargeId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const locked = await this.charges.lock(tx, merchantId, [chargeId], { limit: 1, waits: true });
      await this.past.post(tx, merchantId, locked);
    });
  }
}
