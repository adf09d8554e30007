import { Injectable } from '@nestjs/common';
import { toString as drawQrCode } from 'qrcode';
import { Randomness } from '../../common';
import { SecretBox } from '../../common/crypto';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { OperatorRepository } from '../operators/operator.repository';
import { newSecret, otpauthUrl } from '../second-factor/one-time-code.rules';
import { SecondFactorService, totpContext } from '../second-factor/second-factor.service';
import { PasswordProofService } from './password-proof.service';
import { ProvePasswordUseCase } from './prove-password.use-case';
import { toTotpEnrolmentResponse } from './totp-enrolment.response';

/** An operator begins to set up an authenticator app, or begins again: no code is asked for until the first confirms it. */
@Injectable()
export class EnrolTotpUseCase {
  constructor(
    private readonly provePassword: ProvePasswordUseCase,
    private readonly proofs: PasswordProofService,
    private readonly operators: OperatorRepository,
    private readonly secondFactor: SecondFactorService,
    private readonly idempotency: Idempotency,
    private readonly box: SecretBox,
    private readonly randomness: Randomness,
  ) {}

  /** Throws WRONG_PASSWORD, TOTP_ENABLED. */
  async execute(
    identity: OperatorIdentity,
    password: string,
    address: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const proof = await this.provePassword.execute(identity, password, address);
    return this.idempotency.run(key, async (tx) => {
      const operator = await this.secondFactor.lockSelf(tx, identity);
      await this.proofs.settle(tx, operator, proof);
      if (operator.totpConfirmedAt !== null) throw authErrors.TOTP_ENABLED();
      const secret = newSecret((count) => this.randomness.bytes(count));
      const totpSecretBox = this.box.seal(secret, totpContext(operator.id));
      await this.operators.update(tx, operator.id, { totpSecretBox, totpLastStep: null });
      const url = otpauthUrl(secret, operator.email);
      const qrCode = await drawQrCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
      const enrolment = toTotpEnrolmentResponse(secret, url, qrCode);
      return ok('Scan the QR code, then confirm with the code that the app shows.', enrolment)
        .hiding('secret', 'otpauth_url', 'qr_code')
        .with('Cache-Control', 'no-store');
    });
  }
}
