import { Injectable } from '@nestjs/common';
import { Grouped, GROUPS_OF_WRITES, TxRunner } from '../../database';
import type { WorkOnCase } from './case-claim.repository';
import { ClaimService } from './claim.service';

/** A request of an operator on a case keeps a claim of theirs alive (contract §8), whatever becomes of the request. */
@Injectable()
export class RenewClaimUseCase {
  private readonly groups: Grouped<WorkOnCase, undefined>;

  constructor(transactions: TxRunner, claims: ClaimService) {
    this.groups = new Grouped<WorkOnCase, undefined>(GROUPS_OF_WRITES, async (worked) => {
      await transactions.runStatement((tx) => claims.renew(tx, worked));
      return worked.map(() => undefined);
    });
  }

  /**
   * In a transaction of its own, before that of the request: one that is refused shows that its operator is at work. All who wait in one
   * statement (decision 0028).
   */
  async execute(submerchantId: string, operatorId: string): Promise<void> {
    await this.groups.run({ submerchantId, operatorId });
  }
}
