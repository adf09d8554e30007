import type { Reading, Tx } from '../../database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../common';
import type { Submerchant } from '../../submerchants';
import { type CaseKey, columnsOf, statementOfCases } from '../case-key';
import { type CurrentDocument, factsOf, type RegistrationFacts } from './requirement';

interface FactsRow {
  readonly id: string;
  readonly partners: RegistrationFacts['partners'];
  readonly has_address: boolean;
  readonly documents: readonly {
    readonly type: string;
    readonly legal_representative_id: string | null;
    readonly status: CurrentDocument['status'];
  }[];
}

/** One query for a whole page of records. What has expired counts as expired before the job has marked it. */
const READ_FACTS = statementOfCases(
  (keys) => `
  SELECT submerchant.id,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', partner.id, 'name', partner.name)
        ORDER BY partner.created_at, partner.id), '[]')
      FROM legal_representatives partner
      WHERE partner.merchant_id = submerchant.merchant_id AND partner.submerchant_id = submerchant.id) AS partners,
    EXISTS (SELECT 1 FROM submerchant_addresses address
      WHERE address.merchant_id = submerchant.merchant_id AND address.submerchant_id = submerchant.id) AS has_address,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('type', document.type,
        'legal_representative_id', document.legal_representative_id,
        'status', CASE WHEN document.status IN ('pending', 'approved') AND document.expires_on <= $3
          THEN 'expired' ELSE document.status END)), '[]')
      FROM submerchant_documents document
      WHERE document.merchant_id = submerchant.merchant_id AND document.submerchant_id = submerchant.id AND document.replaced_at IS NULL) AS documents
  FROM ${keys} AS submerchant (merchant_id, id)`,
);

/** Reads what the requirements are computed from. */
@Injectable()
export class RequirementRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The facts of each submerchant, in the order given; without a manager as the database is now. */
  async listFacts(
    submerchants: readonly Submerchant[],
    manager: Reading = this.dataSource.manager,
  ): Promise<RegistrationFacts[]> {
    if (submerchants.length === 0) return [];
    const rows = await this.readRows(manager, submerchants);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return submerchants.flatMap((submerchant) => {
      const row = byId.get(submerchant.id);
      return row === undefined ? [] : [toFacts(submerchant, row)];
    });
  }

  /** As listFacts, of those whose records are not read yet. */
  async readFacts(
    tx: Tx,
    keys: readonly CaseKey[],
  ): Promise<(submerchant: Submerchant) => RegistrationFacts> {
    const rows = new Map((await this.readRows(tx, keys)).map((row) => [row.id, row]));
    return (submerchant) => {
      const row = rows.get(submerchant.id);
      if (row === undefined) throw new Error('a key has a row');
      return toFacts(submerchant, row);
    };
  }

  private readRows(manager: Reading, keys: readonly CaseKey[]): Promise<FactsRow[]> {
    return manager.query(READ_FACTS(keys), [...columnsOf(keys), this.clock.now()]);
  }
}

function toFacts(submerchant: Submerchant, row: FactsRow): RegistrationFacts {
  return factsOf(submerchant, {
    partners: row.partners,
    hasAddress: row.has_address,
    documents: row.documents.map(({ type, legal_representative_id, status }) => ({
      type,
      legalRepresentativeId: legal_representative_id,
      status,
    })),
  });
}
