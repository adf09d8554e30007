import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The work of operators: what waits for them, who holds a case, a first decision that waits for a second operator, what
 * happened that no merchant is told of (contract §8), and the files of documents as they saw them.
 */
export class Review1763700700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_QUEUE);
    await runner.query(CREATE_CLAIMS);
    await runner.query(CREATE_FIRST_DECISIONS);
    await runner.query(CREATE_STEPS);
    await runner.query(VOID_FIRST_DECISIONS);
    await this.files(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE document_file_views`);
    await runner.query(`DROP TABLE document_files`);
    await runner.query(`DROP FUNCTION check_document_file_kept()`);
    await runner.query(`DROP TRIGGER void_first_decision ON submerchants`);
    await runner.query(`DROP FUNCTION void_first_decision()`);
    await runner.query(`DROP TABLE case_steps`);
    await runner.query(`DROP TABLE case_first_decisions`);
    await runner.query(`DROP TABLE case_claims`);
    await runner.query(`DROP VIEW review_queue`);
  }

  /**
   * The files of documents as operators saw them, encrypted, one row a document. A row without content is a fetch that
   * runs, or the last one that failed.
   */
  private async files(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE document_files (
        merchant_id uuid NOT NULL,
        document_id uuid NOT NULL,
        attempt_id uuid NOT NULL,
        leased_until timestamptz(3),
        failure_code varchar(20),
        failure_message varchar(300),
        content_type varchar(20),
        size_bytes integer,
        sha256 bytea,
        key_id varchar(32),
        sealed bytea,
        fetched_at timestamptz(3),
        CONSTRAINT pk_document_files PRIMARY KEY (merchant_id, document_id),
        CONSTRAINT fk_document_files_document FOREIGN KEY (merchant_id, document_id)
          REFERENCES submerchant_documents (merchant_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_document_files_content CHECK (CASE
          num_nonnulls(content_type, size_bytes, sha256, key_id, sealed, fetched_at)
          WHEN 0 THEN true
          WHEN 6 THEN leased_until IS NULL AND failure_code IS NULL
          ELSE false END),
        CONSTRAINT ck_document_files_failure CHECK (
          num_nonnulls(failure_code, failure_message) <> 1
          AND failure_code IN ('FILE_UNAVAILABLE', 'FILE_TOO_LARGE', 'FILE_TYPE_REFUSED')),
        CONSTRAINT ck_document_files_content_type
          CHECK (content_type IN ('application/pdf', 'image/png', 'image/jpeg')),
        CONSTRAINT ck_document_files_size_bytes CHECK (size_bytes BETWEEN 1 AND 10485760),
        CONSTRAINT ck_document_files_sha256 CHECK (octet_length(sha256) = 32)
      )`);
    // Encrypted bytes do not compress: not trying saves the time, and lets a part be read without the rest.
    await runner.query(`ALTER TABLE document_files ALTER COLUMN sealed SET STORAGE EXTERNAL`);
    await runner.query(
      `CREATE INDEX ix_document_files_sha256 ON document_files (merchant_id, sha256) WHERE sha256 IS NOT NULL`,
    );
    // What was approved stays what was seen: a file that was kept is never exchanged, only encrypted anew.
    await runner.query(`
      CREATE FUNCTION check_document_file_kept() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the file of a document was fetched once and for all'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_document_files_kept';
      END $$`);
    await runner.query(`
      CREATE TRIGGER ck_document_files_kept BEFORE UPDATE ON document_files FOR EACH ROW
      WHEN (OLD.sha256 IS NOT NULL AND (OLD.merchant_id, OLD.document_id, OLD.content_type, OLD.size_bytes, OLD.sha256, OLD.fetched_at)
        IS DISTINCT FROM (NEW.merchant_id, NEW.document_id, NEW.content_type, NEW.size_bytes, NEW.sha256, NEW.fetched_at))
      EXECUTE FUNCTION check_document_file_kept()`);
    // When an operator's look at a file was last written into the audit log: not every turn of a page is an entry.
    await runner.query(`
      CREATE TABLE document_file_views (
        merchant_id uuid NOT NULL,
        document_id uuid NOT NULL,
        operator_id uuid NOT NULL,
        viewed_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_document_file_views PRIMARY KEY (merchant_id, document_id, operator_id),
        CONSTRAINT fk_document_file_views_document FOREIGN KEY (merchant_id, document_id)
          REFERENCES submerchant_documents (merchant_id, id) ON DELETE CASCADE
      )`);
  }
}

const RECORD = `submerchant.id, submerchant.merchant_id, merchant.name AS merchant_name, merchant.mode AS merchant_mode,
  submerchant.status, submerchant.entity_type, submerchant.trade_name, submerchant.legal_name, submerchant.tax_id,
  submerchant.rounds, submerchant.version, submerchant.submitted_at, submerchant.search_text`;

