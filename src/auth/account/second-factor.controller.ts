import { Body, Controller, Delete, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  ApiErrors,
  ApiNoContent,
  ApiReply,
  contextOf,
  IdempotencyKey,
  type IdempotencyRequest,
  noContent,
  type Reply,
} from '../../common/http';
import { authErrors } from '../auth.errors';
import { Operator, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { ConfirmTotpBody } from './confirm-totp.body';
import { ConfirmTotpUseCase } from './confirm-totp.use-case';
import { EnrolTotpBody } from './enrol-totp.body';
import { EnrolTotpUseCase } from './enrol-totp.use-case';
import { RecoveryCodesResponse } from './recovery-codes.response';
import { RemoveTotpBody } from './remove-totp.body';
import { RemoveTotpUseCase } from './remove-totp.use-case';
import { TotpEnrolmentResponse } from './totp-enrolment.response';

@ApiTags('Session')
@Controller('v1/review/session/totp')
@SessionOnly()
export class SecondFactorController {
  constructor(
    private readonly enrolment: EnrolTotpUseCase,
    private readonly confirmation: ConfirmTotpUseCase,
    private readonly removal: RemoveTotpUseCase,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Begin to enrol an authenticator app; the secret is shown this once' })
  @ApiReply(200, TotpEnrolmentResponse, 'The app may read the QR code; then confirm with a code.')
  @ApiErrors(authErrors.WRONG_PASSWORD, authErrors.TOTP_ENABLED)
  enrol(
    @Operator() operator: OperatorIdentity,
    @Body() body: EnrolTotpBody,
    @Req() request: Request,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.enrolment.execute(operator, body.password, contextOf(request).address, key);
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Confirm the enrolment; the recovery codes are shown this once, and your other sessions end',
  })
  @ApiReply(200, RecoveryCodesResponse, 'From now on a log-in needs a code.')
  @ApiErrors(authErrors.TOTP_ENABLED, authErrors.TOTP_NOT_ENROLLED, authErrors.WRONG_CODE)
  confirm(
    @Operator() operator: OperatorIdentity,
    @Body() body: ConfirmTotpBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.confirmation.execute(operator, body.code, key);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Log in without codes again; your other sessions end' })
  @ApiNoContent('One-time codes are disabled, and the recovery codes gone.')
  @ApiErrors(authErrors.WRONG_PASSWORD, authErrors.TOTP_NOT_ENROLLED, authErrors.WRONG_CODE)
  async remove(
    @Operator() operator: OperatorIdentity,
    @Body() body: RemoveTotpBody,
    @Req() request: Request,
  ): Promise<Reply<null>> {
    await this.removal.execute(operator, body, contextOf(request).address);
    return noContent();
  }
}
