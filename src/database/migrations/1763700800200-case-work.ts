import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How operators share the work on cases: who holds one, a first decision that waits for a second operator, and what
 * happened that no merchant is told of (contract §8).
 */
export class CaseWork1763700800200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_CLAIMS);
    await runner.query(CREATE_FIRST_DECISIONS);
    await runner.query(CREATE_STEPS);
    await runner.query(VOID_FIRST_DECISIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER void_first_decision ON submerchants`);
    await runner.query(`DROP FUNCTION void_first_decision()`);
    await runner.query(`DROP TABLE case_steps`);
    await runner.query(`DROP TABLE case_first_decisions`);
    await runner.query(`DROP TABLE case_claims`);
  }
}

/** The primary key sees to it that nobody but one holds a case, whatever the code does. */
const CREATE_CLAIMS = `
  CREATE TABLE case_claims (
    submerchant_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    claimed_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_case_claims PRIMARY KEY (submerchant_id),
    CONSTRAINT fk_case_claims_submerchant FOREIGN KEY (submerchant_id) REFERENCES submerchants (id),
    CONSTRAINT fk_case_claims_operator FOREIGN KEY (operator_id) REFERENCES operators (id),
    CONSTRAINT ck_case_claims_expiry CHECK (expires_at > claimed_at)
  );
  CREATE INDEX ix_case_claims_operator ON case_claims (operator_id);
`;

const CREATE_FIRST_DECISIONS = `
  CREATE TABLE case_first_decisions (
    submerchant_id uuid NOT NULL,
    version integer NOT NULL,
    decision varchar(7) NOT NULL,
    operator_id uuid NOT NULL,
    reasons jsonb NOT NULL,
    decided_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_case_first_decisions PRIMARY KEY (submerchant_id),
    CONSTRAINT fk_case_first_decisions_submerchant FOREIGN KEY (submerchant_id) REFERENCES submerchants (id),
    CONSTRAINT fk_case_first_decisions_operator FOREIGN KEY (operator_id) REFERENCES operators (id),
    CONSTRAINT ck_case_first_decisions_decision CHECK (decision IN ('approve', 'reject')),
    CONSTRAINT ck_case_first_decisions_reasons CHECK ((decision = 'reject') = (jsonb_array_length(reasons) > 0))
  );
`;

const CREATE_STEPS = `
  CREATE TABLE case_steps (
    id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    version integer NOT NULL,
    type varchar(40) NOT NULL,
    operator_id uuid,
    note varchar(2000),
    details jsonb NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_case_steps PRIMARY KEY (id),
    CONSTRAINT fk_case_steps_submerchant FOREIGN KEY (submerchant_id) REFERENCES submerchants (id),
    CONSTRAINT fk_case_steps_operator FOREIGN KEY (operator_id) REFERENCES operators (id),
    CONSTRAINT ck_case_steps_type CHECK (type IN ('claimed', 'released', 'decision_recorded', 'decision_withdrawn',
      'decision_voided', 'note_added', 'revealed')),
    CONSTRAINT ck_case_steps_operator CHECK ((operator_id IS NULL) = (type = 'decision_voided')),
    CONSTRAINT ck_case_steps_note CHECK ((note IS NOT NULL) = (type IN ('note_added', 'decision_withdrawn')))
  );
  CREATE INDEX ix_case_steps_list ON case_steps (submerchant_id, version DESC, at DESC, id DESC);
  CREATE INDEX ix_case_steps_notes ON case_steps (submerchant_id, at DESC, id DESC) WHERE note IS NOT NULL;
`;

/**
 * A first decision was taken on one version of its case. Whatever changes the version, in whichever process and by
 * whichever statement, makes it void: no second operator completes what the first one has not seen.
 */
const VOID_FIRST_DECISIONS = `
  CREATE FUNCTION void_first_decision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WITH voided AS (
      DELETE FROM case_first_decisions WHERE submerchant_id = NEW.id
      RETURNING decision)
    INSERT INTO case_steps (id, submerchant_id, version, type, details, at)
    SELECT gen_random_uuid(), NEW.id, NEW.version, 'decision_voided', jsonb_build_object('decision', decision), NEW.updated_at
      FROM voided;
    RETURN NULL;
  END $$;
  CREATE TRIGGER void_first_decision AFTER UPDATE ON submerchants
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION void_first_decision();
`;
