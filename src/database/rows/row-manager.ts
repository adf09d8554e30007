import {
  DataSource,
  EntityManager,
  type EntityTarget,
  type FindManyOptions,
  type FindOneOptions,
  type FindOptionsWhere,
  InsertResult,
  type ObjectLiteral,
  type QueryRunner,
  UpdateResult,
} from 'typeorm';
import { RowStatements, type Selection } from './row-statements';

type Where<E> = FindOptionsWhere<E> | FindOptionsWhere<E>[];

const known = new WeakMap<object, RowStatements | null>();

/**
 * An entity manager that asks for rows by their columns, writes one and changes some without the ORM's query builder (decision 0028).
 * Whatever is more than that goes by the builder, with the same outcome.
 */
export class RowManager extends EntityManager {
  override async insert(...asked: Parameters<EntityManager['insert']>): Promise<InsertResult> {
    const [target, given] = asked;
    const [row, ...others] = (Array.isArray(given) ? given : [given]) as readonly ObjectLiteral[];
    const isOne = row !== undefined && others.length === 0;
    const statement = isOne ? this.statements(target)?.insert(row) : null;
    if (!statement) return super.insert(...asked);
    await this.query(statement.text, [...statement.values]);
    return new InsertResult();
  }

  override async update(...asked: Parameters<EntityManager['update']>): Promise<UpdateResult> {
    const [target, where, change, options] = asked as [
      EntityTarget<ObjectLiteral>,
      unknown,
      ObjectLiteral,
      unknown,
    ];
    const statement = options === undefined ? this.statements(target)?.update(where, change) : null;
    if (!statement) return super.update(...asked);
    const [raw, affected] = await this.query<[unknown[], number]>(statement.text, [...statement.values]);
    return Object.assign(new UpdateResult(), { raw, affected });
  }

  override async findOneBy<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    where: Where<E>,
  ): Promise<E | null> {
    return this.findOne(target, { where });
  }

  override async findOne<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    options: FindOneOptions<E>,
  ): Promise<E | null> {
    const { where, order, lock, ...others } = options;
    const isKnown = Object.keys(others).length === 0 && this.mayLock(lock);
    const found = isKnown ? await this.rows(target, where, { order, limit: 1, lock }) : null;
    return found === null ? super.findOne(target, options) : (found[0] ?? null);
  }

  override async findBy<E extends ObjectLiteral>(target: EntityTarget<E>, where: Where<E>): Promise<E[]> {
    return this.find(target, { where });
  }

  override async find<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    options: FindManyOptions<E> = {},
  ): Promise<E[]> {
    const { where, order, lock, ...others } = options;
    const isKnown = Object.keys(others).length === 0 && this.mayLock(lock);
    const found = isKnown ? await this.rows(target, where, { order, lock }) : null;
    return found ?? super.find(target, options);
  }

  private async rows<E extends ObjectLiteral>(
    target: EntityTarget<E>,
    where: unknown,
    selection: Selection,
  ): Promise<E[] | null> {
    const statements = this.statements(target);
    const statement = statements?.select(where, selection);
    if (!statements || !statement) return null;
    const rows = await this.query<ObjectLiteral[]>(statement.text, [...statement.values]);
    return rows.map((row) => statements.entity(row) as E);
  }

  /** A lock with no more to it than its mode and who is waited for, where there is a transaction that holds it. */
  private mayLock(lock: FindOneOptions<ObjectLiteral>['lock']): boolean {
    if (lock === undefined) return true;
    const isPlain = Object.keys(lock).every((part) => part === 'mode' || part === 'onLocked');
    return isPlain && this.queryRunner?.isTransactionActive === true;
  }

  private statements(target: EntityTarget<ObjectLiteral>): RowStatements | null {
    const metadata = this.dataSource.getMetadata(target);
    let statements = known.get(metadata);
    if (statements === undefined)
      known.set(metadata, (statements = RowStatements.of(this.dataSource.driver, metadata)));
    return statements;
  }
}

/** A data source whose managers are such. */
export class RowDataSource extends DataSource {
  override createEntityManager(queryRunner?: QueryRunner): EntityManager {
    return new RowManager(this, queryRunner);
  }
}
