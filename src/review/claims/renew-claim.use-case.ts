import { Injectable } from '@nestjs/common';
import { TxRunner } from '../../database';
import { ClaimService } from './claim.service';

/** A request of an operator on a case keeps a claim of theirs alive (contract §8), whatever becomes of the request. */
@Injectable()
export class RenewClaimUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly claims: ClaimService,
  ) {}

  /** In a transaction of its own, before that of the request: one that is refused shows that its operator is at work. */
  async execute(submerchantId: string, operatorId: string): Promise<void> {
    await this.transactions.runStatement((tx) => this.claims.renew(tx, submerchantId, operatorId));
  }
}
