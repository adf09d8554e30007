import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Tx } from '../../database';
import { type OperationKind, ProviderOperation } from './provider-operation.entity';

/** How long a caller may be silent before somebody else asks the provider: longer than a call may take. */
export const LEASE_SECONDS = 15;
const RETRY_MAX_SECONDS = 300;

/** Operations and who works on them. Pending and due means: nobody does. */
@Injectable()
export class OperationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, operation: ProviderOperation): Promise<void> {
    await tx.insert(ProviderOperation, operation);
  }

  /** Takes a due operation, by compare-and-swap; null when it is settled, not due, or somebody was quicker. */
  async claim(tx: Tx, id: string): Promise<ProviderOperation | null> {
    const result = await tx
      .createQueryBuilder()
      .update(ProviderOperation)
      .set({
        attempts: () => 'attempts + 1',
        nextAttemptAt: () => `now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where(`id = :id AND status = 'pending' AND next_attempt_at <= now()`, { id })
      .execute();
    return result.affected === 1 ? tx.findOneByOrFail(ProviderOperation, { id }) : null;
  }

  /** Reads an operation of a charge whose row is locked. */
  async get(tx: Tx, id: string): Promise<ProviderOperation> {
    return tx.findOneByOrFail(ProviderOperation, { id });
  }

  /** Whether an operation is pending beside which no capture and no void may run. */
  async hasExclusive(tx: Tx, chargeId: string): Promise<boolean> {
    return tx
      .createQueryBuilder(ProviderOperation, 'operation')
      .where({ chargeId, status: 'pending' })
      .andWhere(`operation.kind IN ('authorize', 'capture', 'void')`)
      .getExists();
  }

  /** Whether a charge has an operation of a kind, whatever became of it. */
  async has(tx: Tx, chargeId: string, kind: OperationKind): Promise<boolean> {
    return tx.existsBy(ProviderOperation, { chargeId, kind });
  }

  async settle(tx: Tx, { id, status, settledAt, failureCode }: ProviderOperation): Promise<void> {
    await tx.update(ProviderOperation, id, { status, settledAt, failureCode });
  }

  /** Gives an unanswered operation back: it is due again after 2, 4, 8 … seconds, 5 minutes at most. */
  async giveBack(tx: Tx, id: string): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(ProviderOperation)
      .set({
        nextAttemptAt: () => `now() + make_interval(secs => least(power(2, least(attempts, 20)), :max))`,
      })
      .where(`id = :id AND status = 'pending'`, { id, max: RETRY_MAX_SECONDS })
      .execute();
  }

  /** Ids of operations that nobody works on, the longest waiting first. */
  async findDue(limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM provider_operations WHERE status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of the due operations of these charges. */
  async findDueOf(tx: Tx, chargeIds: readonly string[]): Promise<string[]> {
    if (chargeIds.length === 0) return [];
    const rows: { id: string }[] = await tx.query(
      `SELECT id FROM provider_operations
        WHERE charge_id = ANY($1) AND status = 'pending' AND next_attempt_at <= now()`,
      [chargeIds],
    );
    return rows.map(({ id }) => id);
  }
}
