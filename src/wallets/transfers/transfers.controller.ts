import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, MovesMoney } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  list,
  ListQuery,
  type Reply,
  RouteId,
} from '../../common/http';
import { walletErrors } from '../wallet.errors';
import { WalletReader } from '../wallet.reader';
import { CreateTransferBody } from './create-transfer.body';
import { CreateTransferUseCase } from './create-transfer.use-case';
import { TransferReader } from './transfer.reader';
import { toTransferResponse, TransferResponse } from './transfer.response';

/** Transfers between a merchant's wallets (money contract §12). */
@ApiTags('Wallets')
@Controller('v1/wallets/:id/transfers')
export class TransfersController {
  constructor(
    private readonly wallets: WalletReader,
    private readonly transfers: TransferReader,
    private readonly createTransfer: CreateTransferUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: "List transfers from the merchant's own wallet, or to a submerchant's" })
  @ApiListReply(TransferResponse, 'The transfers, newest first.')
  async list(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: ListQuery,
  ): Promise<Reply> {
    const wallet = await this.wallets.getRecord(merchant.merchantId, id);
    return list('These are the transfers.', await this.transfers.list(wallet, query), toTransferResponse);
  }

  /** Immediate and final. */
  @Post()
  @MovesMoney()
  @ApiOperation({ summary: "Move money from the merchant's own wallet to an active submerchant's" })
  @ApiReply(201, TransferResponse, 'The transfer, done.')
  @ApiErrors(
    commonErrors.IDEMPOTENCY_KEY_REQUIRED,
    walletErrors.TRANSFER_NOT_ALLOWED,
    walletErrors.WALLET_FROZEN,
    commonErrors.INSUFFICIENT_BALANCE,
  )
  create(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Body() body: CreateTransferBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.createTransfer.execute(merchant.merchantId, id, body, key);
  }
}
