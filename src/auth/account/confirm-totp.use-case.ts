import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { SecretBox } from '../../common/crypto';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { OperatorRepository } from '../operators/operator.repository';
import { matchingStep } from '../second-factor/one-time-code.rules';
import { RecoveryCodeService } from '../second-factor/recovery-code.service';
import { SecondFactorService, totpContext } from '../second-factor/second-factor.service';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';

/** The first code of the app: from now on a log-in needs one, and sessions that began without one end. */
@Injectable()
export class ConfirmTotpUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly secondFactor: SecondFactorService,
    private readonly recoveryCodes: RecoveryCodeService,
    private readonly sessions: OperatorSessionRepository,
    private readonly idempotency: Idempotency,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Answers the recovery codes. Throws TOTP_NOT_ENROLLED, TOTP_ENABLED, WRONG_CODE. */
  execute(identity: OperatorIdentity, code: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const operator = await this.secondFactor.lockSelf(tx, identity);
      if (operator.totpConfirmedAt !== null) throw authErrors.TOTP_ENABLED();
      if (operator.totpSecretBox === null) throw authErrors.TOTP_NOT_ENROLLED();
      const now = this.clock.now();
      const secret = this.box.open(operator.totpSecretBox, totpContext(operator.id));
      const step = matchingStep(secret, code, now, null);
      if (step === null) throw authErrors.WRONG_CODE();
      await this.operators.update(tx, operator.id, { totpConfirmedAt: now, totpLastStep: step });
      const recovery_codes = await this.recoveryCodes.replace(tx, operator.id);
      await this.sessions.deleteAll(tx, operator.id, identity.sessionId);
      await this.audit.append(tx, {
        action: 'totp.enabled',
        actor: operatorActor(identity),
        target: { type: 'operator', id: operator.id },
      });
      return ok('One-time codes are enabled. Keep the recovery codes: each opens once.', { recovery_codes })
        .hiding('recovery_codes')
        .with('Cache-Control', 'no-store');
    });
  }
}
