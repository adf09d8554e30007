import { Injectable } from '@nestjs/common';
import { SEALING_BYTES, SecretBox } from '../../common/crypto';
import type { FileType } from '../../documents';

/** Sealed and opened by pieces, so that a view holds one piece in memory, not a file. */
export const PIECE_BYTES = 1_048_576;
const SEALED_PIECE_BYTES = PIECE_BYTES + SEALING_BYTES;

/** What the file of a document is found by. */
export interface DocumentKey {
  readonly merchantId: string;
  readonly documentId: string;
}

/** What a file is; every piece is bound to all of it. */
export interface FileFacts extends DocumentKey {
  readonly contentType: FileType;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

export interface SealedFile {
  readonly keyId: string;
  readonly sealed: Buffer;
}

/** All of a file, as it is kept. */
export interface KeptFile extends SealedFile {
  readonly facts: FileFacts;
}

/** Where a piece lies in the sealed bytes. */
export interface PiecePlace {
  readonly offset: number;
  readonly length: number;
}

/**
 * Encrypts files (AES-256-GCM). Each piece is bound to its document, its place and the facts of the whole: one that was
 * changed, moved, or belongs to another file does not open, nor does anything when the row tells other facts.
 */
@Injectable()
export class FileSealingService {
  constructor(private readonly box: SecretBox) {}

  get newestKeyId(): string {
    return this.box.newestKeyId;
  }

  seal(facts: FileFacts, plain: Buffer): SealedFile {
    const keyId = this.newestKeyId;
    const pieces = Array.from({ length: pieceCount(facts) }, (_, piece) => {
      const part = plain.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
      return this.box.sealBytes(part, boundTo(facts, piece)).sealed;
    });
    return { keyId, sealed: Buffer.concat(pieces) };
  }

  /** Throws when the key is unknown, or when anything is not as it was sealed. */
  openPiece(facts: FileFacts, piece: number, { keyId, sealed }: SealedFile): Buffer {
    return this.box.openBytes({ keyId, sealed }, boundTo(facts, piece));
  }

  /** The same file, sealed with the newest key. Throws as `openPiece`. */
  sealAnew({ facts, keyId, sealed }: KeptFile): SealedFile {
    const pieces = Array.from({ length: pieceCount(facts) }, (_, piece) => {
      const { offset, length } = placeOf(piece);
      const plain = this.openPiece(facts, piece, { keyId, sealed: sealed.subarray(offset, offset + length) });
      return this.box.sealBytes(plain, boundTo(facts, piece)).sealed;
    });
    return { keyId: this.newestKeyId, sealed: Buffer.concat(pieces) };
  }
}

export function pieceCount({ sizeBytes }: Pick<FileFacts, 'sizeBytes'>): number {
  return Math.ceil(sizeBytes / PIECE_BYTES);
}

export function placeOf(piece: number): PiecePlace {
  return { offset: piece * SEALED_PIECE_BYTES, length: SEALED_PIECE_BYTES };
}

function boundTo(
  { merchantId, documentId, contentType, sizeBytes, sha256 }: FileFacts,
  piece: number,
): string {
  return `document_files:${merchantId}:${documentId}:${contentType}:${sizeBytes}:${sha256.toString('hex')}:${piece}`;
}
