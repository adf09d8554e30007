import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiListReply, ApiReply, list, ok, type Reply } from '../../common/http';
import { Roles } from '../decorators';
import { AuditEntryResponse } from './audit-entry.response';
import { AuditVerdictResponse, toAuditVerdictResponse } from './audit-verdict.response';
import { AuditReader } from './audit.reader';
import { ListAuditEntriesQuery } from './list-audit-entries.query';

/** Who did what, and whether that is still what was written down (contract §8). */
@ApiTags('Review')
@Controller('v1/review/audit')
@Roles('admin')
export class OperatorAuditController {
  constructor(private readonly audit: AuditReader) {}

  @Get()
  @ApiOperation({ summary: 'The audit log, newest first' })
  @ApiListReply(AuditEntryResponse, 'The entries.')
  async list(@Query() query: ListAuditEntriesQuery): Promise<Reply> {
    return list('Audit log.', await this.audit.list(query), (entry) => entry);
  }

  @Get('verify')
  @ApiOperation({ summary: 'Verify the chain of the audit log, from the first entry to the head' })
  @ApiReply(200, AuditVerdictResponse, 'Verified; see valid.')
  async verify(): Promise<Reply> {
    const verdict = await this.audit.verify();
    const message = verdict.valid ? 'The audit log is sound.' : 'The audit log is broken.';
    return ok(message, toAuditVerdictResponse(verdict));
  }
}
