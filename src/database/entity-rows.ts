import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** Entities as a JSON array of rows, keyed by column. What is null is left out: that makes it null. */
export function toRows<E extends ObjectLiteral>(
  manager: EntityManager,
  target: EntityTarget<E>,
  entities: readonly E[],
): string {
  const { columns } = manager.dataSource.getMetadata(target);
  const rows = entities.map((entity) => {
    const row: Record<string, unknown> = {};
    for (const { databaseName, propertyName } of columns) {
      const value: unknown = entity[propertyName];
      if (value !== null) row[databaseName] = value;
    }
    return row;
  });
  return JSON.stringify(rows);
}

/**
 * Inserts the rows of a JSON array, with the columns that this build knows by name: a column that a later one adds gets
 * its default while both run.
 */
export function insertRows(
  manager: EntityManager,
  target: EntityTarget<ObjectLiteral>,
  parameter: string,
  condition = 'true',
): string {
  const { tableName, columns } = manager.dataSource.getMetadata(target);
  const names = columns.map(({ databaseName }) => databaseName).join(', ');
  return `INSERT INTO ${tableName} (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::${tableName}, ${parameter}::json) WHERE ${condition}`;
}

/**
 * Writes all columns of the one row of a JSON array into the one that has its key, as a part of another statement. An array is
 * taken to have a hundred rows, for which a table of some thousand would be read whole.
 */
export function updateRow(
  manager: EntityManager,
  target: EntityTarget<ObjectLiteral>,
  parameter: string,
): string {
  return updateFrom(manager, target, (type) => `json_populate_record(${type}, ${parameter}::json -> 0)`);
}

/** The same for all rows of the array, of which the condition is true. */
export function updateRows(
  manager: EntityManager,
  target: EntityTarget<ObjectLiteral>,
  parameter: string,
  condition: string,
): string {
  const rows = (type: string): string => `json_populate_recordset(${type}, ${parameter}::json)`;
  return `${updateFrom(manager, target, rows)} AND ${condition}`;
}

function updateFrom(
  manager: EntityManager,
  target: EntityTarget<ObjectLiteral>,
  rows: (type: string) => string,
): string {
  const { tableName, columns } = manager.dataSource.getMetadata(target);
  const named = (isPrimary: boolean): string[] =>
    columns.filter((column) => column.isPrimary === isPrimary).map(({ databaseName }) => databaseName);
  const values = named(false).map((name) => `${name} = new.${name}`);
  const keys = named(true).map((name) => `row.${name} = new.${name}`);
  return `UPDATE ${tableName} AS row SET ${values.join(', ')}
    FROM ${rows(`NULL::${tableName}`)} AS new WHERE ${keys.join(' AND ')}`;
}

/**
 * Rows in the order of the keys by which they were looked for, with their merchant or without: null for what was not found, or was asked
 * for before.
 */
export function inOrderOf<Row extends { readonly merchantId: string; readonly id: string }>(
  keys: readonly { readonly merchantId?: string; readonly id: string }[],
  rows: readonly Row[],
): (Row | null)[] {
  const left = new Map(rows.map((row) => [row.id, row]));
  return keys.map(({ merchantId, id }) => {
    const row = left.get(id);
    if (row === undefined || (merchantId !== undefined && merchantId !== row.merchantId)) return null;
    left.delete(id);
    return row;
  });
}

/**
 * Properties of entities as `unnest` of one array each, named as their columns: how many rows there are is hidden from the planner,
 * so that it plans once, for few (decision 0028).
 * @param first the number of the first parameter of `columnsOf`
 */
export function unnestColumns<E extends ObjectLiteral>(
  manager: EntityManager,
  target: EntityTarget<E>,
  properties: readonly (keyof E & string)[],
  first: number,
  alias: string,
): string {
  const { driver } = manager.dataSource;
  const metadata = manager.dataSource.getMetadata(target);
  const columns = properties.map((property) => metadata.findColumnWithPropertyName(property));
  const arrays = columns.map((column, place) => {
    if (column === undefined) throw new Error(`${metadata.tableName} has no column for ${properties[place]}`);
    const array = `$${first + place}::${driver.normalizeType(column)}[]`;
    return place === 0 ? `(SELECT ${array})` : array;
  });
  const names = columns.map((column) => column?.databaseName);
  return `unnest(${arrays.join(', ')}) AS ${alias} (${names.join(', ')})`;
}

/** The parameters of `unnestColumns`. */
export function columnsOf<E extends ObjectLiteral>(
  entities: readonly E[],
  properties: readonly (keyof E & string)[],
): unknown[][] {
  return properties.map((property) => entities.map((entity) => storable(entity[property])));
}

/** What is kept as JSON goes as its text: the driver would take an array for one of PostgreSQL's. */
function storable(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return value instanceof Date || Buffer.isBuffer(value) ? value : JSON.stringify(value);
}
