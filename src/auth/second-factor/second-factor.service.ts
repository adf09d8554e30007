import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { SecretBox } from '../../common/crypto';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import type { OperatorIdentity } from '../identity';
import type { Operator } from '../operators/operator.entity';
import { OperatorRepository } from '../operators/operator.repository';
import { matchingStep } from './one-time-code.rules';
import { RecoveryCodeRepository, type StoredCode } from './recovery-code.repository';
import { RecoveryCodeService } from './recovery-code.service';

/** What was shown besides the password, still to be used up. */
export type ShownFactor =
  | { readonly kind: 'none' }
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery_code'; readonly position: number };

/** One-time codes of an authenticator app, and the recovery codes for the day the telephone is lost. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly recoveryCodes: RecoveryCodeRepository,
    private readonly matching: RecoveryCodeService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** What `code` shows; null when a code is needed and this is none, or one that was used. */
  check(operator: Operator, codesLeft: readonly StoredCode[], code: string | null): ShownFactor | null {
    const { id, totpSecretBox, totpConfirmedAt, totpLastStep } = operator;
    if (totpSecretBox === null || totpConfirmedAt === null) return { kind: 'none' };
    if (code === null) return null;
    const secret = this.box.open(totpSecretBox, totpContext(id));
    const step = matchingStep(secret, code.replace(/\s/g, ''), this.clock.now(), totpLastStep);
    if (step !== null) return { kind: 'totp', step };
    const position = this.matching.match(id, code, codesLeft);
    return position === null ? null : { kind: 'recovery_code', position };
  }

  /** Uses it up, on the locked operator; false when another log-in was first. */
  async use(tx: Tx, operator: Operator, factor: ShownFactor): Promise<boolean> {
    if (factor.kind === 'none') return operator.totpConfirmedAt === null;
    if (factor.kind === 'recovery_code')
      return this.recoveryCodes.use(tx, operator.id, factor.position, this.clock.now());
    if (operator.totpLastStep !== null && operator.totpLastStep >= factor.step) return false;
    await this.operators.update(tx, operator.id, { totpLastStep: factor.step });
    return true;
  }

  /** Forgets secret and recovery codes, on the locked operator. */
  async clear(tx: Tx, operator: Operator): Promise<void> {
    const nothing = { totpSecretBox: null, totpConfirmedAt: null, totpLastStep: null };
    Object.assign(operator, nothing);
    await this.operators.update(tx, operator.id, nothing);
    await this.recoveryCodes.deleteAll(tx, operator.id);
  }

  /** The operator who is logged in. Throws UNAUTHORIZED when disabled a moment ago. */
  async lockSelf(tx: Tx, { operatorId }: OperatorIdentity): Promise<Operator> {
    const operator = await this.operators.lock(tx, operatorId);
    if (operator?.disabledAt !== null) throw commonErrors.UNAUTHORIZED();
    return operator;
  }
}

/** What the box of an operator's secret is bound to. */
export function totpContext(operatorId: string): string {
  return `operators:${operatorId}:totp`;
}