/** A document that was sent to an active submerchant after its submission has a round above 0. */
const CREATE_QUEUE = `
  CREATE VIEW review_queue AS
    SELECT ${RECORD}, 'registration' AS kind, submerchant.submitted_at AS waiting_since
    FROM submerchants submerchant
    JOIN merchants merchant ON merchant.id = submerchant.merchant_id
    WHERE submerchant.status = 'pending_review'
  UNION ALL
    SELECT ${RECORD}, 'document_update' AS kind, sent.waiting_since
    FROM (SELECT document.merchant_id, document.submerchant_id, min(document.created_at) AS waiting_since
      FROM submerchant_documents document
      WHERE document.replaced_at IS NULL AND document.status = 'pending' AND document.round > 0
        AND (document.expires_on IS NULL OR document.expires_on > now())
      GROUP BY document.merchant_id, document.submerchant_id) sent
    JOIN submerchants submerchant
      ON submerchant.merchant_id = sent.merchant_id AND submerchant.id = sent.submerchant_id
    JOIN merchants merchant ON merchant.id = submerchant.merchant_id
    WHERE submerchant.status IN ('active', 'suspended')`;

/** The primary key sees to it that nobody but one holds a case, whatever the code does. */
const CREATE_CLAIMS = `
  CREATE TABLE case_claims (
    merchant_id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    claimed_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_case_claims PRIMARY KEY (merchant_id, submerchant_id),
    CONSTRAINT fk_case_claims_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
    CONSTRAINT fk_case_claims_operator FOREIGN KEY (operator_id) REFERENCES operators (id),
    CONSTRAINT ck_case_claims_expiry CHECK (expires_at > claimed_at)
  );
  -- A request of an operator names the submerchant alone: its claim is found by both.
  CREATE INDEX ix_case_claims_operator ON case_claims (operator_id, submerchant_id);
`;

const CREATE_FIRST_DECISIONS = `
  CREATE TABLE case_first_decisions (
    merchant_id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    version integer NOT NULL,
    decision varchar(7) NOT NULL,
    operator_id uuid NOT NULL,
    reasons jsonb NOT NULL,
    decided_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_case_first_decisions PRIMARY KEY (merchant_id, submerchant_id),
    CONSTRAINT fk_case_first_decisions_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
    CONSTRAINT fk_case_first_decisions_operator FOREIGN KEY (operator_id) REFERENCES operators (id),
    CONSTRAINT ck_case_first_decisions_decision CHECK (decision IN ('approve', 'reject')),
    CONSTRAINT ck_case_first_decisions_reasons CHECK ((decision = 'reject') = (jsonb_array_length(reasons) > 0))
  );
`;

const CREATE_STEPS = `
  CREATE TABLE case_steps (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    version integer NOT NULL,
    type varchar(40) NOT NULL,
    operator_id uuid,
    note varchar(2000),
    details jsonb NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_case_steps PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_case_steps_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
    CONSTRAINT fk_case_steps_operator FOREIGN KEY (operator_id) REFERENCES operators (id),
    CONSTRAINT ck_case_steps_type CHECK (type IN ('claimed', 'released', 'decision_recorded', 'decision_withdrawn',
      'decision_voided', 'note_added', 'revealed')),
    CONSTRAINT ck_case_steps_operator CHECK ((operator_id IS NULL) = (type = 'decision_voided')),
    CONSTRAINT ck_case_steps_note CHECK ((note IS NOT NULL) = (type IN ('note_added', 'decision_withdrawn')))
  );
  CREATE INDEX ix_case_steps_list ON case_steps (merchant_id, submerchant_id, version DESC, at DESC, id DESC);
  CREATE INDEX ix_case_steps_notes ON case_steps (merchant_id, submerchant_id, at DESC, id DESC) WHERE note IS NOT NULL;
`;

/**
 * A first decision was taken on one version of its case. Whatever changes the version, in whichever process and by
 * whichever statement, makes it void: no second operator completes what the first one has not seen.
 */
const VOID_FIRST_DECISIONS = `
  CREATE FUNCTION void_first_decision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WITH voided AS (
      DELETE FROM case_first_decisions WHERE merchant_id = NEW.merchant_id AND submerchant_id = NEW.id
      RETURNING decision)
    INSERT INTO case_steps (merchant_id, id, submerchant_id, version, type, details, at)
    SELECT NEW.merchant_id, gen_random_uuid(), NEW.id, NEW.version, 'decision_voided',
        jsonb_build_object('decision', decision), NEW.updated_at
      FROM voided;
    RETURN NULL;
  END $$;
  CREATE TRIGGER void_first_decision AFTER UPDATE ON submerchants
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION void_first_decision();
`;
