import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { ApiKeyRepository } from './api-key.repository';

/** What is no public key is an unknown one, and never reaches the database. */
const PUBLIC_KEY = /^pk_(test|live)_[0-9a-f]{32}$/;

/** Ends a merchant's key pair, on every process within a second. */
@Injectable()
export class RevokeApiKeyUseCase {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * With a merchant: a pair of that one; what had ended before stays as it is. Throws NOT_FOUND.
   * Without: whosesoever it is. Throws KEY_NOT_FOUND, also for one that had ended before.
   */
  async execute(publicKey: string, actor: AuditActor, merchantId?: string): Promise<void> {
    if (merchantId !== undefined && !PUBLIC_KEY.test(publicKey)) throw commonErrors.NOT_FOUND();
    await this.transactions.run(async (tx) => {
      const owner = merchantId ?? (await this.keys.findOwner(tx, publicKey));
      const revoked = owner === null ? null : await this.revoke(tx, owner, publicKey, actor);
      if (merchantId === undefined && revoked !== true) throw authErrors.KEY_NOT_FOUND();
      if (revoked === null) throw commonErrors.NOT_FOUND();
    });
  }

  private async revoke(
    tx: Tx,
    merchantId: string,
    publicKey: string,
    actor: AuditActor,
  ): Promise<boolean | null> {
    const revoked = await this.keys.revoke(tx, merchantId, publicKey, this.clock.now());
    if (revoked !== true) return revoked;
    await this.audit.append(tx, {
      action: 'key.revoked',
      actor,
      target: { type: 'api_key', id: publicKey },
      merchantId,
    });
    return true;
  }
}
