import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { assertVersion, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { type Submerchant, SubmerchantRepository } from '../../submerchants';
import { QueuedCase } from '../cases/queued-case.entity';
import { CaseClaims } from '../claims/case-claims';
import { Meanwhile } from './meanwhile';

/** An operator's request to do something with a case. */
export interface CaseRequest {
  /** Of the submerchant. */
  readonly id: string;
  readonly operator: OperatorIdentity;
  readonly key: IdempotencyRequest;
  /** The version that the operator has seen (If-Match). */
  readonly expected: number | null;
  /** On a document: whoever comes too late is told of another verdict too. */
  readonly isVerdict?: true;
}

/** A PATCH or DELETE takes no Idempotency-Key (contract §1). */
export const NO_KEY: IdempotencyRequest = { scope: null, body: '' };

/** How every decision of an operator goes (contract §8). */
@Injectable()
export class CaseDesk {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly claims: CaseClaims,
    private readonly idempotency: Idempotency,
    private readonly meanwhile: Meanwhile,
  ) {}

  /**
   * One transaction: lock the case, check the version that the operator has seen, make the case theirs, decide, give
   * it back when nothing more waits, answer. Throws NOT_FOUND, STALE_VERSION, CASE_CLAIMED.
   */
  async decide<T>(
    { id, operator, key, expected, isVerdict }: CaseRequest,
    decision: (tx: Tx, submerchant: Submerchant) => Promise<T>,
    answer: (tx: Tx, submerchant: Submerchant, decided: T) => Promise<Reply>,
  ): Promise<Reply> {
    // Outside of the transaction: also a request that is refused shows that its operator is at work.
    await this.claims.renew(id, operator.operatorId);
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.submerchants.lockAny(tx, id);
      const found = { id, status: submerchant.status };
      try {
        assertVersion(submerchant.version, expected);
        await this.claims.take(tx, submerchant, operator.operatorId);
        const decided = await decision(tx, submerchant);
        if (!(await tx.existsBy(QueuedCase, { id }))) await this.claims.end(tx, id);
        return await answer(tx, submerchant, decided);
      } catch (error) {
        throw await this.meanwhile.explain(tx, found, error, isVerdict ?? false);
      }
    });
  }
}
