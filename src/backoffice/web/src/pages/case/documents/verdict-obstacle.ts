import type { CaseDocument, CaseFile } from '../case-types';

/** Why a document cannot be decided on now; null when it can. The texts are in case.json, documents.cannot. */
export type VerdictObstacle =
  | 'viewer'
  | 'replaced'
  | 'expired'
  | 'claimed'
  | 'awaiting'
  | 'news'
  | 'pending'
  | 'rejected'
  | 'active'
  | 'suspended';

/** As the API decides (contract §5 and §8), so that no button is offered that can only fail. */
export function verdictObstacle(
  file: CaseFile,
  document: CaseDocument,
  { mayDecide, hasNews }: { readonly mayDecide: boolean; readonly hasNews: boolean },
): VerdictObstacle | null {
  if (!mayDecide) return 'viewer';
  if (document.replaced_at !== null) return 'replaced';
  if (document.status === 'expired') return 'expired';
  const { status } = file;
  const isResentLater = (status === 'active' || status === 'suspended') && document.status === 'pending';
  if (status !== 'pending_review' && !isResentLater) return status;
  if (file.claim !== null && !file.claim.mine) return 'claimed';
  if (file.awaiting_second !== null) return 'awaiting';
  return hasNews ? 'news' : null;
}
