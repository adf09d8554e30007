import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { SubmerchantDocument } from '../../documents';
import type { Change } from '../../submerchants';
import { DocumentFileRepository } from './document-file.repository';

/** SHA-256 by document. */
export type SeenFiles = ReadonlyMap<string, string>;

/** Ties verdicts to the bytes that were looked at: a file that is kept is never exchanged, so its SHA-256 names it for good. */
@Injectable()
export class SeenFileReader {
  constructor(private readonly files: DocumentFileRepository) {}

  /** The SHA-256 of the files of these documents, as hexadecimal digits; none of one at which nobody has looked yet. */
  async listSha256(tx: Tx, documents: readonly SubmerchantDocument[]): Promise<SeenFiles> {
    return documents.length === 0 ? new Map() : this.files.listSha256(tx, documents);
  }
}

/** A change of a document with the SHA-256 of the file that operators saw; null when nobody looked. */
export function withSha256(change: Change, seen: SeenFiles): Change {
  const id = change.details?.['document_id'];
  if (typeof id !== 'string') throw new Error('a change of a document names it');
  return { ...change, details: { ...change.details, file_sha256: seen.get(id) ?? null } };
}
