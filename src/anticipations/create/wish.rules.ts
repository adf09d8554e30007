import { validationFailed } from '../../common/errors';
import type { AnticipationWish } from '../plan/plan-anticipation.service';
import type { AnticipationBody } from './anticipation.body';

/** What a body asks for. Throws VALIDATION_FAILED for one that says both how much and of what. */
export function wishOf(merchantId: string, body: AnticipationBody): AnticipationWish {
  const { payout = null, receivable_ids: receivableIds = null } = body;
  if (payout !== null && receivableIds !== null)
    throw validationFailed([
      { field: 'payout', code: 'not_allowed', message: 'must not be named together with receivable_ids' },
    ]);
  return {
    walletId: (body.wallet_id ?? merchantId).toLowerCase(),
    payoutCents: payout,
    timeframe: body.timeframe ?? 'start',
    receivableIds,
    paymentDate: body.payment_date ?? null,
  };
}
