import type { DataSource } from 'typeorm';

/** While rows are inserted into a table this runs for each, or for each statement: PL/pgSQL that may look at NEW. */
export async function inTheWay(
  dataSource: DataSource,
  table: string,
  each: 'ROW' | 'STATEMENT',
  body: string,
  work: () => Promise<void>,
): Promise<void> {
  await dataSource.query(
    `CREATE FUNCTION in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$`,
  );
  await dataSource.query(
    `CREATE TRIGGER in_the_way BEFORE INSERT ON ${table} FOR EACH ${each} EXECUTE FUNCTION in_the_way()`,
  );
  try {
    await work();
  } finally {
    await dataSource.query('DROP FUNCTION in_the_way() CASCADE');
  }
}
