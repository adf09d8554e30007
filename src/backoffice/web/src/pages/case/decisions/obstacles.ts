import type { CaseFile, ChecklistItem } from '../case-types';

/** What stands in the way of an approval. */
export type Obstacle =
  | {
      readonly kind: 'missing' | 'rejected' | 'expired' | 'resent';
      readonly type: string;
      readonly partnerId: string | null;
    }
  | { readonly kind: 'marked'; readonly count: number }
  | { readonly kind: 'claimed'; readonly operator: string; readonly until: string }
  | { readonly kind: 'news' };

/** Only once sent it is looked at: the specification's tables, the document that is not required. */
const OPTIONAL: ReadonlySet<string> = new Set(['contract_amendment']);

/**
 * As the API decides (contract §8, approve): a required document that is missing, rejected, expired, or was sent after
 * the submission and has no verdict. A field that the reviewer marked as wrong is no reason for the API, but for them.
 */
export function approvalObstacles(
  file: CaseFile,
  { markedFields, hasNews }: { readonly markedFields: number; readonly hasNews: boolean },
): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const { claim } = file;
  if (claim !== null && !claim.mine)
    obstacles.push({ kind: 'claimed', operator: claim.operator, until: claim.expires_at });
  if (hasNews) obstacles.push({ kind: 'news' });
  for (const item of file.checklist) {
    const kind = documentObstacle(item, file);
    if (kind !== null) obstacles.push({ kind, type: item.target, partnerId: item.legal_representative_id });
  }
  if (markedFields > 0) obstacles.push({ kind: 'marked', count: markedFields });
  return obstacles;
}

function documentObstacle(
  { code, target, status, legal_representative_id: partnerId }: ChecklistItem,
  file: CaseFile,
): 'missing' | 'rejected' | 'expired' | 'resent' | null {
  if (!code.startsWith('document_') || OPTIONAL.has(target)) return null;
  if (status === 'missing' || status === 'rejected' || status === 'expired') return status;
  if (status !== 'pending') return null;
  const current = file.documents.find(
    ({ type, legal_representative_id, replaced_at }) =>
      replaced_at === null && type === target && legal_representative_id === partnerId,
  );
  return current?.resent === true ? 'resent' : null;
}

/** The documents without verdict that an approval of the case approves with it. */
export function approvedAlong({ documents }: CaseFile): CaseFile['documents'] {
  return documents.filter(
    ({ status, replaced_at, resent }) => status === 'pending' && replaced_at === null && !resent,
  );
}
