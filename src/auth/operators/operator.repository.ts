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

/** Who stands behind an account, as far as four eyes ask (contract §8). */
export interface OperatorLineage {
  /** Who made the account, who made that one, and so on. */
  readonly makerIds: ReadonlySet<string>;
  /** Null while somebody besides the holder knows the password. */
  readonly passwordSetAt: Date | null;
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

  /** By id; what is unknown is not in it. */
  async listLineages(
    ids: readonly string[],
    on: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, OperatorLineage>> {
    const rows = await on.query<{ id: string; password_set_at: Date | null; maker_ids: string[] }[]>(
      `WITH RECURSIVE made (id, maker_id) AS (
         SELECT id, created_by FROM operators WHERE id = ANY ($1)
         UNION
         SELECT made.id, maker.created_by FROM made JOIN operators maker ON maker.id = made.maker_id)
       SELECT operator.id, operator.password_set_at,
              array_remove(array_agg(made.maker_id::text), NULL) AS maker_ids
         FROM made JOIN operators operator ON operator.id = made.id GROUP BY operator.id`,
      [[...new Set(ids)]],
    );
    return new Map(
      rows.map(({ id, password_set_at, maker_ids }) => [
        id,
        { makerIds: new Set(maker_ids), passwordSetAt: password_set_at },
      ]),
    );
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

  /**
   * By the holder. Only the hash that was verified is replaced: false when a reset came between. One that somebody else
   * knows is kept, so that it can be refused later.
   */
  async replacePassword(
    tx: Tx,
    id: string,
    verified: string,
    changes: Pick<Operator, 'passwordHash' | 'passwordSetAt'>,
  ): Promise<boolean> {
    const { affected } = await tx.update(
      Operator,
      { id, passwordHash: verified },
      {
        ...changes,
        givenPasswordHash: () =>
          'CASE WHEN password_set_at IS NULL THEN password_hash ELSE given_password_hash END',
      },
    );
    return affected === 1;
  }
}
