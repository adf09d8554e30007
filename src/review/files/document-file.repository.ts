import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MerchantMode } from '../../auth';
import { commonErrors } from '../../common/errors';
import { prepared, type Reading, type Tx } from '../../database';
import type { SubmerchantDocument } from '../../documents';
import type { FileFaultData } from './file-fault.data';
import type { FileErrorCode } from './file.errors';
import type { DocumentKey, FileFacts, KeptFile, PiecePlace, SealedFile } from './file-sealing.service';

/** A document and where its file stands. */
export interface HostedFile extends DocumentKey {
  readonly submerchantId: string;
  readonly mode: MerchantMode;
  readonly fileUrl: string;
  readonly fileName: string;
  /** Null until it was fetched. */
  readonly kept: FileFacts | null;
}

/** How far the fetching of a file is: kept, running (by whom), or failed at its last attempt. */
export interface Fetching {
  readonly attemptId: string;
  readonly kept: FileFacts | null;
  readonly leased: boolean;
  readonly failure: {
    readonly code: FileErrorCode;
    readonly message: string;
    readonly data: FileFaultData;
  } | null;
}

interface FactsRow {
  readonly merchant_id: string;
  readonly document_id: string;
  readonly content_type: FileFacts['contentType'];
  readonly size_bytes: number;
  readonly sha256: Buffer | null;
}

interface FetchingRow extends FactsRow {
  readonly attempt_id: string;
  readonly leased: boolean;
  readonly failure_code: FileErrorCode | null;
  readonly failure_message: string | null;
  readonly failure_data: FileFaultData | null;
}

interface HostedRow extends FactsRow {
  readonly submerchant_id: string;
  readonly mode: MerchantMode;
  readonly file_url: string;
  readonly file_name: string;
}

/** How many there are is hidden from the planner (decision 0028). */
const LIST_SHA256 = prepared(
  `SELECT file.document_id, file.sha256
     FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS document (merchant_id, id)
     JOIN document_files AS file ON file.merchant_id = document.merchant_id AND file.document_id = document.id
    WHERE file.sha256 IS NOT NULL`,
);

const VIEW_LOGGED_EVERY_HOURS = 24;

const FACTS = 'file.content_type, file.size_bytes, file.sha256';

