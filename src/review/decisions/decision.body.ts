import { PatchBody } from '../../common/http';
import { ArrayField, BooleanField, DigitsField, EnumField, FreeTextField } from '../../common/validation';
import { DOCUMENT_REJECTION_CODES } from '../../submerchants';
import { MAX_REASONS, ReasonBody } from '../reasons/reason.body';

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
