import type { Reply } from '../../common/http';
import { chargeErrors } from '../charge.errors';

/** How a call ended: with an answer for whoever asked for it, or refused by the provider. */
export type Settlement = { readonly reply: Reply } | { readonly refused: true };

/** The answer to whoever asked for it; throws when the provider refused. */
export function answerOf(settlement: Settlement): Reply {
  if ('refused' in settlement) throw chargeErrors.PROVIDER_REFUSED();
  return settlement.reply;
}
