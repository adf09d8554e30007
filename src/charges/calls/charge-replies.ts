import { ok, type Reply } from '../../common/http';
import type { CallKind } from '../../providers';
import type { ChargeRecord } from '../charge.repository';
import { toChargeResponse } from '../charge.response';

const MESSAGES = {
  authorize: 'The provider has answered.',
  capture: 'The charge was captured.',
  void: 'The charge was voided.',
  return: 'The payment was returned.',
  refund: 'The refund was made.',
} as const satisfies Partial<Record<CallKind, string>>;

/** What whoever asked for a call about a charge is answered once it is done. */
export function replyTo(kind: CallKind, { charge, splits }: ChargeRecord): Reply {
  return ok(MESSAGES[kind as keyof typeof MESSAGES], toChargeResponse(charge, splits));
}
