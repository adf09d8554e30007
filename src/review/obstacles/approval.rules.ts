import { DOCUMENT_TYPES, effectiveStatus, type SubmerchantDocument } from '../../documents';
import { type Submerchant, type SubmerchantStatus, submerchantTransitions } from '../../submerchants';
import type { ClaimResponse } from '../claims/claim.response';
import type { AwaitingSecondResponse } from '../four-eyes/awaiting-second.response';
import type { Hindrance } from '../../common/errors';
import { fourEyesRefusal } from '../four-eyes/four-eyes.rules';
import type { Requirement } from '../requirements/requirement';

/** What can stand in the way of an approval (contract §8, approve). */
export const OBSTACLE_CODES = [
  'claimed',
  'not_in_review',
  'second_operator_required',
  'second_decision_pending',
  'document_missing',
  'document_rejected',
  'document_expired',
  'document_pending',
] as const;

export interface Obstacle {
  readonly code: (typeof OBSTACLE_CODES)[number];
  /** A document type, or `status`, `claim`, `decision`. */
  readonly target: string;
  readonly legalRepresentativeId: string | null;
  readonly message: string;
}

/** What the rule looks at. */
export interface ApprovalFacts {
  readonly status: SubmerchantStatus;
  readonly claim: Pick<ClaimResponse, 'operator' | 'mine'> | null;
  /** The decision that waits for a second operator. */
  readonly first: Pick<AwaitingSecondResponse, 'decision' | 'by' | 'hindrance'> | null;
  readonly requirements: readonly Requirement[];
  readonly approvedAlong: readonly Pick<SubmerchantDocument, 'type' | 'legalRepresentativeId'>[];
}

const REQUIRED_TYPES: ReadonlySet<string> = new Set(
  DOCUMENT_TYPES.filter(({ required }) => required).map(({ type }) => type),
);

const DOCUMENT_OBSTACLES: Partial<Record<Requirement['status'], Obstacle['code']>> = {
  missing: 'document_missing',
  rejected: 'document_rejected',
  expired: 'document_expired',
  pending: 'document_pending',
};

/**
 * Everything that stands in the way of an approval by whoever asks, but for their role, in the order in which an approval is refused for it:
 * the case answers it, and the approval goes by it.
 */
export function approvalObstacles(facts: ApprovalFacts): Obstacle[] {
  const { status, claim } = facts;
  const found: Obstacle[] = [];
  if (claim !== null && !claim.mine)
    found.push(obstacle('claimed', 'claim', `${claim.operator} works on this case.`));
  // What is wrong with its documents is no matter of an operator's before or after the review.
  if (!submerchantTransitions.allows(status, 'approve'))
    return [...found, obstacle('not_in_review', 'status', `The submerchant is ${status}.`)];
  return [...found, ...fourEyesObstacles(facts), ...documentObstacles(facts)];
}

function fourEyesObstacles({ first }: Pick<ApprovalFacts, 'first'>): Obstacle[] {
  switch (first === null ? null : fourEyesRefusal(first, 'approve')) {
    case 'SECOND_DECISION_PENDING': {
      const message = `The decision of ${first?.by ?? ''} waits for a second operator.`;
      return [obstacle('second_decision_pending', 'decision', message)];
    }
    case 'SECOND_OPERATOR_REQUIRED':
      return [obstacle('second_operator_required', 'decision', unfitText(first?.hindrance ?? null))];
    case null:
      return [];
  }
}

function unfitText(hindrance: Hindrance | null): string {
  return hindrance === 'password_not_set'
    ? 'Choose a password of your own first; then you may approve it too.'
    : 'Another operator must approve it too.';
}

/**
 * An approval needs every required document approved: one that is rejected, expired, missing, or was sent again and has
 * no verdict yet stands in its way; not those that the approval approves itself.
 */
export function documentObstacles({
  requirements,
  approvedAlong,
}: Pick<ApprovalFacts, 'requirements' | 'approvedAlong'>): Obstacle[] {
  return requirements.flatMap((requirement) => {
    const { status, target, legalRepresentativeId, message } = requirement;
    const code = DOCUMENT_OBSTACLES[status];
    if (code === undefined || !REQUIRED_TYPES.has(target)) return [];
    const isApprovedAlong = approvedAlong.some(
      (document) => document.type === target && document.legalRepresentativeId === legalRepresentativeId,
    );
    return isApprovedAlong ? [] : [{ code, target, legalRepresentativeId, message }];
  });
}

/**
 * The documents that an approval of the case approves too: the pending ones that were there at the submission; one that
 * was sent in this round, after the submission, needs a verdict of its own.
 */
export function approvedAlong(
  current: readonly SubmerchantDocument[],
  { rounds }: Pick<Submerchant, 'rounds'>,
  now: Date,
): SubmerchantDocument[] {
  return current.filter(
    (document) => effectiveStatus(document, now) === 'pending' && document.round < rounds,
  );
}

function obstacle(code: Obstacle['code'], target: string, message: string): Obstacle {
  return { code, target, legalRepresentativeId: null, message };
}
