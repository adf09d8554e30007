import { Body, Controller, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, MovesMoney } from '../../auth';
import { merchantActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { ApiErrors, ApiReply, IfMatch, ok, type Reply, RouteId } from '../../common/http';
import { WalletResponse } from '../../wallets';
import { withdrawalErrors } from '../withdrawal.errors';
import { ChangeOwnWalletBody } from './change-wallet.body';
import { SetAutomaticWithdrawalUseCase } from './set-automatic-withdrawal.use-case';

/** What a merchant says of a wallet (money contract §12). */
@ApiTags('Wallets')
@Controller('v1/wallets/:id')
export class AutomaticWithdrawalController {
  constructor(private readonly setting: SetAutomaticWithdrawalUseCase) {}

  /** At 09:00 of its day, or of the next business day, what is withdrawable above retain_amount and the fee is sent. */
  @Patch()
  @MovesMoney()
  @ApiOperation({ summary: 'Let a wallet be paid out by itself' })
  @ApiReply(200, WalletResponse, 'The wallet.')
  @ApiErrors(commonErrors.STALE_VERSION, withdrawalErrors.DESTINATION_NOT_USABLE)
  async change(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') walletId: string,
    @Body() { automatic_withdrawal: automatic }: ChangeOwnWalletBody,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    const { merchantId } = merchant;
    const request = { merchantId, actor: merchantActor(merchant), walletId, expectedVersion };
    return ok('Changed.', await this.setting.execute(request, automatic ?? null));
  }
}
