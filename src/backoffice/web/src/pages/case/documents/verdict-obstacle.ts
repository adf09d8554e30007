import type { CaseDetails, CaseDocument } from '../work/case-types';

/** Why a document is not decided on now; null when it can be. The texts are in case.json, documents.cannot. */
export type VerdictObstacle =
  | 'viewer'
  | 'awaiting'
  | 'changes'
  | Exclude<NonNullable<CaseDocument['obstacle']>['code'], 'not_in_review'>
  | Exclude<CaseDetails['status'], 'pending_review'>;

/**
 * What the API says of the document, so that no button is offered that can only fail; and what this page adds: a role
 * that gives no verdicts, a first decision that a verdict would undo, changes that nobody has looked at.
 */
export function verdictObstacle(
  caseDetails: Pick<CaseDetails, 'status' | 'awaiting_second'>,
  { obstacle }: Pick<CaseDocument, 'obstacle'>,
  { mayDecide, hasChanges }: { readonly mayDecide: boolean; readonly hasChanges: boolean },
): VerdictObstacle | null {
  if (!mayDecide) return 'viewer';
  if (obstacle?.code === 'not_in_review')
    return caseDetails.status === 'pending_review' ? 'pending' : caseDetails.status;
  if (obstacle !== null) return obstacle.code;
  if (caseDetails.awaiting_second !== null) return 'awaiting';
  return hasChanges ? 'changes' : null;
}
