import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../../common';
import { type RequirementCounts, RequirementsReader, type Submerchant } from '../../submerchants';
import type { CurrentDocument, RegistrationFacts } from './requirement';
import { countsOf, requirementsOf } from './requirements';

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
const READ_FACTS = `
  SELECT submerchant.id,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', partner.id, 'name', partner.name)
        ORDER BY partner.created_at, partner.id), '[]')
      FROM legal_representatives partner WHERE partner.submerchant_id = submerchant.id) AS partners,
    EXISTS (SELECT 1 FROM submerchant_addresses address WHERE address.submerchant_id = submerchant.id) AS has_address,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('type', document.type,
        'legal_representative_id', document.legal_representative_id,
        'status', CASE WHEN document.status IN ('pending', 'approved') AND document.expires_on <= $2
          THEN 'expired' ELSE document.status END)), '[]')
      FROM submerchant_documents document
      WHERE document.submerchant_id = submerchant.id AND document.replaced_at IS NULL) AS documents
  FROM unnest($1::uuid[]) AS submerchant (id)`;

/** Reads what the requirements are computed from. */
@Injectable()
export class RequirementsRepository extends RequirementsReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async counts(
    submerchants: readonly Submerchant[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, RequirementCounts>> {
    const facts = await this.facts(submerchants, manager);
    return new Map(facts.map((item) => [item.id, countsOf(requirementsOf(item))]));
  }

  /** The facts of each submerchant, in the order given. */
  async facts(submerchants: readonly Submerchant[], manager: EntityManager): Promise<RegistrationFacts[]> {
    if (submerchants.length === 0) return [];
    const ids = submerchants.map(({ id }) => id);
    const rows: FactsRow[] = await manager.query(READ_FACTS, [ids, this.clock.now()]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return submerchants.flatMap((submerchant) => {
      const row = byId.get(submerchant.id);
      return row === undefined ? [] : [toFacts(submerchant, row)];
    });
  }
}

function toFacts(submerchant: Submerchant, row: FactsRow): RegistrationFacts {
  return {
    id: submerchant.id,
    status: submerchant.status,
    entityType: submerchant.entityType,
    correctable: submerchant.rejection?.correctable ?? false,
    mcc: submerchant.mcc,
    cnaes: submerchant.cnaes,
    birthDate: submerchant.birthDate,
    motherName: submerchant.motherName,
    partners: row.partners,
    hasAddress: row.has_address,
    documents: row.documents.map(({ type, legal_representative_id, status }) => ({
      type,
      legalRepresentativeId: legal_representative_id,
      status,
    })),
  };
}
