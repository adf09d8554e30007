import { PatchBody } from '../../common/http';
import {
  ArrayField,
  BooleanField,
  DigitsField,
  EnumField,
  FreeTextField,
  TextField,
} from '../../common/validation';
import { CASE_REASON_CODES, DOCUMENT_REJECTION_CODES, type RejectionReason } from '../../submerchants';

export class ReasonBody {
  @EnumField(CASE_REASON_CODES)
  code: string;

  @FreeTextField({ optional: true, description: 'For the merchant, except with a confidential code.' })
  message?: string | null;

  @TextField({
    max: 100,
    optional: true,
    description: 'A field, a document id or type, or a legal representative id.',
  })
  target?: string | null;
}

/** A reason as it is kept. */
export function toReason({ code, message, target }: ReasonBody): RejectionReason {
  return { code, message: message ?? null, target: target ?? null };
}

const MAX_REASONS = 50;

export class RequestResubmissionBody {
  @ArrayField(() => ReasonBody, { min: 1, max: MAX_REASONS })
  reasons: ReasonBody[];
}

export class RejectBody extends RequestResubmissionBody {
  @BooleanField({ description: 'Whether the merchant may correct it and submit again.' })
  correctable: boolean;
}

/** In the sandbox nobody has to think of a reason. */
export class SandboxRejectBody {
  @ArrayField(() => ReasonBody, {
    min: 1,
    max: MAX_REASONS,
    optional: true,
    description: 'Default: one reason, other.',
  })
  reasons?: ReasonBody[] | null;

  @BooleanField({ optional: true, description: 'Default true.' })
  correctable?: boolean | null;
}

export class StandingBody {
  @FreeTextField({ description: 'Why; the merchant does not see it.' })
  reason: string;
}

export class WithdrawBody {
  @FreeTextField({ description: 'Why, for the other operators.' })
  note: string;
}

/** What an operator may set in a record. */
@PatchBody()
export class OperatorChangeBody {
  @DigitsField({ min: 4, max: 4, description: 'Merchant category code; mcc_source becomes operator.' })
  mcc: string;
}

export class RejectDocumentBody {
  @EnumField(DOCUMENT_REJECTION_CODES)
  code: string;

  @FreeTextField({ optional: true, description: 'For the merchant, except with a confidential code.' })
  message?: string | null;
}
