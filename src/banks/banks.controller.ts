import { createHash } from 'node:crypto';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { InPortal } from '../auth';
import { ApiListReply, ApiReply, list, ok, type Reply } from '../common/http';
import { BANKS_AS_OF, BankReader } from './bank.reader';
import { BankResponse, toBankResponse } from './bank.response';
import { ListBanksQuery } from './list-banks.query';

const AS_OF = `The central bank's list as of ${BANKS_AS_OF}.`;

const UNCHANGED = { status: 304, description: 'As it was under the `If-None-Match` that was sent.' } as const;

/** The banks that an account can be at (money contract §18). */
@ApiTags('Banks')
@ApiResponse(UNCHANGED)
@Controller('v1/banks')
export class BanksController {
  constructor(private readonly banks: BankReader) {}

  @Get()
  @InPortal()
  @ApiOperation({ summary: 'List or search banks' })
  @ApiListReply(BankResponse, `Banks, by code. ${AS_OF}`)
  list(@Query() query: ListBanksQuery): Reply {
    return kept(list('These are the banks.', this.banks.list(query), toBankResponse));
  }

  @Get('ispb/:ispb')
  @ApiOperation({ summary: 'Read one bank by its number in the payment system' })
  @ApiParam({ name: 'ispb', description: 'Eight of 0-9A-Z.' })
  @ApiReply(200, BankResponse, `The bank. ${AS_OF}`)
  getByIspb(@Param('ispb') ispb: string): Reply {
    return kept(ok('This is the bank.', toBankResponse(this.banks.getByIspb(ispb))));
  }

  @Get(':code')
  @ApiOperation({ summary: 'Read one bank by its code' })
  @ApiParam({ name: 'code', description: 'Three digits.' })
  @ApiReply(200, BankResponse, `The bank. ${AS_OF}`)
  get(@Param('code') code: string): Reply {
    return kept(ok('This is the bank.', toBankResponse(this.banks.get(code))));
  }
}

/** What never changes while the service runs may be kept by whoever asked, and is not sent again to those that still have it. */
function kept(reply: Reply): Reply {
  const tag = createHash('sha256')
    .update(reply.text() ?? '')
    .digest('base64url');
  return reply.with('Cache-Control', 'private, max-age=86400').with('ETag', `"${tag}"`);
}
