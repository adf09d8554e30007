import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Tx } from '../../database';
import { OperatorKey } from './operator-key.entity';

/** The rows of operators' key pairs. */
@Injectable()
export class OperatorKeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when it is not this operator's, or revoked. */
  async findExpiry(operatorId: string, publicKey: string): Promise<Date | null> {
    const key = await this.dataSource.manager.findOneBy(OperatorKey, {
      publicKey,
      operatorId,
      revokedAt: IsNull(),
    });
    return key?.expiresAt ?? null;
  }

  async insert(tx: Tx, key: OperatorKey): Promise<void> {
    await tx.insert(OperatorKey, key);
  }

  /** All of an operator's that are neither revoked nor expired; answers their public keys. */
  async revokeAll(tx: Tx, operatorId: string, now: Date): Promise<string[]> {
    const [rows] = await tx.query<[{ public_key: string }[], number]>(
      `UPDATE operator_keys SET revoked_at = $2
        WHERE operator_id = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING public_key`,
      [operatorId, now],
    );
    return rows.map(({ public_key }) => public_key);
  }

  /** False when there is none, or it had ended before. */
  async revoke(tx: Tx, publicKey: string, now: Date): Promise<boolean> {
    const { affected } = await tx.update(OperatorKey, { publicKey, revokedAt: IsNull() }, { revokedAt: now });
    return affected === 1;
  }
}
