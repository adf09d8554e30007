import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { named } from '../../common/errors';
import { toStatusSummary } from '../../common/money';
import { MAX_CENTS } from '../../common/validation';
import { PayableDestinationsService } from '../../destinations';
import { PAYOUT_METHODS, ProviderAccountsService } from '../../providers';
import { WalletFundsService } from '../../wallets';
import { WithdrawalTermsService } from '../create/withdrawal-terms.service';
import { methodTo } from '../send/method.rules';
import { TED_WINDOW } from '../send/window.rules';
import { WithdrawalRepository } from '../withdrawal.repository';
import type { WithdrawalOptionsResponse } from './options.response';
import type { WithdrawalSummaryResponse } from './summary.response';

/** What may be withdrawn, and what was (money contract §15). */
@Injectable()
export class WithdrawalFactsReader {
  constructor(
    private readonly wallets: WalletFundsService,
    private readonly terms: WithdrawalTermsService,
    private readonly accounts: ProviderAccountsService,
    private readonly destinations: PayableDestinationsService,
    private readonly withdrawals: WithdrawalRepository,
  ) {}

  /** Throws NOT_FOUND, also for another merchant's wallet. */
  async getOptions(
    { merchantId, mode }: MerchantIdentity,
    walletId: string,
  ): Promise<WithdrawalOptionsResponse> {
    const wallet = await named('wallet', this.wallets.get(merchantId, walletId));
    const withdrawable = await this.wallets.withdrawableOf(wallet);
    const { limits, feeOf } = await this.terms.get(merchantId, mode);
    const used = await this.terms.usedToday(merchantId, walletId);
    const account = await this.accounts.chooseForPayouts(merchantId, mode);
    const port = account?.adapter.payouts ?? null;
    const daily = limits.daily_amount_cents;
    const dailyLeft = daily === null ? null : Math.max(0, daily - used.amountCents);
    const countLeft = Math.max(0, limits.daily_count - used.count);
    // To where it goes when nothing is said.
    const destination = await this.destinations.findDefault(wallet);
    const method = destination === null || port === null ? 'pix' : methodTo(destination, port);
    const bounds = [
      ...[withdrawable - feeOf(method), MAX_CENTS],
      ...[limits.maximum_cents ?? Infinity, dailyLeft ?? Infinity],
    ];
    return {
      withdrawable,
      maximum: countLeft === 0 ? 0 : Math.max(0, Math.min(...bounds)),
      minimum: limits.minimum_cents,
      methods: PAYOUT_METHODS.map((method) => ({
        method,
        enabled: port !== null && (method === 'pix' || port.bankAccountsBy === 'ted'),
        fee: feeOf(method),
        window: method === 'pix' ? null : { opens: TED_WINDOW.from, closes: TED_WINDOW.to },
      })),
      limits: { daily_amount: daily, daily_amount_left: dailyLeft, daily_count_left: countLeft },
    };
  }

  /** Of all of a merchant's, or of one wallet's. Throws NOT_FOUND. */
  async getSummary(merchantId: string, walletId: string | null): Promise<WithdrawalSummaryResponse> {
    if (walletId !== null) await named('wallet', this.wallets.get(merchantId, walletId));
    return toStatusSummary(await this.withdrawals.listGroups(merchantId, walletId));
  }
}
