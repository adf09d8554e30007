import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../database';
import { RecoveryCode } from './recovery-code.entity';

/** What is kept of a code. */
export interface StoredCode {
  readonly position: number;
  readonly codeMac: Buffer;
  readonly pepperId: string;
}

/** The rows of operators' recovery codes. */
@Injectable()
export class RecoveryCodeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that were not used yet; none for nobody, at the same cost. */
  async listLeft(operatorId: string | null): Promise<StoredCode[]> {
    return this.dataSource.query<StoredCode[]>(
      `SELECT position, code_mac AS "codeMac", pepper_id AS "pepperId"
         FROM operator_recovery_codes WHERE operator_id = $1 AND used_at IS NULL`,
      [operatorId],
    );
  }

  async insert(tx: Tx, operatorId: string, codes: readonly StoredCode[]): Promise<void> {
    await tx.insert(
      RecoveryCode,
      codes.map((code) => ({ operatorId, ...code, usedAt: null })),
    );
  }

  async deleteAll(tx: Tx, operatorId: string): Promise<void> {
    await tx.delete(RecoveryCode, { operatorId });
  }

  /** False when another log-in was first. */
  async use(tx: Tx, operatorId: string, position: number, now: Date): Promise<boolean> {
    const [, used] = await tx.query<[unknown, number]>(
      `UPDATE operator_recovery_codes SET used_at = $3
       WHERE operator_id = $1 AND position = $2 AND used_at IS NULL`,
      [operatorId, position, now],
    );
    return used === 1;
  }
}
