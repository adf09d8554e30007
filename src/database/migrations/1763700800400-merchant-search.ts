import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operators find merchants by name, whatever the case and the accents: the folded text is kept, as elsewhere. It has a
 * default for the version before, which makes merchants without it while it is being replaced.
 */
export class MerchantSearch1763700800400 implements MigrationInterface {
  name = 'MerchantSearch1763700800400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE merchants ADD COLUMN search_text text NOT NULL DEFAULT ''`);
    const merchants = (await runner.query('SELECT id, name FROM merchants')) as {
      id: string;
      name: string;
    }[];
    await runner.query(
      `UPDATE merchants AS m SET search_text = new.text FROM unnest($1::uuid[], $2::text[]) AS new (id, text)
        WHERE m.id = new.id`,
      [merchants.map(({ id }) => id), merchants.map(({ id, name }) => fold(`${name}\n${id}`))],
    );
    await runner.query('CREATE INDEX ix_merchants_list ON merchants (created_at DESC, id DESC)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_merchants_list');
    await runner.query('ALTER TABLE merchants DROP COLUMN search_text');
  }
}

/** As the service folds it today; what was migrated stays as it is, so this is not shared with it. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
