import { commonErrors } from '../../common/errors';
import type { Reply } from '../../common/http';
import type { Settlement } from '../subjects.service';

/** The answer to whoever asked for a call; throws when the provider refused. */
export function answerOf(settlement: Settlement): Reply {
  if ('refused' in settlement) throw commonErrors.PROVIDER_REFUSED();
  return settlement.reply;
}
