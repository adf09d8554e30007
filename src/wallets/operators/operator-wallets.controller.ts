import { Body, Controller, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Operator, type OperatorIdentity, Roles } from '../../auth';
import { commonErrors } from '../../common/errors';
import {
  ApiErrors,
  ApiListReply,
  ApiReply,
  IdempotencyKey,
  type IdempotencyRequest,
  IfMatch,
  list,
  ok,
  type Reply,
  RouteId,
} from '../../common/http';
import { EntryReader } from '../entries/entry.reader';
import { EntryResponse, toEntryResponse } from '../entries/entry.response';
import { ListEntriesQuery } from '../entries/list-entries.query';
import { ListOperatorWalletsQuery } from '../listing/list-wallets.query';
import { StatementQuery } from '../statement/statement.query';
import { StatementReader } from '../statement/statement.reader';
import { StatementResponse, toStatementResponse } from '../statement/statement.response';
import { WalletReader } from '../wallet.reader';
import { OperatorWalletResponse } from '../wallet.response';
import { ChangeWalletBody, WalletReasonBody } from './change-wallet.body';
import { FreezeWalletUseCase } from './freeze-wallet.use-case';
import { SetDebtLimitUseCase } from './set-debt-limit.use-case';

/** Wallets of all merchants, for operators (money contract §20). */
@ApiTags('Review')
@Controller('v1/review/wallets')
export class OperatorWalletsController {
  constructor(
    private readonly wallets: WalletReader,
    private readonly entries: EntryReader,
    private readonly statements: StatementReader,
    private readonly freezing: FreezeWalletUseCase,
    private readonly limiting: SetDebtLimitUseCase,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Search wallets of all merchants' })
  @ApiListReply(OperatorWalletResponse, 'The wallets, newest first.')
  async list(@Query() query: ListOperatorWalletsQuery): Promise<Reply> {
    return list('Wallets.', await this.wallets.listAny(query), (wallet) => wallet);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read one wallet' })
  @ApiReply(200, OperatorWalletResponse, 'The wallet.')
  async get(@RouteId('id') id: string): Promise<Reply> {
    const wallet = await this.wallets.getAnyRecord(id);
    return ok('Wallet.', await this.wallets.respondToOperator(wallet));
  }

  @Get(':id/entries')
  @ApiOperation({ summary: "List the entries of one of a wallet's accounts" })
  @ApiListReply(EntryResponse, 'The entries, newest first.')
  async listEntries(@RouteId('id') id: string, @Query() query: ListEntriesQuery): Promise<Reply> {
    const wallet = await this.wallets.getAnyRecord(id);
    return list('Entries.', await this.entries.list(wallet, query), toEntryResponse);
  }

  @Get(':id/statement')
  @ApiOperation({ summary: "What a period came to on one of a wallet's accounts, by kind and by day" })
  @ApiReply(200, StatementResponse, 'The statement; its days are those of America/Sao_Paulo.')
  async getStatement(@RouteId('id') id: string, @Query() query: StatementQuery): Promise<Reply> {
    const wallet = await this.wallets.getAnyRecord(id);
    return ok('Statement.', toStatementResponse(await this.statements.get(wallet, query)));
  }

  @Post(':id/freeze')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: 'Let nothing leave a wallet' })
  @ApiReply(200, OperatorWalletResponse, 'The wallet, frozen.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  freeze(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() { reason }: WalletReasonBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return this.freezing.execute({ operator, id, expectedVersion }, 'freeze', reason, key);
  }

  @Post(':id/unfreeze')
  @HttpCode(200)
  @Roles('treasurer', 'admin')
  @ApiOperation({ summary: "End an operator's freeze of a wallet" })
  @ApiReply(200, OperatorWalletResponse, 'The wallet; frozen on while its submerchant is not active.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.STALE_VERSION)
  unfreeze(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() { reason }: WalletReasonBody,
    @IdempotencyKey() key: IdempotencyRequest,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return this.freezing.execute({ operator, id, expectedVersion }, 'unfreeze', reason, key);
  }

  @Patch(':id')
  @Roles('admin')
  @ApiOperation({ summary: 'Say how much the owner of a wallet may owe' })
  @ApiReply(200, OperatorWalletResponse, 'The wallet.')
  @ApiErrors(commonErrors.STALE_VERSION)
  async change(
    @Operator() operator: OperatorIdentity,
    @RouteId('id') id: string,
    @Body() { debt_limit: limit }: ChangeWalletBody,
    @IfMatch() expectedVersion: number | null,
  ): Promise<Reply> {
    return ok('Changed.', await this.limiting.execute({ operator, id, expectedVersion }, limit ?? null));
  }
}
