import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock, IdGenerator } from '../../common';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { AppConfig } from '../../config';
import { SubmerchantLifecycle } from '../../submerchants';
import { documentErrors } from '../document.errors';
import { fileTypeOf } from './file-type.rules';
import { UploadRepository } from './upload.repository';
import { toUploadResponse } from './upload.response';
import { UploadSealingService } from './upload-sealing.service';

/** Of one submerchant, that no document names yet. */
const MAX_UNNAMED = 50;

/** Takes a file of a document, for who hosts none itself (src/documents/README.md). */
@Injectable()
export class UploadFileUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly uploads: UploadRepository,
    private readonly sealing: UploadSealingService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Throws NOT_FOUND, UPLOAD_TYPE_REFUSED, TOO_MANY_UPLOADS. */
  async execute(
    merchantId: string,
    submerchantId: string,
    bytes: Buffer,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const mimeType = fileTypeOf(bytes);
    if (mimeType === null) throw documentErrors.UPLOAD_TYPE_REFUSED();
    const sha256 = createHash('sha256').update(bytes).digest();
    // The same request is the one with the same bytes.
    const request = { ...key, body: sha256.toString('hex') };
    return this.idempotency.run(request, async (tx) => {
      await this.submerchants.lock(tx, merchantId, submerchantId);
      if ((await this.uploads.countUnnamed(tx, merchantId, submerchantId)) >= MAX_UNNAMED)
        throw documentErrors.TOO_MANY_UPLOADS();
      const id = this.ids.next();
      const facts = { merchantId, id, submerchantId, mimeType, sizeBytes: bytes.length, sha256 };
      const upload = {
        ...facts,
        ...this.sealing.seal(facts, bytes),
        fileUrl: `${this.config.http.publicUrl}/v1/submerchants/${submerchantId}/uploads/${id}`,
        createdAt: this.clock.now(),
      };
      await this.uploads.insert(tx, upload);
      return created('File received: send it as a document.', toUploadResponse(upload));
    });
  }
}
