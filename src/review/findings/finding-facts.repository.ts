import { DataSource } from 'typeorm';
import { type CaseKey, columnsOf, statementOfCases } from '../case-key';
import type { Reading } from '../../database';
import { Injectable } from '@nestjs/common';
import { type DocumentFacts, type FindingFacts, NAMED } from './finding';

interface DocumentRow {
  readonly id: string;
  readonly type: string;
  readonly status: DocumentFacts['status'];
  readonly file_name: string;
  readonly file_size: number;
  readonly mime_type: string;
  readonly file: DocumentFacts['file'];
  readonly expires_on: string | null;
  readonly created_at: string;
  readonly same_file: readonly {
    readonly id: string;
    readonly type: string;
    readonly submerchant_id: string;
    readonly name: string;
  }[];
}

interface FactsRow {
  readonly id: string;
  readonly status: FindingFacts['status'];
  readonly entity_type: FindingFacts['entityType'];
  readonly tax_id: string;
  readonly birth_date: string | null;
  readonly mother_name: string | null;
  readonly mcc: string | null;
  readonly mcc_source: FindingFacts['mccSource'];
  readonly cnaes: FindingFacts['cnaes'];
  readonly same_tax_id: FindingFacts['sameTaxId'];
  readonly partners: readonly {
    readonly id: string;
    readonly document: string;
    readonly birth_date: string | null;
    readonly share: number | null;
  }[];
  readonly documents: readonly DocumentRow[];
}

/** How many records with one address of a file are looked at: a placeholder may be the file of very many. */
const LOOKED_AT = 200;

/** By the address, and by the content of those that somebody has looked at: what differs there is no twin. */
const TWINS = `
  (SELECT other.id, other.type, other.submerchant_id FROM submerchant_documents other
    WHERE other.merchant_id = document.merchant_id AND other.file_url = document.file_url AND other.replaced_at IS NULL LIMIT ${LOOKED_AT})
  UNION
  (SELECT other.id, other.type, other.submerchant_id FROM document_files equal
    JOIN submerchant_documents other ON other.merchant_id = equal.merchant_id AND other.id = equal.document_id
    WHERE equal.merchant_id = document.merchant_id AND equal.sha256 = file.sha256 AND other.replaced_at IS NULL LIMIT ${LOOKED_AT})`;

/** One statement for a whole page of submerchants. */
const READ_FACTS = statementOfCases(
  (keys) => `
  SELECT submerchant.id, submerchant.status, submerchant.entity_type, submerchant.tax_id,
    submerchant.birth_date::text AS birth_date, submerchant.mother_name, submerchant.mcc, submerchant.mcc_source,
    submerchant.cnaes,
    (SELECT coalesce(jsonb_agg(same), '[]') FROM (
        SELECT other.id, coalesce(other.trade_name, other.legal_name) AS name, other.status FROM submerchants other
        WHERE other.merchant_id = submerchant.merchant_id AND other.tax_id = submerchant.tax_id
          AND other.id <> submerchant.id
        LIMIT ${NAMED + 1}) same) AS same_tax_id,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', partner.id, 'document', partner.document,
        'birth_date', partner.birth_date, 'share', partner.participation_percentage)
        ORDER BY partner.created_at, partner.id), '[]')
      FROM legal_representatives partner
      WHERE partner.merchant_id = submerchant.merchant_id AND partner.submerchant_id = submerchant.id) AS partners,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', document.id, 'type', document.type, 'status', document.status,
        'file_name', document.file_name, 'file_size', document.file_size, 'mime_type', document.mime_type,
        'expires_on', document.expires_on, 'created_at', document.created_at,
        'file', CASE WHEN file.document_id IS NOT NULL THEN jsonb_build_object('contentType', file.content_type,
          'sizeBytes', file.size_bytes, 'failure', file.failure_code) END,
        'same_file', (SELECT coalesce(jsonb_agg(same), '[]') FROM (
            SELECT twin.id, twin.type, twin.submerchant_id, coalesce(owner.trade_name, owner.legal_name) AS name
            FROM (${TWINS}) twin
            JOIN submerchants owner ON owner.merchant_id = document.merchant_id AND owner.id = twin.submerchant_id
            WHERE twin.id <> document.id
              AND NOT EXISTS (SELECT 1 FROM document_files known
                WHERE known.merchant_id = document.merchant_id AND known.document_id = twin.id AND known.sha256 <> file.sha256)
            LIMIT ${NAMED + 1}) same))
        ORDER BY document.created_at, document.id), '[]')
      FROM submerchant_documents document
      LEFT JOIN document_files file ON file.merchant_id = document.merchant_id AND file.document_id = document.id
      WHERE document.merchant_id = submerchant.merchant_id AND document.submerchant_id = submerchant.id AND document.replaced_at IS NULL) AS documents
  FROM submerchants submerchant WHERE (submerchant.merchant_id, submerchant.id) IN (SELECT * FROM ${keys} AS key)`,
);

/** Reads what the findings are computed from, in one snapshot. */
@Injectable()
export class FindingFactsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The facts of each submerchant by its id, as the transaction sees them where there is one. */
  async list(
    cases: readonly CaseKey[],
    manager: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, FindingFacts>> {
    if (cases.length === 0) return new Map();
    const rows: FactsRow[] = await manager.query(READ_FACTS(cases), columnsOf(cases));
    return new Map(rows.map((row) => [row.id, toFacts(row)]));
  }
}

function toFacts(row: FactsRow): FindingFacts {
  return {
    status: row.status,
    entityType: row.entity_type,
    taxId: row.tax_id,
    birthDate: row.birth_date,
    motherName: row.mother_name,
    mcc: row.mcc,
    mccSource: row.mcc_source,
    cnaes: row.cnaes,
    sameTaxId: row.same_tax_id,
    partners: row.partners.map(({ id, document, birth_date, share }) => ({
      id,
      document,
      birthDate: birth_date,
      participationPercentage: share,
    })),
    documents: row.documents.map(toDocumentFacts),
  };
}

function toDocumentFacts(document: DocumentRow): DocumentFacts {
  return {
    id: document.id,
    type: document.type,
    status: document.status,
    fileName: document.file_name,
    declaredSizeBytes: document.file_size,
    mimeType: document.mime_type,
    file: document.file,
    expiresOn: document.expires_on === null ? null : new Date(document.expires_on),
    createdAt: new Date(document.created_at),
    sameFile: document.same_file.map(({ id, type, submerchant_id, name }) => ({
      id,
      type,
      submerchantId: submerchant_id,
      submerchantName: name,
    })),
  };
}
