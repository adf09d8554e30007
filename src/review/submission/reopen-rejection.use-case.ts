import { Injectable } from '@nestjs/common';
import { DryRun, type DryRunQuery, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { SubmerchantLifecycle, submerchantTransitions } from '../../submerchants';
import { reviewErrors } from '../review.errors';

/** A merchant opens a correctable rejection again, to edit and submit once more. */
@Injectable()
export class ReopenRejectionUseCase {
  constructor(
    private readonly dryRun: DryRun,
    private readonly submerchants: SubmerchantLifecycle,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, RESUBMISSION_NOT_ALLOWED. */
  async execute(merchantId: string, id: string, query: DryRunQuery, key: IdempotencyRequest): Promise<Reply> {
    const lock = (tx: Tx) => this.submerchants.lock(tx, merchantId, id);
    return this.dryRun.run(query, key, lock, async (tx, submerchant) => {
      submerchantTransitions.next(submerchant.status, 'resubmit');
      if (submerchant.rejection?.correctable !== true) throw reviewErrors.RESUBMISSION_NOT_ALLOWED();
      return ok('Open for correction.', await this.submerchants.resubmit(tx, submerchant));
    });
  }
}
