import { iso } from '../../common';
import { commonErrors } from '../../common/errors';
import { accepted, type PendingKind, type Reply } from '../../common/http';
import type { Settlement } from '../subjects.service';

/** The answer to whoever asked for a call; throws when the provider refused. */
export function answerOf(settlement: Settlement): Reply {
  if ('refused' in settlement) throw commonErrors.PROVIDER_REFUSED();
  return settlement.reply;
}

/** What the answer to a request waits for whose provider did not answer in time. */
export const PROVIDER_CALL: PendingKind = {
  kind: 'provider_call',
  waits: `EXISTS (SELECT 1 FROM provider_calls WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND subject_id = (kept.waits_for ->> 'id')::uuid AND status = 'pending')`,
};

/** 202 with what the provider was asked about, as it stands (contract §6, Provider calls). */
export function notAnsweredYet<T>(subject: { merchantId: string; id: string }, at: Date, data: T): Reply<T> {
  const { merchantId, id } = subject;
  return accepted('The provider has not answered yet.', data).waitingFor({
    ...{ kind: PROVIDER_CALL.kind, merchantId, id },
    at: iso(at),
  });
}
