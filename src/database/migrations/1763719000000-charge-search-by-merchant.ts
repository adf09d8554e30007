import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A search of one merchant reads what that merchant has of a term, not what all have (decision 0003). Needs btree_gin, which
 * comes with PostgreSQL's contrib modules as pg_trgm does; without it the index stays as it was.
 */
export class ChargeSearchByMerchant1763719000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const offered = (await runner.query(
      `SELECT 1 FROM pg_available_extensions WHERE name = 'btree_gin' AND to_regclass('ix_charges_search') IS NOT NULL`,
    )) as unknown[];
    if (offered.length === 0) return;
    await runner.query('CREATE EXTENSION IF NOT EXISTS btree_gin');
    await this.index(runner, 'merchant_id, search_text gin_trgm_ops, customer_tax_id gin_trgm_ops');
  }

  async down(runner: QueryRunner): Promise<void> {
    const made = (await runner.query(
      `SELECT 1 WHERE to_regclass('ix_charges_search') IS NOT NULL`,
    )) as unknown[];
    if (made.length > 0) await this.index(runner, 'search_text gin_trgm_ops, customer_tax_id gin_trgm_ops');
    await runner.query('DROP EXTENSION IF EXISTS btree_gin');
  }

  /** Its pending list is long, so that the worker empties it and hardly ever a request. */
  private async index(runner: QueryRunner, columns: string): Promise<void> {
    await runner.query('DROP INDEX ix_charges_search');
    await runner.query(
      `CREATE INDEX ix_charges_search ON charges USING gin (${columns}) WITH (gin_pending_list_limit = 65536)`,
    );
  }
}
