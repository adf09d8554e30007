import { Injectable } from '@nestjs/common';
import { toString as drawQrCode } from 'qrcode';
import { Clock, Randomness } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { SecretBox } from '../../common/crypto';
import { commonErrors } from '../../common/errors';
import type { Tx } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { Operator } from '../operators/operator.entity';
import { matchingStep, newSecret, otpauthUrl } from './one-time-code';
import { RecoveryCodes, type StoredCode } from './recovery-codes';
import { totpRow } from './totp-row';

/** What a log-in needs to know of an operator's second factor. */
export interface FactorFacts {
  readonly id: string;
  readonly totpSecretBox: string | null;
  readonly totpConfirmedAt: Date | null;
  readonly totpLastStep: number | null;
  readonly recoveryCodes: readonly StoredCode[];
}

/** What was shown besides the password, still to be used up. */
export type ShownFactor =
  | { readonly kind: 'none' }
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery_code'; readonly position: number };

export interface Enrolment {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrCode: string;
}

/** One-time codes of an authenticator app, and the recovery codes for the day the telephone is lost. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly audit: AuditLog,
  ) {}

  /** What `code` shows; null when a code is needed and this is none, or one that was used. */
  check(operator: FactorFacts, code: string | null): ShownFactor | null {
    const { id, totpSecretBox, totpConfirmedAt, totpLastStep } = operator;
    if (totpSecretBox === null || totpConfirmedAt === null) return { kind: 'none' };
    if (code === null) return null;
    const secret = this.box.open(totpSecretBox, totpRow(id));
    const step = matchingStep(secret, code.replace(/\s/g, ''), this.clock.now(), totpLastStep);
    if (step !== null) return { kind: 'totp', step };
    const position = this.recoveryCodes.match(id, code, operator.recoveryCodes);
    return position === null ? null : { kind: 'recovery_code', position };
  }

  /** Uses it up, on the locked operator; false when another log-in was first. */
  async use(tx: Tx, operator: Operator, factor: ShownFactor): Promise<boolean> {
    if (factor.kind === 'none') return operator.totpConfirmedAt === null;
    if (factor.kind === 'recovery_code')
      return this.recoveryCodes.use(tx, operator.id, factor.position, this.clock.now());
    if (operator.totpLastStep !== null && operator.totpLastStep >= factor.step) return false;
    await tx.update(Operator, { id: operator.id }, { totpLastStep: factor.step });
    return true;
  }

  /** Begins, or begins again: nothing is asked for until the first code confirms it. Throws TOTP_ENABLED. */
  async enrol(tx: Tx, identity: OperatorIdentity): Promise<Enrolment> {
    const operator = await lockSelf(tx, identity);
    if (operator.totpConfirmedAt !== null) throw authErrors.TOTP_ENABLED();
    const secret = newSecret((count) => this.randomness.bytes(count));
    const totpSecretBox = this.box.seal(secret, totpRow(operator.id));
    await tx.update(Operator, { id: operator.id }, { totpSecretBox, totpLastStep: null });
    const url = otpauthUrl(secret, operator.email);
    const qrCode = await drawQrCode(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
    return { secret, otpauthUrl: url, qrCode };
  }

  /** From now on a log-in needs a code. Answers the recovery codes. Throws TOTP_NOT_ENROLLED, TOTP_ENABLED, WRONG_CODE. */
  async confirm(tx: Tx, identity: OperatorIdentity, code: string): Promise<string[]> {
    const operator = await lockSelf(tx, identity);
    if (operator.totpConfirmedAt !== null) throw authErrors.TOTP_ENABLED();
    if (operator.totpSecretBox === null) throw authErrors.TOTP_NOT_ENROLLED();
    const secret = this.box.open(operator.totpSecretBox, totpRow(operator.id));
    const step = matchingStep(secret, code, this.clock.now(), null);
    if (step === null) throw authErrors.WRONG_CODE();
    await tx.update(Operator, { id: operator.id }, { totpConfirmedAt: this.clock.now(), totpLastStep: step });
    const codes = await this.recoveryCodes.replace(tx, operator.id);
    await this.audit.append(tx, {
      action: 'totp.enabled',
      actor: operatorActor(identity),
      target: { type: 'operator', id: operator.id },
    });
    return codes;
  }

  /** Throws TOTP_NOT_ENROLLED. */
  async remove(tx: Tx, identity: OperatorIdentity): Promise<void> {
    const operator = await lockSelf(tx, identity);
    if (operator.totpSecretBox === null) throw authErrors.TOTP_NOT_ENROLLED();
    const wasEnabled = operator.totpConfirmedAt !== null;
    await this.clear(tx, operator);
    if (!wasEnabled) return;
    await this.audit.append(tx, {
      action: 'totp.disabled',
      actor: operatorActor(identity),
      target: { type: 'operator', id: operator.id },
    });
  }

  /** Forgets secret and recovery codes. */
  async clear(tx: Tx, operator: Operator): Promise<void> {
    const nothing = { totpSecretBox: null, totpConfirmedAt: null, totpLastStep: null };
    Object.assign(operator, nothing);
    await tx.update(Operator, { id: operator.id }, nothing);
    await this.recoveryCodes.remove(tx, operator.id);
  }
}

async function lockSelf(tx: Tx, { operatorId }: OperatorIdentity): Promise<Operator> {
  const operator = await tx.findOne(Operator, {
    where: { id: operatorId },
    lock: { mode: 'pessimistic_write' },
  });
  if (operator?.disabledAt !== null) throw commonErrors.UNAUTHORIZED();
  return operator;
}