/** The statements on files; none reads the content but `findPiece` and `lockSealed`. */
@Injectable()
export class DocumentFileRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whosesoever it is, replaced or not. Throws NOT_FOUND. */
  async get(documentId: string): Promise<HostedFile> {
    const [row]: HostedRow[] = await this.dataSource.query(
      `SELECT document.id AS document_id, document.submerchant_id, document.merchant_id, merchant.mode, document.file_url,
          document.file_name, ${FACTS}
        FROM submerchant_documents document
        JOIN merchants merchant ON merchant.id = document.merchant_id
        LEFT JOIN document_files file ON file.merchant_id = document.merchant_id AND file.document_id = document.id
        WHERE document.id = $1`,
      [documentId],
    );
    if (row === undefined) throw commonErrors.NOT_FOUND();
    return {
      documentId,
      submerchantId: row.submerchant_id,
      merchantId: row.merchant_id,
      mode: row.mode,
      fileUrl: row.file_url,
      fileName: row.file_name,
      kept: factsOf(row),
    };
  }

  /**
   * Takes the right to fetch, for so long, unless the file is there or somebody else has it. Whether it was taken; the
   * clock is the database's, the one clock of all processes. Throws NOT_FOUND when the document is gone.
   */
  async claim(
    tx: Tx,
    { merchantId, documentId }: DocumentKey,
    attemptId: string,
    leaseMs: number,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO document_files AS file (merchant_id, document_id, attempt_id, leased_until)
        SELECT document.merchant_id, document.id, $3, now() + make_interval(secs => $4::float8 / 1000)
          FROM submerchant_documents document WHERE document.merchant_id = $1 AND document.id = $2
        ON CONFLICT (merchant_id, document_id) DO UPDATE
          SET attempt_id = excluded.attempt_id, leased_until = excluded.leased_until
          WHERE file.sha256 IS NULL AND (file.leased_until IS NULL OR file.leased_until <= now())
        RETURNING 1`,
      [merchantId, documentId, attemptId, leaseMs],
    );
    return rows.length > 0;
  }

  /** Throws NOT_FOUND when the document is gone. */
  async getFetching({ merchantId, documentId }: DocumentKey): Promise<Fetching> {
    const [row]: FetchingRow[] = await this.dataSource.query(
      `SELECT file.merchant_id, file.document_id, ${FACTS}, file.attempt_id, coalesce(file.leased_until > now(), false) AS leased,
          file.failure_code, file.failure_message, file.failure_data
        FROM document_files file WHERE file.merchant_id = $1 AND file.document_id = $2`,
      [merchantId, documentId],
    );
    if (row === undefined) throw commonErrors.NOT_FOUND();
    const { attempt_id: attemptId, leased } = row;
    const { failure_code: code, failure_message: message, failure_data: data } = row;
    const failure = code === null || message === null || data === null ? null : { code, message, data };
    return { attemptId, kept: factsOf(row), leased, failure };
  }

  /**
   * That an operator looked at the file of a document; true once a day, when the audit log must say so: a page that is
   * turned back and forth is one look. False too when the document is gone.
   */
  async upsertView(
    tx: Tx,
    { merchantId, documentId }: DocumentKey,
    operatorId: string,
    at: Date,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO document_file_views AS view (merchant_id, document_id, operator_id, viewed_at)
        SELECT document.merchant_id, document.id, $3, $4
          FROM submerchant_documents document WHERE document.merchant_id = $1 AND document.id = $2
        ON CONFLICT (merchant_id, document_id, operator_id) DO UPDATE SET viewed_at = excluded.viewed_at
          WHERE view.viewed_at <= excluded.viewed_at - make_interval(hours => ${VIEW_LOGGED_EVERY_HOURS})
        RETURNING 1`,
      [merchantId, documentId, operatorId, at],
    );
    return rows.length > 0;
  }

  /** Keeps the file for good, unless one is kept already: what was seen first stays. */
  async updateKept(tx: Tx, facts: FileFacts, { keyId, sealed }: SealedFile, now: Date): Promise<void> {
    await tx.query(
      `UPDATE document_files SET content_type = $2, size_bytes = $3, sha256 = $4, key_id = $5, sealed = $6,
          fetched_at = $7, leased_until = NULL, failure_code = NULL, failure_message = NULL,
          failure_data = NULL
        WHERE merchant_id = $8 AND document_id = $1 AND sha256 IS NULL`,
      [
        facts.documentId,
        facts.contentType,
        facts.sizeBytes,
        facts.sha256,
        keyId,
        sealed,
        now,
        facts.merchantId,
      ],
    );
  }

  /** Gives the right to fetch back and says why nothing came, if it is still this attempt that has it. */
  async updateFailed(
    tx: Tx,
    { merchantId, documentId }: DocumentKey,
    attemptId: string,
    failure: NonNullable<Fetching['failure']>,
  ): Promise<void> {
    await tx.query(
      `UPDATE document_files SET leased_until = NULL, failure_code = $3, failure_message = $4, failure_data = $6
        WHERE merchant_id = $5 AND document_id = $1 AND attempt_id = $2 AND sha256 IS NULL`,
      [documentId, attemptId, failure.code, failure.message, merchantId, JSON.stringify(failure.data)],
    );
  }

  /** One piece of the sealed bytes, without reading the others; null when the document is gone. */
  async findPiece(
    { merchantId, documentId }: DocumentKey,
    { offset, length }: PiecePlace,
  ): Promise<SealedFile | null> {
    const [row]: { key_id: string; piece: Buffer }[] = await this.dataSource.query(
      `SELECT key_id, substring(sealed FROM $2::int FOR $3::int) AS piece FROM document_files
        WHERE merchant_id = $4 AND document_id = $1 AND sealed IS NOT NULL`,
      [documentId, offset + 1, length, merchantId],
    );
    return row === undefined ? null : { keyId: row.key_id, sealed: row.piece };
  }

  /** Documents whose files another key sealed, in the order of their keys, from after one on. */
  async listSealedWithOthers(keyId: string, after: DocumentKey, limit: number): Promise<DocumentKey[]> {
    const rows: { merchant_id: string; document_id: string }[] = await this.dataSource.query(
      `SELECT merchant_id, document_id FROM document_files
        WHERE (merchant_id, document_id) > ($2, $3) AND key_id <> $1 ORDER BY merchant_id, document_id LIMIT $4`,
      [keyId, after.merchantId, after.documentId, limit],
    );
    return rows.map((row) => ({ merchantId: row.merchant_id, documentId: row.document_id }));
  }

  /** All of a kept file, until the transaction ends nobody else's to write; null when there is none. */
  async lockSealed(tx: Tx, { merchantId, documentId }: DocumentKey): Promise<KeptFile | null> {
    const [row] = await tx.query<(FactsRow & { key_id: string; sealed: Buffer })[]>(
      `SELECT file.merchant_id, file.document_id, ${FACTS}, file.key_id, file.sealed FROM document_files file
        WHERE file.merchant_id = $1 AND file.document_id = $2 AND file.sha256 IS NOT NULL FOR NO KEY UPDATE`,
      [merchantId, documentId],
    );
    const facts = row === undefined ? null : factsOf(row);
    return row === undefined || facts === null ? null : { facts, keyId: row.key_id, sealed: row.sealed };
  }

  /** The same content under another key. */
  async updateSealed(
    tx: Tx,
    { merchantId, documentId }: DocumentKey,
    { keyId, sealed }: SealedFile,
  ): Promise<void> {
    await tx.query(
      `UPDATE document_files SET key_id = $3, sealed = $4 WHERE merchant_id = $1 AND document_id = $2`,
      [merchantId, documentId, keyId, sealed],
    );
  }

  /** The SHA-256 of each kept file by its document, as hexadecimal digits. */
  async listSha256(
    manager: Reading,
    documents: readonly SubmerchantDocument[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows: { document_id: string; sha256: Buffer }[] = await manager.query(LIST_SHA256, [
      documents.map(({ merchantId }) => merchantId),
      documents.map(({ id }) => id),
    ]);
    return new Map(rows.map((row) => [row.document_id, row.sha256.toString('hex')]));
  }
}

function factsOf(row: FactsRow): FileFacts | null {
  const { merchant_id: merchantId, document_id: documentId, sha256 } = row;
  const { content_type: contentType, size_bytes: sizeBytes } = row;
  return sha256 === null ? null : { merchantId, documentId, contentType, sizeBytes, sha256 };
}
