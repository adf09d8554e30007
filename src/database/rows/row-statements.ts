import { type EntityMetadata, FindOperator, type ObjectLiteral } from 'typeorm';
import type { Driver } from 'typeorm/driver/Driver';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** A statement and what stands in its places. */
export interface RowStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which of the rows, and how. */
export interface Selection {
  readonly order?: object | undefined;
  readonly limit?: number | null;
  readonly lock?: Lock | undefined;
}

/** As TypeORM calls them. */
export interface Lock {
  readonly mode: string;
  readonly onLocked?: string;
}

/** How TypeORM calls the locks that we take, and what they are in SQL. */
const LOCKS: Readonly<Record<string, string>> = {
  pessimistic_write: ' FOR UPDATE',
  for_no_key_update: ' FOR NO KEY UPDATE',
};
const ON_LOCKED: Readonly<Record<string, string>> = { skip_locked: ' SKIP LOCKED' };

/**
 * The statements about rows of one table as text, made without the ORM's builder: a request that writes asks for some ten rows by
 * their keys, and the builder takes longer for each than PostgreSQL. Null for whatever is more than columns, equalities and lists.
 */
export class RowStatements {
  private readonly selected: readonly ColumnMetadata[];
  private readonly names: string;
  private readonly inserted: readonly ColumnMetadata[];
  private readonly insertText: string;

  private constructor(
    private readonly driver: Driver,
    private readonly metadata: EntityMetadata,
  ) {
    const { columns, tableName } = metadata;
    this.selected = columns.filter(({ isSelect }) => isSelect);
    this.names = this.selected.map(named).join(', ');
    this.inserted = columns.filter(({ isInsert }) => isInsert);
    const places = this.inserted.map((_, index) => `$${index + 1}`).join(', ');
    this.insertText = `INSERT INTO "${tableName}"(${this.inserted.map(named).join(', ')}) VALUES (${places})`;
  }

  /** Null for an entity of which TypeORM reads or writes more than the columns that it names. */
  static of(driver: Driver, metadata: EntityMetadata): RowStatements | null {
    return isPlain(metadata) ? new RowStatements(driver, metadata) : null;
  }

  /** Null when a column is left to the database, or is SQL. */
  insert(row: ObjectLiteral): RowStatement | null {
    const values: unknown[] = [];
    for (const column of this.inserted) {
      const value: unknown = row[column.propertyName];
      if (value === undefined || typeof value === 'function') return null;
      values.push(this.driver.preparePersistentValue(value, column));
    }
    return { text: this.insertText, values };
  }

  select(where: unknown, { order = {}, limit = null, lock }: Selection = {}): RowStatement | null {
    const locking = lock === undefined ? '' : lockOf(lock);
    const values: unknown[] = [];
    const condition = this.equalities(where, values);
    const sorted = Object.entries(order).map(([property, way]) => this.sorted(property, way));
    if (locking === null || condition === null || sorted.includes(null)) return null;
    const orderBy = sorted.length === 0 ? '' : ` ORDER BY ${sorted.join(', ')}`;
    const bounded = limit === null ? '' : ` LIMIT ${limit}`;
    return {
      text: `SELECT ${this.names} FROM "${this.metadata.tableName}" WHERE ${condition}${orderBy}${bounded}${locking}`,
      values,
    };
  }

  update(where: unknown, change: ObjectLiteral): RowStatement | null {
    const values: unknown[] = [];
    const sets: string[] = [];
    for (const [property, value] of Object.entries(change)) {
      if (value === undefined) continue;
      const column = this.metadata.findColumnWithPropertyName(property);
      if (column?.isUpdate !== true || typeof value === 'function') return null;
      values.push(this.driver.preparePersistentValue(value, column));
      sets.push(`${named(column)} = $${values.length}`);
    }
    const condition = this.equalities(where, values);
    if (sets.length === 0 || condition === null) return null;
    return { text: `UPDATE "${this.metadata.tableName}" SET ${sets.join(', ')} WHERE ${condition}`, values };
  }

  /** A row as its entity. */
  entity(row: ObjectLiteral): ObjectLiteral {
    const entity = this.metadata.create(undefined, { fromDeserializer: true }) as ObjectLiteral;
    for (const column of this.selected)
      entity[column.propertyName] = this.driver.prepareHydratedValue(
        row[column.databaseName],
        column,
      ) as unknown;
    return entity;
  }

  private sorted(property: string, way: unknown): string | null {
    const column = this.metadata.findColumnWithPropertyName(property);
    return column === undefined || (way !== 'ASC' && way !== 'DESC') ? null : `${named(column)} ${way}`;
  }

  private equalities(where: unknown, values: unknown[]): string | null {
    if (typeof where !== 'object' || where === null || Array.isArray(where)) return null;
    const conditions: string[] = [];
    for (const [property, value] of Object.entries(where as ObjectLiteral)) {
      const column = this.metadata.findColumnWithPropertyName(property);
      if (column === undefined || isJson(column)) return null;
      const condition = this.equality(column, value, values);
      if (condition === null) return null;
      conditions.push(condition);
    }
    return conditions.length === 0 ? null : conditions.join(' AND ');
  }

  private equality(column: ColumnMetadata, value: unknown, values: unknown[]): string | null {
    if (value instanceof FindOperator && value.type === 'isNull') return `${named(column)} IS NULL`;
    if (value instanceof FindOperator && value.type === 'raw' && !value.objectLiteralParameters)
      return value.getSql?.(named(column)) ?? null;
    const some: unknown = value instanceof FindOperator && value.type === 'in' ? value.value : [value];
    if (!Array.isArray(some) || !some.every(isScalar)) return null;
    const asked = some.map((one) => this.driver.preparePersistentValue(one, column) as unknown);
    values.push(asked.length === 1 ? asked[0] : asked);
    const place = `$${values.length}`;
    if (asked.length === 1) return `${named(column)} = ${place}`;
    // How many there are is hidden from the planner (decision 0028).
    return `${named(column)} = ANY(ARRAY(SELECT unnest(${place}::${this.driver.normalizeType(column)}[])))`;
  }
}

function lockOf({ mode, onLocked }: Lock): string | null {
  const [locking, whenLocked] = [LOCKS[mode], onLocked === undefined ? '' : ON_LOCKED[onLocked]];
  return locking === undefined || whenLocked === undefined ? null : `${locking}${whenLocked}`;
}

function isPlain(metadata: EntityMetadata): boolean {
  const { columns, discriminatorColumn, deleteDateColumn, updateDateColumn, versionColumn } = metadata;
  return (
    metadata.tableType === 'regular' &&
    metadata.schema === undefined &&
    [discriminatorColumn, deleteDateColumn, updateDateColumn, versionColumn].every(
      (one) => one === undefined,
    ) &&
    [metadata.relations, metadata.embeddeds, metadata.listeners].every((some) => some.length === 0) &&
    columns.every(({ isVirtual, isVirtualProperty }) => !isVirtual && !isVirtualProperty)
  );
}

function named({ databaseName }: ColumnMetadata): string {
  return `"${databaseName}"`;
}

function isJson({ type }: ColumnMetadata): boolean {
  return type === 'json' || type === 'jsonb';
}

function isScalar(value: unknown): boolean {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) || value instanceof Date || Buffer.isBuffer(value)
  );
}
