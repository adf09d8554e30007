import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { OperatorKeyRepository } from './operator-key.repository';

/** Ends an operator's key pair, on every process within a second. */
@Injectable()
export class RevokeOperatorKeyUseCase {
  constructor(
    private readonly keys: OperatorKeyRepository,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Throws KEY_NOT_FOUND, also for one that had ended before. */
  async execute(publicKey: string, actor: AuditActor): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.keys.revoke(tx, publicKey, this.clock.now()))) throw authErrors.KEY_NOT_FOUND();
      await this.audit.append(tx, {
        action: 'key.revoked',
        actor,
        target: { type: 'operator_key', id: publicKey },
      });
    });
  }
}
