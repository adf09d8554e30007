import type { Reply } from '../../common/http';
import type { Settlement } from '../../providers';
import { chargeErrors } from '../charge.errors';

/** The answer to whoever asked for a call; throws when the provider refused. */
export function answerOf(settlement: Settlement): Reply {
  if ('refused' in settlement) throw chargeErrors.PROVIDER_REFUSED();
  return settlement.reply;
}
