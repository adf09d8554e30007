import { ApiProperty } from '@nestjs/swagger';
import { iso } from '../../common';
import { MIME_TYPES } from '../document-types';
import type { Upload } from './upload.entity';

/** An uploaded file; the three first fields are those that a document takes. */
export class UploadResponse {
  @ApiProperty({
    format: 'uri',
    description: 'For the document’s `file_url`. It opens with your credentials alone; operators need none.',
  })
  file_url: string;

  @ApiProperty({ type: 'integer', description: 'Bytes.' })
  file_size: number;

  @ApiProperty({ enum: Object.keys(MIME_TYPES), description: 'By its content.' })
  mime_type: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export function toUploadResponse(
  upload: Pick<Upload, 'fileUrl' | 'sizeBytes' | 'mimeType' | 'createdAt'>,
): UploadResponse {
  return {
    file_url: upload.fileUrl,
    file_size: upload.sizeBytes,
    mime_type: upload.mimeType,
    created_at: iso(upload.createdAt),
  };
}
