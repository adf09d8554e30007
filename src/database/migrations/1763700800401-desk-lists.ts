import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lists of one merchant, as they were and with what they are filtered by. */
const CHARGES_OF_MERCHANT = {
  name: 'ix_charges_merchant_created',
  on: 'charges (merchant_id, created_at DESC, id DESC)',
};
const DELIVERIES_OF_MERCHANT = {
  name: 'ix_postback_deliveries_list',
  on: 'postback_deliveries (merchant_id, created_at DESC, id DESC)',
};

/**
 * Lists of all merchants' charges and deliveries (decision 0079). Their totals and pages are read from the
 * indexes alone, so those hold what is filtered by. The search index needs the extension pg_trgm, which comes with
 * PostgreSQL's contrib modules and which the owner of a database may create; where it is not there, a search reads
 * all rows. Its pending list is long, so that the worker empties it and hardly ever a request.
 */
export class DeskLists1763700800401 implements MigrationInterface {
  name = 'DeskLists1763700800401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX ix_charges_desk ON charges (created_at DESC, id DESC) INCLUDE (status, payment_method)',
    );
    await runner.query(
      `CREATE INDEX ix_postback_deliveries_desk ON postback_deliveries (created_at DESC, id DESC)
         INCLUDE (status, event, endpoint_id)`,
    );
    await widen(runner, CHARGES_OF_MERCHANT, ' INCLUDE (status, payment_method)');
    await widen(runner, DELIVERIES_OF_MERCHANT, ' INCLUDE (status, event)');
    await runner.query('CREATE INDEX ix_postback_deliveries_resource ON postback_deliveries (resource_id)');
    const offered = (await runner.query(
      `SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'`,
    )) as unknown[];
    if (offered.length === 0) return;
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(
      `CREATE INDEX ix_charges_search ON charges USING gin (search_text gin_trgm_ops)
         WITH (gin_pending_list_limit = 65536)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_charges_search');
    await runner.query('DROP EXTENSION IF EXISTS pg_trgm');
    await runner.query('DROP INDEX ix_postback_deliveries_resource');
    await widen(runner, DELIVERIES_OF_MERCHANT, '');
    await widen(runner, CHARGES_OF_MERCHANT, '');
    await runner.query('DROP INDEX ix_postback_deliveries_desk');
    await runner.query('DROP INDEX ix_charges_desk');
  }
}

async function widen(
  runner: QueryRunner,
  { name, on }: { readonly name: string; readonly on: string },
  include: string,
): Promise<void> {
  await runner.query(`DROP INDEX ${name}`);
  await runner.query(`CREATE INDEX ${name} ON ${on}${include}`);
}
