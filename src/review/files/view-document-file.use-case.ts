import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { OperatorIdentity } from '../../auth';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { DocumentFileRepository } from './document-file.repository';
import { FetchDocumentFileUseCase } from './fetch/fetch-document-file.use-case';
import { contentDisposition } from './file-name.rules';
import { type FileFacts, FileSealingService, pieceCount, placeOf } from './file-sealing.service';
import { RecordFileViewUseCase } from './record-file-view.use-case';

export interface ViewedFile {
  readonly facts: FileFacts;
  readonly disposition: string;
  /** The plain bytes, read and opened piece by piece as fast as they are taken. */
  readonly content: Readable;
}

/** Shows operators the files of documents, as they were at the first look (contract §8, the file proxy). */
@Injectable()
export class ViewDocumentFileUseCase {
  constructor(
    private readonly files: DocumentFileRepository,
    private readonly renewClaim: RenewClaimUseCase,
    private readonly fetchFile: FetchDocumentFileUseCase,
    private readonly recordView: RecordFileViewUseCase,
    private readonly sealing: FileSealingService,
  ) {}

  /** Throws NOT_FOUND, FILE_UNAVAILABLE, FILE_TOO_LARGE, FILE_TYPE_REFUSED. */
  async execute(documentId: string, operator: OperatorIdentity): Promise<ViewedFile> {
    const file = await this.files.get(documentId);
    await this.renewClaim.execute(file.submerchantId, operator.operatorId);
    const facts = file.kept ?? (await this.fetchFile.execute(file));
    // Whatever is wrong with the kept file is found before the answer begins, as far as its first piece tells.
    const first = await this.piece(facts, 0);
    await this.recordView.execute(file, facts, operator);
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
    const sealed = await this.files.findPiece(facts, placeOf(piece));
    if (sealed === null) throw new Error('the document was deleted while its file was being sent');
    return this.sealing.openPiece(facts, piece, sealed);
  }
}
