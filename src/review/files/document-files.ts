import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { OperatorIdentity } from '../../auth';
import { CaseClaims } from '../claims/case-claims';
import { DocumentFilesRepository } from './document-files.repository';
import { FetchOnce } from './fetch-once';
import { contentDisposition } from './file-name';
import { FileViews } from './file-views';
import { type FileFacts, FileVault, pieceCount, placeOf } from './file-vault';

export interface ViewedFile {
  readonly facts: FileFacts;
  readonly disposition: string;
  /** The plain bytes, read and opened piece by piece as fast as they are taken. */
  readonly content: Readable;
}

/** Shows operators the files of documents, as they were at the first look (contract §8, the file proxy). */
@Injectable()
export class DocumentFiles {
  constructor(
    private readonly files: DocumentFilesRepository,
    private readonly fetchOnce: FetchOnce,
    private readonly vault: FileVault,
    private readonly views: FileViews,
    private readonly claims: CaseClaims,
  ) {}

  /** Throws NOT_FOUND, FILE_UNAVAILABLE, FILE_TOO_LARGE, FILE_TYPE_REFUSED. */
  async view(documentId: string, operator: OperatorIdentity): Promise<ViewedFile> {
    const file = await this.files.get(documentId);
    await this.claims.renew(file.submerchantId, operator.operatorId);
    const facts = file.kept ?? (await this.fetchOnce.fetch(file));
    // Whatever is wrong with the kept file is found before the answer begins, as far as its first piece tells.
    const first = await this.piece(facts, 0);
    await this.views.record(file, facts, operator);
    return {
      facts,
      disposition: contentDisposition(file.fileName, facts.contentType),
      content: Readable.from(this.pieces(facts, first), { objectMode: false }),
    };
  }

  private async *pieces(facts: FileFacts, first: Buffer): AsyncGenerator<Buffer> {
    yield first;
    for (let piece = 1; piece < pieceCount(facts); piece += 1) yield await this.piece(facts, piece);
  }

  private async piece(facts: FileFacts, piece: number): Promise<Buffer> {
    const sealed = await this.files.readPiece(facts.documentId, placeOf(piece));
    if (sealed === null) throw new Error('the document was deleted while its file was being sent');
    return this.vault.openPiece(facts, piece, sealed);
  }
}
