import { effectiveStatus, type SubmerchantDocument } from '../../documents';
import type { SubmerchantStatus } from '../../submerchants';
import type { ClaimResponse } from '../claims/claim.response';

/** What can stand in the way of a verdict on one document (contract §5 and §8). */
export const VERDICT_OBSTACLE_CODES = ['replaced', 'expired', 'not_in_review', 'claimed'] as const;

export interface VerdictObstacle {
  readonly code: (typeof VERDICT_OBSTACLE_CODES)[number];
  readonly message: string;
}

/**
 * What stands in the way of a verdict by whoever asks, but for their role: the case answers it, and the verdict goes by
 * it. A verdict is given, and may be changed, while the case is in review; of an active or suspended submerchant only a
 * document that was sent again waits for one. Only the current record is used for review (specification, Submerchant
 * document, rule 1).
 */
export function verdictObstacle(
  { status, claim }: { status: SubmerchantStatus; claim: Pick<ClaimResponse, 'operator' | 'mine'> | null },
  document: SubmerchantDocument,
  now: Date,
): VerdictObstacle | null {
  if (document.replacedAt !== null)
    return { code: 'replaced', message: 'This document was replaced by a newer one: decide on that.' };
  const standing = effectiveStatus(document, now);
  if (standing === 'expired')
    return { code: 'expired', message: 'This document has expired: only a newer one can be decided on.' };
  const waits = standing === 'pending' && (status === 'active' || status === 'suspended');
  if (status !== 'pending_review' && !waits) {
    const message = `The submerchant is ${status} and the document ${standing}: no verdict is possible now.`;
    return { code: 'not_in_review', message };
  }
  if (claim !== null && !claim.mine)
    return { code: 'claimed', message: `${claim.operator} works on this case.` };
  return null;
}
