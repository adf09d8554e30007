import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, Randomness } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { AppConfig } from '../../config';
import { TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import { daysAfter, type IssuedKeyPair, makeKeyPair } from '../authentication/key-pair';
import { OperatorKeyRepository } from './operator-key.repository';
import { OperatorRepository } from './operator.repository';

/** An operator's new pair; it always expires. */
export interface IssuedOperatorKey extends IssuedKeyPair {
  readonly expiresAt: Date;
}

/** Issues a key pair for an operator's scripts (contract §8). */
@Injectable()
export class IssueOperatorKeyUseCase {
  constructor(
    private readonly operators: OperatorRepository,
    private readonly keys: OperatorKeyRepository,
    private readonly transactions: TxRunner,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  /** Throws OPERATOR_NOT_FOUND. */
  async execute(email: string, expiresInDays: number, actor: AuditActor): Promise<IssuedOperatorKey> {
    const operator = await this.operators.findByEmail(email);
    if (operator === null) throw authErrors.OPERATOR_NOT_FOUND();
    const createdAt = this.clock.now();
    const expiresAt = daysAfter(createdAt, expiresInDays);
    const prefixes = { public: 'opk', secret: 'ops' };
    const { pepper } = this.config.crypto;
    const { publicKey, secretKey, secretMac, pepperId } = makeKeyPair(prefixes, this.randomness, pepper);
    await this.transactions.run(async (tx) => {
      await this.keys.insert(tx, {
        id: this.ids.next(),
        operatorId: operator.id,
        publicKey,
        secretMac,
        pepperId,
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
        createdAt,
      });
      await this.audit.append(tx, {
        action: 'key.issued',
        actor,
        target: { type: 'operator_key', id: publicKey },
        details: { operator_id: operator.id, email: operator.email, expires_at: expiresAt },
      });
    });
    return { publicKey, secretKey, expiresAt };
  }
}
