import { Injectable } from '@nestjs/common';
import { DryRun, type DryRunQuery, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { SubmerchantLifecycle, submerchantTransitions } from '../../submerchants';
import { RequirementReader } from '../requirements/requirement.reader';
import { blockingOf, toErrorDetail } from '../requirements/requirement.rules';
import { reviewErrors } from '../review.errors';

/** A merchant submits a complete registration: the operators review it now. */
@Injectable()
export class SubmitForReviewUseCase {
  constructor(
    private readonly dryRun: DryRun,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly requirements: RequirementReader,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, REQUIREMENTS_NOT_MET with all that is missing at once (contract §5). */
  async execute(merchantId: string, id: string, query: DryRunQuery, key: IdempotencyRequest): Promise<Reply> {
    return this.dryRun.run(query, key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchantId, id);
      submerchantTransitions.next(submerchant.status, 'submit');
      const blocking = blockingOf(await this.requirements.list(submerchant, tx));
      if (blocking.length > 0)
        throw reviewErrors.REQUIREMENTS_NOT_MET({ details: blocking.map(toErrorDetail) });
      return ok('Submitted for review.', await this.submerchants.submit(tx, submerchant));
    });
  }
}
