import type { CaseDocument, CaseDetails } from '../case-types';

/** Why a document cannot be decided on now; null when it can. The texts are in case.json, documents.cannot. */
export type VerdictObstacle =
  | 'viewer'
  | 'replaced'
  | 'expired'
  | 'claimed'
  | 'awaiting'
  | 'changes'
  | 'pending'
  | 'rejected'
  | 'active'
  | 'suspended';

/** As the API decides (contract §5 and §8), so that no button is offered that can only fail. */
export function verdictObstacle(
  file: CaseDetails,
  document: CaseDocument,
  { mayDecide, hasChanges }: { readonly mayDecide: boolean; readonly hasChanges: boolean },
): VerdictObstacle | null {
  if (!mayDecide) return 'viewer';
  if (document.replaced_at !== null) return 'replaced';
  if (document.status === 'expired') return 'expired';
  const { status } = file;
  const isResentLater = (status === 'active' || status === 'suspended') && document.status === 'pending';
  if (status !== 'pending_review' && !isResentLater) return status;
  if (file.claim !== null && !file.claim.mine) return 'claimed';
  if (file.awaiting_second !== null) return 'awaiting';
  return hasChanges ? 'changes' : null;
}
