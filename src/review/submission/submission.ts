import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { Tx } from '../../database';
import {
  BY_MERCHANT,
  SubmerchantChanges,
  SubmerchantRepository,
  type SubmerchantResponse,
  submerchantTransitions,
} from '../../submerchants';
import { RequirementsService } from '../requirements/requirements.service';
import { reviewErrors } from '../review.errors';

/** What a merchant does about the review of its submerchant. */
@Injectable()
export class Submission {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly changes: SubmerchantChanges,
    private readonly requirements: RequirementsService,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, REQUIREMENTS_NOT_MET. */
  async submit(tx: Tx, merchantId: string, id: string): Promise<SubmerchantResponse> {
    const submerchant = await this.submerchants.lock(tx, merchantId, id);
    submerchantTransitions.next(submerchant.status, 'submit');
    await this.requirements.assertMet(tx, submerchant);
    submerchant.submittedAt = this.clock.now();
    submerchant.rounds += 1;
    // Contract §5: the last rejection stays visible until the next submission.
    submerchant.rejection = null;
    return this.changes.transition(tx, submerchant, 'submit', { actor: BY_MERCHANT });
  }

  /** Opens a correctable rejection again. Throws NOT_FOUND, INVALID_STATE, RESUBMISSION_NOT_ALLOWED. */
  async requestResubmission(tx: Tx, merchantId: string, id: string): Promise<SubmerchantResponse> {
    const submerchant = await this.submerchants.lock(tx, merchantId, id);
    submerchantTransitions.next(submerchant.status, 'resubmit');
    if (submerchant.rejection?.correctable !== true) throw reviewErrors.RESUBMISSION_NOT_ALLOWED();
    return this.changes.transition(tx, submerchant, 'resubmit', { actor: BY_MERCHANT });
  }
}
