import {
  DateTimeField,
  EnumField,
  FreeTextField,
  IntegerField,
  PatternField,
  TextField,
  UrlField,
  UuidField,
} from '../../common/validation';
import { DOCUMENT_TYPE_NAMES, type DocumentTypeName, MIME_TYPES } from '../document-types';

const MAX_FILE_SIZE_BYTES = 2_147_483_647;

/** specification, Submerchant document. */
export class SendDocumentBody {
  @EnumField(DOCUMENT_TYPE_NAMES, { description: 'A document type of the submerchant’s entity type.' })
  type: DocumentTypeName;

  @TextField({ max: 50, joiners: false, optional: true, description: 'Document number.' })
  number?: string | null;

  @UrlField({ description: 'Where the caller hosts the file: http(s), no credentials.' })
  file_url: string;

  @PatternField({
    pattern: /^[^/\\]+\.[0-9A-Za-z]{1,10}$/,
    max: 200,
    code: 'invalid_file_name',
    message: 'must be a file name with extension',
    example: 'contract.pdf',
  })
  file_name: string;

  @IntegerField({ min: 1, max: MAX_FILE_SIZE_BYTES, description: 'Bytes.' })
  file_size: number;

  @EnumField(Object.keys(MIME_TYPES))
  mime_type: string;

  @DateTimeField({ optional: true, description: 'Validity of the document; kept as sent.' })
  expires_at?: string | null;

  @FreeTextField({ optional: true, description: 'Free notes.' })
  notes?: string | null;

  @UuidField({ optional: true, description: 'Required when type starts with partner_, forbidden otherwise.' })
  legal_representative_id?: string | null;
}
