import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../../auth';
import { AuditChain, type ChainVerdict } from '../../../common/audit';
import { ApiListReply, ApiReply, list, ok, type Reply } from '../../../common/http';
import { AuditEntries } from './audit-entries';
import { AuditListQuery } from './audit-list.query';
import {
  AuditEntryResponse,
  AuditVerdictResponse,
  toAuditEntryResponse,
  toAuditVerdictResponse,
} from './audit.response';

/** Who did what, and whether that is still what was written down (contract §8). */
@ApiTags('Review')
@Controller('v1/review/audit')
@Roles('admin')
export class AuditController {
  private underWay: Promise<ChainVerdict> | null = null;

  constructor(
    private readonly entries: AuditEntries,
    private readonly chain: AuditChain,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The audit log, newest first' })
  @ApiListReply(AuditEntryResponse, 'The entries.')
  async list(@Query() query: AuditListQuery): Promise<Reply> {
    return list('Audit log.', await this.entries.list(query), toAuditEntryResponse);
  }

  /** The whole log is read: whoever asks while that is done gets the same answer. */
  @Get('verify')
  @ApiOperation({ summary: 'Verify the chain of the audit log, from the first entry to the head' })
  @ApiReply(200, AuditVerdictResponse, 'Verified; see valid.')
  async verify(): Promise<Reply> {
    this.underWay ??= this.chain.verify().finally(() => {
      this.underWay = null;
    });
    const verdict = await this.underWay;
    const message = verdict.valid ? 'The audit log is sound.' : 'The audit log is broken.';
    return ok(message, toAuditVerdictResponse(verdict));
  }
}
