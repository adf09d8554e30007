import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { Change } from '../../submerchants';
import { DocumentFilesRepository } from './document-files.repository';

/** Ties verdicts to the bytes that were looked at: a file that is kept is never exchanged, so its SHA-256 names it for good. */
@Injectable()
export class SeenFiles {
  constructor(private readonly files: DocumentFilesRepository) {}

  /** The changes of documents, each with the SHA-256 of the file that operators saw; null when nobody looked. */
  async note(tx: Tx, ...changes: readonly Change[]): Promise<Change[]> {
    const ids = changes.flatMap(({ details }) => documentIdOf(details) ?? []);
    const seen = await this.files.sha256Of(tx, ids);
    return changes.map((change) => {
      const id = documentIdOf(change.details);
      if (id === null) return change;
      return { ...change, details: { ...change.details, file_sha256: seen.get(id) ?? null } };
    });
  }

  /** The SHA-256 of the file of a document, as hexadecimal digits; null when nobody has looked at it yet. */
  async sha256Of(tx: Tx, documentId: string): Promise<string | null> {
    return (await this.files.sha256Of(tx, [documentId])).get(documentId) ?? null;
  }
}

function documentIdOf(details: Change['details']): string | null {
  const id = details?.['document_id'];
  return typeof id === 'string' ? id : null;
}
