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
