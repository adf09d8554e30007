import { SEALING_BYTES } from '../../common/crypto';
import type { Invariant } from '../../common/invariants';
import { PIECE_BYTES } from './file-sealing.service';

export const fileInvariants: readonly Invariant[] = [
  {
    name: 'a kept file is as long as it says, sealed in pieces',
    sql: `SELECT document_id, size_bytes, octet_length(sealed) AS sealed_bytes FROM document_files
          WHERE octet_length(sealed) <> size_bytes + ${SEALING_BYTES} * ceil(size_bytes / ${PIECE_BYTES}.0)`,
  },
  {
    name: 'a verdict that names a file names the one that is kept',
    sql: `SELECT step.id, document.id AS document_id FROM submerchant_history step
          JOIN submerchant_documents document
            ON document.merchant_id = step.merchant_id AND document.id = (step.details ->> 'document_id')::uuid
          LEFT JOIN document_files file ON file.merchant_id = document.merchant_id AND file.document_id = document.id
          WHERE step.type IN ('document_approved', 'document_rejected')
            AND step.details ->> 'file_sha256' <> coalesce(encode(file.sha256, 'hex'), '')`,
  },
];
