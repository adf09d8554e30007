import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { insufficientBalance, named } from '../../common/errors';
import { assertKeySent, created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { MAX_CENTS } from '../../common/validation';
import { isConstraintViolation } from '../../database';
import { ProviderAccountsService } from '../../providers';
import { WalletFundsService } from '../../wallets';
import { withdrawalErrors } from '../withdrawal.errors';
import { toWithdrawalResponse } from '../withdrawal.response';
import type { CreateWithdrawalBody } from './create-withdrawal.body';
import { NewWithdrawalService, type SendableFunds } from './new-withdrawal.service';

/** Asks for money to leave a wallet (money contract §15). */
@Injectable()
export class CreateWithdrawalUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletFundsService,
    private readonly accounts: ProviderAccountsService,
    private readonly making: NewWithdrawalService,
  ) {}

  /**
   * Throws IDEMPOTENCY_KEY_REQUIRED, NOT_FOUND, WALLET_FROZEN, PROVIDER_NOT_CONFIGURED, DESTINATION_NOT_USABLE,
   * UNAVAILABLE, INSUFFICIENT_BALANCE, WITHDRAWAL_LIMIT_EXCEEDED, DUPLICATE_EXTERNAL_ID.
   */
  async execute(
    { merchantId, mode }: MerchantIdentity,
    body: CreateWithdrawalBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    assertKeySent(key);
    const account = await this.accounts.chooseForPayouts(merchantId, mode);
    const walletId = (body.wallet_id ?? merchantId).toLowerCase();
    try {
      return await this.idempotency.run(key, async (tx) => {
        // The wallet does not change its state until the end.
        const wallet = await named('wallet', this.wallets.hold(tx, merchantId, walletId));
        const record = await this.making.create(tx, wallet, {
          ...{ mode, account, destinationId: body.destination_id?.toLowerCase() ?? null },
          amountOf: (funds) => amountOf(body.amount, funds),
          ...{ source: 'api', externalId: body.external_id ?? null, description: body.description ?? null },
        });
        if (record === null) throw new Error('what is not enough was refused');
        return created('The money is held for it.', toWithdrawalResponse(record));
      });
    } catch (error) {
      if (isConstraintViolation(error, 'uq_withdrawals_external_id'))
        throw withdrawalErrors.DUPLICATE_EXTERNAL_ID();
      throw error;
    }
  }
}

/** What was asked for, or all that is there. Throws INSUFFICIENT_BALANCE. */
function amountOf(wanted: number | undefined, { mostCents, feeCents }: SendableFunds): number {
  const amountCents = wanted ?? Math.max(1, Math.min(mostCents, MAX_CENTS));
  if (amountCents <= mostCents) return amountCents;
  const needed = { neededCents: amountCents + feeCents, feeCents };
  const heldCents = mostCents + feeCents;
  throw insufficientBalance({ field: 'amount', heldCents, ...needed, account: 'withdrawable' });
}
