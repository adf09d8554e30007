import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { named } from '../../common/errors';
import { WalletFundsService } from '../../wallets';
import { type AnticipationSimulationResponse, toSimulationResponse } from '../look/simulation.response';
import { PlanAnticipationService } from '../plan/plan-anticipation.service';
import type { AnticipationBody } from './anticipation.body';
import { wishOf } from './wish.rules';

/** Says what an anticipation would be, and binds nothing (money contract §16). */
@Injectable()
export class SimulateAnticipationUseCase {
  constructor(
    private readonly wallets: WalletFundsService,
    private readonly planning: PlanAnticipationService,
  ) {}

  /**
   * Throws NOT_FOUND, WALLET_FROZEN, ANTICIPATION_NOT_ENABLED, NOTHING_TO_ANTICIPATE, ANTICIPATION_TOO_LARGE,
   * VALIDATION_FAILED.
   */
  async execute(merchant: MerchantIdentity, body: AnticipationBody): Promise<AnticipationSimulationResponse> {
    const wish = wishOf(merchant.merchantId, body);
    this.wallets.assertActive(await named('wallet', this.wallets.get(merchant.merchantId, wish.walletId)));
    return toSimulationResponse(await this.planning.plan(merchant, wish));
  }
}
