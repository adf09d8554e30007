import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  ApiNoContent,
  ApiReply,
  Idempotency,
  IdempotencyKey,
  type IdempotencyRequest,
  noContent,
  ok,
  type Reply,
} from '../../common/http';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { Operator, SessionOnly } from '../decorators';
import type { OperatorIdentity } from '../identity';
import { SecondFactor } from './second-factor';
import {
  ConfirmTotpBody,
  RecoveryCodesResponse,
  TotpEnrolmentResponse,
  toTotpEnrolmentResponse,
} from './second-factor.dto';

@ApiTags('Session')
@Controller('v1/review/session/totp')
@SessionOnly()
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly idempotency: Idempotency,
    private readonly transactions: TxRunner,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Begin to enrol an authenticator app; the secret is shown this once' })
  @ApiReply(200, TotpEnrolmentResponse, 'The app may read the QR code; then confirm with a code.')
  @ApiErrors(authErrors.TOTP_ENABLED)
  enrol(@Operator() operator: OperatorIdentity, @IdempotencyKey() key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const enrolment = toTotpEnrolmentResponse(await this.secondFactor.enrol(tx, operator));
      return ok('Scan the QR code, then confirm with the code that the app shows.', enrolment)
        .hiding('secret', 'otpauth_url', 'qr_code')
        .with('Cache-Control', 'no-store');
    });
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({ summary: 'Confirm the enrolment; the recovery codes are shown this once' })
  @ApiReply(200, RecoveryCodesResponse, 'From now on a log-in needs a code.')
  @ApiErrors(authErrors.TOTP_ENABLED, authErrors.TOTP_NOT_ENROLLED, authErrors.WRONG_CODE)
  confirm(
    @Operator() operator: OperatorIdentity,
    @Body() body: ConfirmTotpBody,
    @IdempotencyKey() key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const recovery_codes = await this.secondFactor.confirm(tx, operator, body.code);
      return ok('One-time codes are enabled. Keep the recovery codes: each opens once.', { recovery_codes })
        .hiding('recovery_codes')
        .with('Cache-Control', 'no-store');
    });
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Log in without codes again' })
  @ApiNoContent('One-time codes are disabled, and the recovery codes gone.')
  @ApiErrors(authErrors.TOTP_NOT_ENROLLED)
  async remove(@Operator() operator: OperatorIdentity): Promise<Reply<null>> {
    await this.transactions.run((tx) => this.secondFactor.remove(tx, operator));
    return noContent();
  }
}
