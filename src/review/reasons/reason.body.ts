import { EnumField, FreeTextField } from '../../common/validation';
import { CASE_REASON_CODES, type RejectionReason } from '../../submerchants';
import { TargetField } from './target.field';

/** The most reasons of one decision. */
export const MAX_REASONS = 50;

export class ReasonBody {
  @EnumField(CASE_REASON_CODES)
  code: string;

  @FreeTextField({ optional: true, description: 'For the merchant, except with a confidential code.' })
  message?: string | null;

  @TargetField({
    optional: true,
    description: 'A field, a document id or type, or a legal representative id.',
  })
  target?: string | null;
}

/** A reason as it is kept. */
export function toReason({ code, message, target }: ReasonBody): RejectionReason {
  return { code, message: message ?? null, target: target ?? null };
}
