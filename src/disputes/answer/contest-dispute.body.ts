import { ArrayField, EnumField, FreeTextField, TextField, UrlField } from '../../common/validation';

const MAX_EVIDENCE = 10;
const MAX_NAME = 200;
export const EVIDENCE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export class EvidenceBody {
  @TextField({ max: MAX_NAME, example: 'delivery-note.pdf' })
  name: string;

  @UrlField({
    description: 'Where the merchant hosts the file: http(s), no credentials. The provider fetches it.',
  })
  file_url: string;

  @EnumField(EVIDENCE_TYPES)
  mime_type: string;
}

export class ContestDisputeBody {
  @FreeTextField({ description: 'What speaks for the payment.' })
  statement: string;

  @ArrayField(() => EvidenceBody, { optional: true, min: 0, max: MAX_EVIDENCE })
  evidence?: EvidenceBody[] | null;
}
