import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Transfers between wallets (money contract §12), and the scope of keys that opens them: pairs of test merchants that may read
 * and write may move money too, those of live merchants only when it is named (money contract §15).
 */
export class Transfers1763713200000 implements MigrationInterface {
  name = 'Transfers1763713200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP CONSTRAINT ck_api_keys_scopes');
    await runner.query(`
      ALTER TABLE api_keys ADD CONSTRAINT ck_api_keys_scopes
        CHECK (cardinality(scopes) >= 1 AND scopes <@ ARRAY['read', 'write', 'money'])`);
    await runner.query(`
      UPDATE api_keys AS key SET scopes = scopes || ARRAY['money']
        FROM merchants AS merchant
       WHERE merchant.id = key.merchant_id AND merchant.mode = 'test' AND key.scopes @> ARRAY['read', 'write']`);
    await runner.query(`
      CREATE TABLE transfers (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        to_wallet_id uuid NOT NULL,
        amount_cents bigint NOT NULL,
        description character varying(140),
        external_id character varying(100),
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_transfers PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_transfers_to_wallet FOREIGN KEY (merchant_id, to_wallet_id) REFERENCES wallets (merchant_id, id),
        CONSTRAINT ck_transfers_to CHECK (to_wallet_id <> merchant_id),
        CONSTRAINT ck_transfers_amount CHECK (amount_cents BETWEEN 1 AND 9999999999)
      )`);
    // Without what changes with each posting, so that none writes to it.
    await runner.query(
      `CREATE INDEX ix_ledger_accounts_debts ON ledger_accounts (merchant_id, wallet_id) WHERE name = 'debt'`,
    );
    await runner.query('CREATE INDEX ix_transfers_list ON transfers (merchant_id, created_at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX ix_transfers_to_wallet ON transfers (merchant_id, to_wallet_id, created_at DESC, id DESC)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transfers');
    await runner.query('DROP INDEX ix_ledger_accounts_debts');
    await runner.query('ALTER TABLE api_keys DROP CONSTRAINT ck_api_keys_scopes');
    // A pair that may do nothing else may at least look.
    await runner.query(`
      UPDATE api_keys SET scopes = CASE WHEN scopes <@ ARRAY['money'] THEN ARRAY['read']
                                   ELSE array_remove(scopes, 'money') END
       WHERE 'money' = ANY(scopes)`);
    await runner.query(`
      ALTER TABLE api_keys ADD CONSTRAINT ck_api_keys_scopes
        CHECK (cardinality(scopes) >= 1 AND scopes <@ ARRAY['read', 'write'])`);
  }
}
