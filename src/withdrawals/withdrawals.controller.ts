import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { InPortal, Merchant, type MerchantIdentity, MovesMoney } from '../auth';
import { commonErrors } from '../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ok,
  type Reply,
  RouteId,
} from '../common/http';
import { walletErrors } from '../wallets';
import { CancelWithdrawalUseCase } from './cancel/cancel-withdrawal.use-case';
import { CreateWithdrawalBody } from './create/create-withdrawal.body';
import { CreateWithdrawalUseCase } from './create/create-withdrawal.use-case';
import { ListWithdrawalsQuery } from './list-withdrawals.query';
import { WithdrawalOptionsResponse, WithdrawalWalletQuery } from './look/options.response';
import { WithdrawalSummaryResponse } from './look/summary.response';
import { WithdrawalFactsReader } from './look/withdrawal-facts.reader';
import { withdrawalErrors } from './withdrawal.errors';
import { WithdrawalReader } from './withdrawal.reader';
import { toWithdrawalResponse, WithdrawalResponse } from './withdrawal.response';

/** Money that leaves wallets (money contract §15). */
@ApiTags('Withdrawals')
@InPortal()
@Controller('v1/withdrawals')
export class WithdrawalsController {
  constructor(
    private readonly withdrawals: WithdrawalReader,
    private readonly facts: WithdrawalFactsReader,
    private readonly creating: CreateWithdrawalUseCase,
    private readonly cancelling: CancelWithdrawalUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List withdrawals' })
  @ApiListReply(WithdrawalResponse, 'The withdrawals, newest first.')
  async list(
    @Merchant() { merchantId }: MerchantIdentity,
    @Query() query: ListWithdrawalsQuery,
  ): Promise<Reply> {
    const page = await this.withdrawals.list(merchantId, query);
    return list('These are the withdrawals.', page, toWithdrawalResponse);
  }

  @Get('options')
  @ApiOperation({ summary: 'Read what may be withdrawn now, and how' })
  @ApiReply(200, WithdrawalOptionsResponse, 'Of one wallet.')
  @ApiErrors(commonErrors.NOT_FOUND)
  async getOptions(
    @Merchant() merchant: MerchantIdentity,
    @Query() { wallet_id: walletId = merchant.merchantId }: WithdrawalWalletQuery,
  ): Promise<Reply> {
    return ok('This may be withdrawn.', await this.facts.getOptions(merchant, walletId.toLowerCase()));
  }

  @Get('summary')
  @ApiOperation({ summary: 'Sum up withdrawals by status' })
  @ApiReply(200, WithdrawalSummaryResponse, 'Of all wallets, or of one.')
  @ApiErrors(commonErrors.NOT_FOUND)
  async getSummary(
    @Merchant() { merchantId }: MerchantIdentity,
    @Query() { wallet_id: walletId }: WithdrawalWalletQuery,
  ): Promise<Reply> {
    const summary = await this.facts.getSummary(merchantId, walletId?.toLowerCase() ?? null);
    return ok('This is the summary.', summary);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one withdrawal' })
  @ApiReply(200, WithdrawalResponse, 'The withdrawal.')
  async get(@Merchant() { merchantId }: MerchantIdentity, @RouteId('id') id: string): Promise<Reply> {
    return ok('This is the withdrawal.', toWithdrawalResponse(await this.withdrawals.get(merchantId, id)));
  }

  /** Amount and fee are held at once; it is sent moments later. */
  @Post()
  @MovesMoney()
  @ApiOperation({ summary: 'Withdraw money to a registered destination' })
  @ApiReply(201, WithdrawalResponse, 'The withdrawal, pending or under_review.')
  @ApiErrors(
    commonErrors.NOT_FOUND,
    commonErrors.IDEMPOTENCY_KEY_REQUIRED,
    commonErrors.INSUFFICIENT_BALANCE,
    withdrawalErrors.WITHDRAWAL_LIMIT_EXCEEDED,
    walletErrors.WALLET_FROZEN,
    withdrawalErrors.DESTINATION_NOT_USABLE,
    commonErrors.PROVIDER_NOT_CONFIGURED,
    withdrawalErrors.DUPLICATE_EXTERNAL_ID,
  )
  create(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: CreateWithdrawalBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.creating.execute(merchant, body, key);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @MovesMoney()
  @ApiOperation({ summary: 'Take a withdrawal back before it is sent' })
  @ApiReply(200, WithdrawalResponse, 'The cancelled withdrawal; its money is available again.')
  @ApiErrors(commonErrors.INVALID_STATE)
  cancel(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.cancelling.execute(merchant, id, key);
  }
}
