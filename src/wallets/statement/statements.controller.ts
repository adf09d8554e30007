import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Readable } from 'node:stream';
import { InPortal, Merchant, type MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { ApiErrors, ApiReply, ok, type Reply, RouteId } from '../../common/http';
import { walletErrors } from '../wallet.errors';
import { WalletReader } from '../wallet.reader';
import { StatementQuery } from './statement.query';
import { StatementReader } from './statement.reader';
import { StatementResponse, toStatementResponse } from './statement.response';

/** Statements of a wallet's accounts (money contract §12). */
@ApiTags('Wallets')
@InPortal()
@Controller('v1/wallets/:id')
export class StatementsController {
  constructor(
    private readonly wallets: WalletReader,
    private readonly statements: StatementReader,
  ) {}

  @Get('statement')
  @ApiOperation({ summary: 'What a period came to, by kind and by day' })
  @ApiReply(200, StatementResponse, 'The statement; its days are those of America/Sao_Paulo.')
  async get(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: StatementQuery,
  ): Promise<Reply> {
    const wallet = await this.wallets.getRecord(merchant.merchantId, id);
    return ok('This is the statement.', toStatementResponse(await this.statements.get(wallet, query)));
  }

  @Get('statement.csv')
  @ApiOperation({ summary: "A period's entries as a file, oldest first" })
  @ApiOkResponse({
    description: 'CSV (RFC 4180, UTF-8) with a header; amounts in reais.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @ApiErrors(commonErrors.NOT_FOUND, walletErrors.STATEMENT_TOO_LARGE)
  async download(
    @Merchant() merchant: MerchantIdentity,
    @RouteId('id') id: string,
    @Query() query: StatementQuery,
  ): Promise<StreamableFile> {
    const wallet = await this.wallets.getRecord(merchant.merchantId, id);
    const lines = await this.statements.openCsv(wallet, query);
    return new StreamableFile(Readable.from(lines, { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="statement-${query.date_from}-${query.date_to}.csv"`,
    });
  }
}
