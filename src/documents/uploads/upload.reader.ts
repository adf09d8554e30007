import { Injectable } from '@nestjs/common';
import { isUuid } from '../../common';
import { commonErrors } from '../../common/errors';
import type { FileType } from './file-type.rules';
import { UploadRepository } from './upload.repository';
import { UploadSealingService } from './upload-sealing.service';

/** The content of an uploaded file. */
export interface UploadedFile {
  readonly bytes: Buffer;
  readonly contentType: FileType;
  readonly sha256: Buffer;
}

/** Reads uploaded files. */
@Injectable()
export class UploadReader {
  constructor(
    private readonly uploads: UploadRepository,
    private readonly sealing: UploadSealingService,
  ) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string, submerchantId: string, id: string): Promise<UploadedFile> {
    const upload = await this.uploads.find(merchantId, submerchantId, id);
    if (upload === null) throw commonErrors.NOT_FOUND();
    return { bytes: this.sealing.open(upload), contentType: upload.mimeType, sha256: upload.sha256 };
  }

  /** The file of a document that was uploaded here, for the same submerchant; null when it lies elsewhere. */
  async find(document: {
    readonly merchantId: string;
    readonly submerchantId: string;
    readonly fileUrl: string;
  }): Promise<UploadedFile | null> {
    const id = document.fileUrl.slice(document.fileUrl.lastIndexOf('/') + 1);
    if (!isUuid(id)) return null;
    const upload = await this.uploads.find(document.merchantId, document.submerchantId, id);
    if (upload?.fileUrl !== document.fileUrl) return null;
    return { bytes: this.sealing.open(upload), contentType: upload.mimeType, sha256: upload.sha256 };
  }
}
