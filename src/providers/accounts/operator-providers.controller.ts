import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, list, type Reply } from '../../common/http';
import { ListProviderAccountsQuery } from './list-provider-accounts.query';
import { ProviderAccountReader } from './provider-account.reader';
import { ProviderAccountResponse } from './provider-account.response';

/** Who serves whom, for operators to look at; accounts are added on the command line. */
@ApiTags('Review')
@Controller('v1/review/providers')
export class OperatorProvidersController {
  constructor(private readonly accounts: ProviderAccountReader) {}

  @Get()
  @ApiOperation({ summary: 'List the accounts at payment providers' })
  @ApiListReply(
    ProviderAccountResponse,
    'Of the platform and of merchants, newest first; never their credentials.',
  )
  async list(@Query() query: ListProviderAccountsQuery): Promise<Reply> {
    return list('Provider accounts.', await this.accounts.list(query), (item) => item);
  }
}
