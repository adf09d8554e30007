import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links into the merchant's portal, and the sessions that they become when they are opened (contract §2, decision 0048). */
export class PortalSessions1763713600000 implements MigrationInterface {
  name = 'PortalSessions1763713600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE portal_sessions (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        public_key text NOT NULL,
        submerchant_id uuid,
        token_mac bytea NOT NULL,
        pepper_id text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        link_expires_at timestamptz(3) NOT NULL,
        opened_at timestamptz(3),
        last_seen_at timestamptz(3),
        idle_expires_at timestamptz(3),
        expires_at timestamptz(3),
        CONSTRAINT pk_portal_sessions PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_portal_sessions_key FOREIGN KEY (merchant_id, public_key)
          REFERENCES api_keys (merchant_id, public_key) ON DELETE CASCADE,
        CONSTRAINT fk_portal_sessions_submerchant FOREIGN KEY (merchant_id, submerchant_id)
          REFERENCES submerchants (merchant_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_portal_sessions_link CHECK (
          link_expires_at > created_at AND link_expires_at <= created_at + interval '1 hour' AND opened_at < link_expires_at),
        CONSTRAINT ck_portal_sessions_opened CHECK (
          num_nonnulls(opened_at, last_seen_at, idle_expires_at, expires_at) IN (0, 4)),
        CONSTRAINT ck_portal_sessions_idle CHECK (
          idle_expires_at <= last_seen_at + interval '30 minutes' AND idle_expires_at <= expires_at),
        CONSTRAINT ck_portal_sessions_absolute CHECK (expires_at <= opened_at + interval '12 hours')
      )`);
    // The cookie names the session alone.
    await runner.query('CREATE INDEX ix_portal_sessions_id ON portal_sessions (id)');
    await runner.query('CREATE INDEX ix_portal_sessions_key ON portal_sessions (merchant_id, public_key)');
    await runner.query(
      `CREATE INDEX ix_portal_sessions_submerchant ON portal_sessions (merchant_id, submerchant_id)
        WHERE submerchant_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE portal_sessions');
  }
}
