import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { SubmerchantDocument } from '../../documents';
import type { Change } from '../../submerchants';
import type { CaseKey } from '../case-key';
import { DocumentFileRepository } from './document-file.repository';

/** Ties verdicts to the bytes that were looked at: a file that is kept is never exchanged, so its SHA-256 names it for good. */
@Injectable()
export class SeenFileReader {
  constructor(private readonly files: DocumentFileRepository) {}

  /** The changes of documents, each with the SHA-256 of the file that operators saw; null when nobody looked. */
  async listWithSha256(tx: Tx, { merchantId }: CaseKey, ...changes: readonly Change[]): Promise<Change[]> {
    const ids = changes.flatMap(({ details }) => documentIdOf(details) ?? []);
    const seen = await this.files.listSha256(tx, merchantId, ids);
    return changes.map((change) => {
      const id = documentIdOf(change.details);
      if (id === null) return change;
      return { ...change, details: { ...change.details, file_sha256: seen.get(id) ?? null } };
    });
  }

  /** The SHA-256 of the file of a document, as hexadecimal digits; null when nobody has looked at it yet. */
  async findSha256(tx: Tx, { merchantId, id }: SubmerchantDocument): Promise<string | null> {
    return (await this.files.listSha256(tx, merchantId, [id])).get(id) ?? null;
  }
}

function documentIdOf(details: Change['details']): string | null {
  const id = details?.['document_id'];
  return typeof id === 'string' ? id : null;
}
