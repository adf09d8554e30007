import { Injectable } from '@nestjs/common';
import type { MerchantMode } from '../../auth';
import { Clock } from '../../common';
import { localDay, startOfDay } from '../../common/calendar';
import type { Reading } from '../../database';
import type { PayoutMethod } from '../../providers';
import { type Conditions, findWithdrawalTerm, getLimitsTerm, TermsReader } from '../../terms';
import { WithdrawalRepository } from '../withdrawal.repository';
import type { UsedToday } from './limits.rules';

/** What holds of a merchant's withdrawals now. */
export interface WithdrawalTerms {
  readonly limits: Conditions['limits'];
  readonly feeOf: (method: PayoutMethod) => number;
}

/** The terms of withdrawals, and what of a wallet's day is used up. */
@Injectable()
export class WithdrawalTermsService {
  constructor(
    private readonly terms: TermsReader,
    private readonly withdrawals: WithdrawalRepository,
    private readonly clock: Clock,
  ) {}

  async get(merchantId: string, mode: MerchantMode, reading?: Reading): Promise<WithdrawalTerms> {
    const terms = await this.terms.listInForce({ merchantId, mode }, this.clock.now(), reading);
    return {
      limits: getLimitsTerm(terms).conditions,
      feeOf: (method) => findWithdrawalTerm(terms, method)?.conditions.fixed_cents ?? 0,
    };
  }

  /** Of the running day in America/Sao_Paulo. */
  usedToday(merchantId: string, walletId: string, reading?: Reading): Promise<UsedToday> {
    const since = startOfDay(localDay(this.clock.now()));
    return this.withdrawals.getUsedSince(merchantId, walletId, since, reading);
  }
}
