import { Injectable } from '@nestjs/common';
import { AuditLog, operatorActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { OperatorIdentity } from '../identity';
import { SecondFactorService } from './second-factor.service';

/** An operator logs in without codes again. */
@Injectable()
export class RemoveTotpUseCase {
  constructor(
    private readonly secondFactor: SecondFactorService,
    private readonly transactions: TxRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Throws TOTP_NOT_ENROLLED. */
  async execute(identity: OperatorIdentity): Promise<void> {
    await this.transactions.run(async (tx) => {
      const operator = await this.secondFactor.lockSelf(tx, identity);
      if (operator.totpSecretBox === null) throw authErrors.TOTP_NOT_ENROLLED();
      const wasEnabled = operator.totpConfirmedAt !== null;
      await this.secondFactor.clear(tx, operator);
      if (!wasEnabled) return;
      await this.audit.append(tx, {
        action: 'totp.disabled',
        actor: operatorActor(identity),
        target: { type: 'operator', id: operator.id },
      });
    });
  }
}
