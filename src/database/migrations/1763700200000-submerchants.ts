import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submerchants, their legal representatives, addresses and history, with every rule that a row alone can break. */
export class Submerchants1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_SUBMERCHANTS);
    await runner.query(CREATE_HISTORY);
    await runner.query(CREATE_LEGAL_REPRESENTATIVES);
    await runner.query(CREATE_ADDRESSES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE submerchant_addresses`);
    await runner.query(`DROP TABLE legal_representatives`);
    await runner.query(`DROP TABLE submerchant_history`);
    await runner.query(`DROP TABLE submerchants`);
  }
}

const CREATE_SUBMERCHANTS = `
  CREATE TABLE submerchants (
    id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    entity_type varchar(2) NOT NULL,
    status varchar(20) NOT NULL,
    trade_name varchar(200),
    legal_name varchar(200) NOT NULL,
    tax_id varchar(14) NOT NULL,
    email varchar(254) NOT NULL,
    phone varchar(15),
    birth_date date,
    mother_name varchar(200),
    business_type varchar(100),
    product_categories jsonb NOT NULL,
    average_ticket numeric(14, 2),
    monthly_revenue numeric(14, 2),
    mcc varchar(4),
    mcc_source varchar(10),
    cnaes jsonb NOT NULL,
    rejection jsonb,
    rounds integer NOT NULL,
    version integer NOT NULL,
    search_text text NOT NULL,
    submitted_at timestamptz(3),
    reviewed_at timestamptz(3),
    activated_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_submerchants PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_submerchants_merchant FOREIGN KEY (merchant_id) REFERENCES merchants (id),
    CONSTRAINT uq_submerchants_id_entity_type UNIQUE (merchant_id, id, entity_type),
    CONSTRAINT ck_submerchants_entity_type CHECK (entity_type IN ('pj', 'pf')),
    CONSTRAINT ck_submerchants_status
      CHECK (status IN ('pending', 'pending_review', 'active', 'rejected', 'suspended')),
    CONSTRAINT ck_submerchants_tax_id
      CHECK (CASE entity_type WHEN 'pf' THEN tax_id ~ '^[0-9]{11}$' ELSE tax_id ~ '^[0-9A-Z]{12}[0-9]{2}$' END),
    CONSTRAINT ck_submerchants_mcc
      CHECK ((mcc IS NULL AND mcc_source IS NULL)
        OR (mcc ~ '^[0-9]{4}$' AND mcc_source IN ('provided', 'derived', 'operator'))),
    CONSTRAINT ck_submerchants_figures CHECK (average_ticket >= 0 AND monthly_revenue >= 0),
    CONSTRAINT ck_submerchants_rejected CHECK (status <> 'rejected' OR rejection IS NOT NULL),
    CONSTRAINT ck_submerchants_submitted CHECK (status = 'pending' OR (submitted_at IS NOT NULL AND rounds > 0)),
    CONSTRAINT ck_submerchants_activated CHECK (status NOT IN ('active', 'suspended') OR activated_at IS NOT NULL),
    CONSTRAINT ck_submerchants_version CHECK (version > 0 AND rounds >= 0)
  );
  -- An operator's URL has the submerchant alone.
  CREATE INDEX ix_submerchants_id ON submerchants (id);
  CREATE INDEX ix_submerchants_list ON submerchants (merchant_id, created_at DESC, id DESC);
  -- The operators' queue is oldest submission first.
  CREATE INDEX ix_submerchants_queue ON submerchants (submitted_at, id) WHERE status = 'pending_review';
  -- The same tax number elsewhere is a finding for the operator.
  CREATE INDEX ix_submerchants_tax_id ON submerchants (merchant_id, tax_id);
`;

const CREATE_HISTORY = `
  CREATE TABLE submerchant_history (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    version integer NOT NULL,
    type varchar(40) NOT NULL,
    from_status varchar(20),
    to_status varchar(20),
    actor varchar(10) NOT NULL,
    operator_id uuid,
    details jsonb NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT pk_submerchant_history PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_submerchant_history_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
    CONSTRAINT ck_submerchant_history_actor CHECK (actor IN ('merchant', 'operator', 'system'))
  );
  CREATE INDEX ix_submerchant_history_list ON submerchant_history (merchant_id, submerchant_id, at DESC, id DESC);
  -- What the statistics count: the steps that left pending_review, by their time, and the submissions they decided.
  CREATE INDEX ix_submerchant_history_decided ON submerchant_history (at)
    WHERE from_status = 'pending_review' AND operator_id IS NOT NULL;
  CREATE INDEX ix_submerchant_history_submitted ON submerchant_history (merchant_id, submerchant_id, version) INCLUDE (at)
    WHERE type = 'submitted';
`;

const CREATE_LEGAL_REPRESENTATIVES = `
  CREATE TABLE legal_representatives (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    submerchant_entity_type varchar(2) NOT NULL,
    name varchar(200) NOT NULL,
    document varchar(14) NOT NULL,
    entity_type varchar(2) NOT NULL,
    legal_name varchar(200),
    birth_date date,
    mother_name varchar(200),
    email varchar(254),
    phone varchar(40),
    role varchar(20),
    qualification varchar(11),
    participation_percentage numeric(5, 2),
    is_admin boolean NOT NULL,
    search_text text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_legal_representatives PRIMARY KEY (merchant_id, id),
    -- Together with the entity type: a pf has no partners, and a pj that has some cannot become a pf.
    CONSTRAINT fk_legal_representatives_submerchant FOREIGN KEY (merchant_id, submerchant_id, submerchant_entity_type)
      REFERENCES submerchants (merchant_id, id, entity_type),
    CONSTRAINT uq_legal_representatives_document UNIQUE (merchant_id, submerchant_id, document),
    CONSTRAINT uq_legal_representatives_submerchant_id UNIQUE (merchant_id, submerchant_id, id),
    CONSTRAINT ck_legal_representatives_submerchant_is_pj CHECK (submerchant_entity_type = 'pj'),
    CONSTRAINT ck_legal_representatives_document
      CHECK (CASE entity_type WHEN 'pf' THEN document ~ '^[0-9]{11}$'
        WHEN 'pj' THEN document ~ '^[0-9A-Z]{12}[0-9]{2}$' ELSE false END),
    CONSTRAINT ck_legal_representatives_role
      CHECK (role IN ('legal_representative', 'individual_owner', 'corporate_owner', 'admin')),
    CONSTRAINT ck_legal_representatives_qualification
      CHECK (qualification IN ('DIRECTOR', 'ADMIN', 'OWNER', 'OWNER-ADMIN', 'ATTORNEY')),
    CONSTRAINT ck_legal_representatives_participation CHECK (participation_percentage BETWEEN 0 AND 100)
  );
  CREATE INDEX ix_legal_representatives_list
    ON legal_representatives (merchant_id, submerchant_id, created_at DESC, id DESC);
`;

const CREATE_ADDRESSES = `
  CREATE TABLE submerchant_addresses (
    merchant_id uuid NOT NULL,
    id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    type varchar(8) NOT NULL,
    street varchar(200) NOT NULL,
    number varchar(20) NOT NULL,
    complement varchar(200),
    neighborhood varchar(200) NOT NULL,
    city varchar(200) NOT NULL,
    state varchar(2) NOT NULL,
    zip_code varchar(10) NOT NULL,
    country varchar(2) NOT NULL,
    is_primary boolean NOT NULL,
    search_text text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT pk_submerchant_addresses PRIMARY KEY (merchant_id, id),
    CONSTRAINT fk_submerchant_addresses_submerchant FOREIGN KEY (merchant_id, submerchant_id)
      REFERENCES submerchants (merchant_id, id),
    CONSTRAINT ck_submerchant_addresses_type CHECK (type IN ('billing', 'shipping', 'both')),
    CONSTRAINT ck_submerchant_addresses_state CHECK (char_length(state) = 2),
    CONSTRAINT ck_submerchant_addresses_zip_code CHECK (char_length(zip_code) BETWEEN 8 AND 10)
  );
  CREATE UNIQUE INDEX uq_submerchant_addresses_primary
    ON submerchant_addresses (merchant_id, submerchant_id) WHERE is_primary;
  CREATE INDEX ix_submerchant_addresses_list
    ON submerchant_addresses (merchant_id, submerchant_id, created_at DESC, id DESC);
`;
