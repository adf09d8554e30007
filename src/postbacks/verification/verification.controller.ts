import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Merchant, type MerchantIdentity, ReadOnly } from '../../auth';
import { ApiReply, ok, type Reply } from '../../common/http';
import { FAULT_ADVICE } from './check-signature.rules';
import { VerificationResponse, VerifySignatureBody } from './verify-signature.body';
import { VerifySignatureUseCase } from './verify-signature.use-case';

@ApiTags('Postbacks')
@Controller('v1/postbacks/verify')
export class VerificationController {
  constructor(private readonly verifySignature: VerifySignatureUseCase) {}

  @Post()
  @HttpCode(200)
  @ReadOnly()
  @ApiOperation({ summary: 'Check a signature, and learn which part does not match' })
  @ApiReply(200, VerificationResponse, 'The verdict. Nothing is stored or logged.')
  async verify(
    @Merchant() merchant: MerchantIdentity,
    @Body() { secret, signature, body }: VerifySignatureBody,
  ): Promise<Reply> {
    const reason = await this.verifySignature.execute(merchant.merchantId, secret, signature, body);
    return reason === null
      ? ok('The signature is valid.', { valid: true })
      : ok(FAULT_ADVICE[reason], { valid: false, reason });
  }
}
