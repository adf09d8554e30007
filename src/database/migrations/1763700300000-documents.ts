import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents of submerchants: at most one current record per type and partner, types as the specification's tables have them. */
export class Documents1763700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE submerchant_documents (
        merchant_id uuid NOT NULL,
        id uuid NOT NULL,
        submerchant_id uuid NOT NULL,
        submerchant_entity_type varchar(2) NOT NULL,
        legal_representative_id uuid,
        type varchar(40) NOT NULL,
        status varchar(10) NOT NULL,
        number varchar(50),
        file_url varchar(2048) NOT NULL,
        file_name varchar(200) NOT NULL,
        file_size integer NOT NULL,
        mime_type varchar(20) NOT NULL,
        expires_at varchar(40),
        expires_on timestamptz(3),
        -- Which warning was sent last, so that none is sent twice.
        expiry_warned_days integer,
        notes varchar(2000),
        rejection_code varchar(20),
        rejection_message varchar(2000),
        round integer NOT NULL,
        version integer NOT NULL,
        search_text text NOT NULL,
        replaced_at timestamptz(3),
        verified_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT pk_submerchant_documents PRIMARY KEY (merchant_id, id),
        CONSTRAINT fk_submerchant_documents_submerchant
          FOREIGN KEY (merchant_id, submerchant_id, submerchant_entity_type)
          REFERENCES submerchants (merchant_id, id, entity_type),
        -- specification, Legal representative, rule 2; with the submerchant, so that a partner of another one is impossible.
        CONSTRAINT fk_submerchant_documents_legal_representative
          FOREIGN KEY (merchant_id, submerchant_id, legal_representative_id)
          REFERENCES legal_representatives (merchant_id, submerchant_id, id) ON DELETE CASCADE,
        CONSTRAINT ck_submerchant_documents_type CHECK (CASE submerchant_entity_type
          WHEN 'pf' THEN legal_representative_id IS NULL
            AND type IN ('front_id', 'back_id', 'selfie_with_id', 'proof_of_residence')
          WHEN 'pj' THEN CASE WHEN legal_representative_id IS NULL
            THEN type IN ('social_contract', 'contract_amendment', 'cnpj_card', 'proof_of_residence_company')
            ELSE type IN ('partner_front_id', 'partner_back_id', 'partner_selfie_with_id', 'partner_proof_of_residence')
            END
          ELSE false END),
        CONSTRAINT ck_submerchant_documents_status CHECK (status IN ('pending', 'approved', 'rejected', 'expired')),
        CONSTRAINT ck_submerchant_documents_rejection CHECK ((status = 'rejected') = (rejection_code IS NOT NULL)),
        CONSTRAINT ck_submerchant_documents_rejection_code CHECK (rejection_code IN ('unreadable', 'cropped',
          'wrong_type', 'missing_page', 'expired', 'name_mismatch', 'tax_id_mismatch', 'address_mismatch', 'too_old',
          'selfie_mismatch', 'password_protected', 'suspected_forgery', 'other')),
        CONSTRAINT ck_submerchant_documents_version CHECK (version >= 1),
        CONSTRAINT ck_submerchant_documents_file_size CHECK (file_size > 0),
        CONSTRAINT ck_submerchant_documents_mime_type
          CHECK (mime_type IN ('application/pdf', 'image/png', 'image/jpeg')),
        CONSTRAINT ck_submerchant_documents_expiry CHECK ((expires_at IS NULL) = (expires_on IS NULL))
      );
      CREATE UNIQUE INDEX uq_submerchant_documents_current
        ON submerchant_documents (merchant_id, submerchant_id, type, legal_representative_id) NULLS NOT DISTINCT
        WHERE replaced_at IS NULL;
      -- An operator's URL has the document alone.
      CREATE INDEX ix_submerchant_documents_id ON submerchant_documents (id);
      CREATE INDEX ix_submerchant_documents_list
        ON submerchant_documents (merchant_id, submerchant_id, created_at DESC, id DESC);
      CREATE INDEX ix_submerchant_documents_legal_representative
        ON submerchant_documents (merchant_id, submerchant_id, legal_representative_id);
      -- What the expiry job looks for.
      CREATE INDEX ix_submerchant_documents_expiring ON submerchant_documents (expires_on)
        WHERE replaced_at IS NULL AND status IN ('pending', 'approved');
      -- The same file elsewhere is a finding; an address may be longer than a B-tree entry, a hash has no such limit.
      CREATE INDEX ix_submerchant_documents_file ON submerchant_documents USING hash (file_url)
        WHERE replaced_at IS NULL;
      -- What waits for an operator, without those of registrations that were never submitted, which are the most.
      CREATE INDEX ix_submerchant_documents_waiting ON submerchant_documents (merchant_id, submerchant_id)
        WHERE replaced_at IS NULL AND status = 'pending' AND round > 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE submerchant_documents`);
  }
}
