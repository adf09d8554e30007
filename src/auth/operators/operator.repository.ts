import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { type ListQuery, type Page, paginate } from '../../common/http';
import { isConstraintViolation, type Reading, type Tx } from '../../database';
import { authErrors } from '../auth.errors';
import { normaliseEmail, Operator } from './operator.entity';

/** A secret of one-time codes as it is stored. */
export interface SealedTotpSecret {
  readonly id: string;
  readonly box: string;
}

/** The rows of operators. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, on: Reading = this.dataSource.manager): Promise<Operator | null> {
    return on.findOneBy(Operator, { id });
  }

  async findByEmail(email: string): Promise<Operator | null> {
    return this.dataSource.manager.findOneBy(Operator, { email: normaliseEmail(email) });
  }

  /** By id; what is unknown is not in it. */
  async findEmails(
    ids: readonly string[],
    on: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const operators = await on.find(Operator, {
      select: { id: true, email: true },
      where: { id: In([...new Set(ids)]) },
    });
    return new Map(operators.map(({ id, email }) => [id, email]));
  }

  /** One page, newest first. */
  async list(query: ListQuery): Promise<Page<Operator>> {
    const builder = this.dataSource.manager.createQueryBuilder(Operator, 'operator');
    return paginate(builder, query, { alias: 'operator' });
  }

  /** All of them, by e-mail. */
  async listAll(): Promise<Operator[]> {
    return this.dataSource.manager.find(Operator, { order: { email: 'ASC' } });
  }

  async lock(tx: Tx, id: string): Promise<Operator | null> {
    return tx.findOne(Operator, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Throws OPERATOR_NOT_FOUND. */
  async lockByEmail(tx: Tx, email: string): Promise<Operator> {
    const operator = await tx.findOne(Operator, {
      where: { email: normaliseEmail(email) },
      lock: { mode: 'pessimistic_write' },
    });
    if (operator === null) throw authErrors.OPERATOR_NOT_FOUND();
    return operator;
  }

  /** Two administrators who disable each other meet here: the second one sees what the first one did. */
  async lockEnabledAdmins(tx: Tx): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM operators WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`,
    );
    return rows.map(({ id }) => id);
  }

  /** Those not sealed with the newest key, in the order of their ids. */
  async lockTotpSecrets(
    tx: Tx,
    { after, newestPrefix, limit }: { after: string; newestPrefix: string; limit: number },
  ): Promise<SealedTotpSecret[]> {
    return tx.query<SealedTotpSecret[]>(
      `SELECT id, totp_secret_box AS box FROM operators
        WHERE id > $1 AND totp_secret_box IS NOT NULL AND NOT starts_with(totp_secret_box, $2)
        ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
      [after, newestPrefix, limit],
    );
  }

  /** Throws OPERATOR_EXISTS. */
  async insert(tx: Tx, operator: Operator): Promise<void> {
    try {
      await tx.insert(Operator, operator);
    } catch (error) {
      if (isConstraintViolation(error, 'uq_operators_email')) throw authErrors.OPERATOR_EXISTS();
      throw error;
    }
  }

  async update(tx: Tx, id: string, changes: Partial<Omit<Operator, 'id'>>): Promise<void> {
    await tx.update(Operator, { id }, changes);
  }

  /** Only the hash that was verified is replaced: false when a reset came between. */
  async replacePassword(tx: Tx, id: string, verified: string, passwordHash: string): Promise<boolean> {
    const { affected } = await tx.update(Operator, { id, passwordHash: verified }, { passwordHash });
    return affected === 1;
  }
}
