import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import type { Operator } from '../operators/operator.entity';
import { RecoveryCodeRepository, type StoredCode } from '../second-factor/recovery-code.repository';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { LoginAttemptRepository } from '../sessions/login-attempt.repository';
import { OperatorSessionRepository } from '../sessions/operator-session.repository';
import { PasswordProofService } from './password-proof.service';
import { ProvePasswordUseCase } from './prove-password.use-case';
import type { RemoveTotpBody } from './remove-totp.body';

/** An operator logs in without codes again. */
@Injectable()
export class RemoveTotpUseCase {
  constructor(
    private readonly provePassword: ProvePasswordUseCase,
    private readonly proofs: PasswordProofService,
    private readonly secondFactor: SecondFactorService,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly attempts: LoginAttemptRepository,
    private readonly sessions: OperatorSessionRepository,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Ends the operator's other sessions. Throws WRONG_PASSWORD, TOTP_NOT_ENROLLED, WRONG_CODE. */
  async execute(
    identity: OperatorIdentity,
    { password, code }: RemoveTotpBody,
    address: string,
  ): Promise<void> {
    const proof = await this.provePassword.execute(identity, password, address);
    const codesLeft = await this.recoveryCodes.listLeft(identity.operatorId);
    const isRight = await this.transactions.run(async (tx) => {
      const operator = await this.secondFactor.lockSelf(tx, identity);
      if (operator.totpSecretBox === null) throw authErrors.TOTP_NOT_ENROLLED();
      if (!(await this.takes(tx, operator, codesLeft, code ?? null))) return false;
      await this.proofs.settle(tx, operator, proof);
      await this.remove(tx, identity, operator);
      return true;
    });
    // After the commit: a wrong code was counted.
    if (!isRight) throw authErrors.WRONG_CODE();
  }

  /** The code, or a recovery code; none for an app that was never confirmed. A guess counts as one at a log-in does. */
  private async takes(
    tx: Tx,
    operator: Operator,
    codesLeft: readonly StoredCode[],
    code: string | null,
  ): Promise<boolean> {
    const { email } = operator;
    if (await this.attempts.areCodesLocked(tx, email, this.clock.now())) return false;
    const factor = this.secondFactor.check(operator, codesLeft, code);
    if (factor !== null && (await this.secondFactor.use(tx, operator, factor))) return true;
    if (code !== null) await this.attempts.countWrongCode(tx, email, this.clock.now());
    return false;
  }

  private async remove(tx: Tx, identity: OperatorIdentity, operator: Operator): Promise<void> {
    const wasEnabled = operator.totpConfirmedAt !== null;
    await this.secondFactor.clear(tx, operator);
    if (!wasEnabled) return;
    await this.sessions.deleteAll(tx, operator.id, identity.sessionId);
    await this.audit.append(tx, {
      action: 'totp.disabled',
      actor: operatorActor(identity),
      target: { type: 'operator', id: operator.id },
    });
  }
}
