import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, TestModeOnly } from '../../auth';
import { commonErrors } from '../../common/errors';
import { ApiErrors, ApiReply, IdempotencyKey, type IdempotencyRequest, type Reply } from '../../common/http';
import { FalsifiedReportResponse } from './falsified-report.response';
import { FalsifyReportBody } from './falsify-report.body';
import { FalsifyReportUseCase } from './falsify-report.use-case';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('v1/sandbox/reports')
export class SandboxReportsController {
  constructor(private readonly falsifying: FalsifyReportUseCase) {}

  /** So that operators find a difference: GET /v1/review/reconciliations shows it once the day is read. */
  @Post('faults')
  @HttpCode(200)
  @ApiOperation({ summary: 'Have the sandbox report something of yours wrong' })
  @ApiReply(200, FalsifiedReportResponse, 'What is reported wrong until it is read.')
  @ApiErrors(commonErrors.INVALID_STATE, commonErrors.NOT_FOUND)
  falsify(
    @Merchant() merchant: MerchantIdentity,
    @Body() body: FalsifyReportBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.falsifying.execute(merchant, body, key);
  }
}
