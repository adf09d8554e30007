import { send } from '../../api/client';
import type { Outcome } from '../../api/types';

export const MAX_FILE_BYTES = 10 * 1_024 * 1_024;
export const FILE_TYPES: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg'];

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

type UploadedFile = Outcome<'post', '/v1/submerchants/{id}/uploads'>;

interface NewDocument {
  readonly sellerId: string;
  readonly type: string;
  readonly partnerId: string | null;
  readonly file: File;
}

/** Uploads the file, then sends it as a document of its type. Throws ApiError. */
export async function sendDocument({ sellerId, type, partnerId, file }: NewDocument): Promise<void> {
  const { file_url, file_size, mime_type } = await upload(sellerId, file);
  await send('POST', '/v1/submerchants/{id}/documents', {
    path: { id: sellerId },
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      type,
      file_url,
      file_size,
      mime_type,
      file_name: fileName(file.name, mime_type),
      ...(partnerId === null ? {} : { legal_representative_id: partnerId }),
    },
  });
}

async function upload(sellerId: string, file: File): Promise<UploadedFile> {
  const answer = await send('POST', '/v1/submerchants/{id}/uploads', {
    path: { id: sellerId },
    headers: { 'content-type': file.type, 'idempotency-key': crypto.randomUUID() },
    body: file,
  });
  return (answer as { data: UploadedFile }).data;
}

/** As the API takes names: with an extension, and nothing of a folder. */
function fileName(name: string, mimeType: string): string {
  const plain = name.replace(/[/\\]/g, '_').slice(-150);
  return /\.[0-9A-Za-z]{1,10}$/.test(plain) ? plain : `${plain}.${EXTENSIONS[mimeType] ?? 'pdf'}`;
}
