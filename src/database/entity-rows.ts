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
