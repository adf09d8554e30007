import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import {
  SubmerchantLifecycle,
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
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly requirements: RequirementsService,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, REQUIREMENTS_NOT_MET. */
  async submit(tx: Tx, merchantId: string, id: string): Promise<SubmerchantResponse> {
    const submerchant = await this.submerchants.lock(tx, merchantId, id);
    submerchantTransitions.next(submerchant.status, 'submit');
    await this.requirements.assertMet(tx, submerchant);
    return this.lifecycle.submit(tx, submerchant);
  }

  /** Opens a correctable rejection again. Throws NOT_FOUND, INVALID_STATE, RESUBMISSION_NOT_ALLOWED. */
  async requestResubmission(tx: Tx, merchantId: string, id: string): Promise<SubmerchantResponse> {
    const submerchant = await this.submerchants.lock(tx, merchantId, id);
    submerchantTransitions.next(submerchant.status, 'resubmit');
    if (submerchant.rejection?.correctable !== true) throw reviewErrors.RESUBMISSION_NOT_ALLOWED();
    return this.lifecycle.resubmit(tx, submerchant);
  }
}
