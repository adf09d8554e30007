import type { CaseDetails, CaseDocument } from '../work/case-types';
import { verdictObstacle } from './verdict-obstacle';

const MAY = { mayDecide: true, hasChanges: false };
const inReview = { status: 'pending_review', awaiting_second: null } as const;
const first = { decision: 'approve' } as CaseDetails['awaiting_second'];

/** A document of which the API says this. */
function standing(
  code: NonNullable<CaseDocument['obstacle']>['code'] | null,
): Pick<CaseDocument, 'obstacle'> {
  return { obstacle: code === null ? null : { code, message: '' } };
}

describe('why a document cannot be decided on', () => {
  it('goes by what the API says of it', () => {
    expect(verdictObstacle(inReview, standing(null), MAY)).toBeNull();
    for (const code of ['replaced', 'expired', 'claimed'] as const)
      expect(verdictObstacle(inReview, standing(code), MAY)).toBe(code);
  });

  it('outside a review it says what became of it', () => {
    for (const status of ['pending', 'rejected', 'active', 'suspended'] as const)
      expect(verdictObstacle({ ...inReview, status }, standing('not_in_review'), MAY)).toBe(status);
  });

  it('roles, a first decision, and what was not looked at', () => {
    expect(verdictObstacle(inReview, standing(null), { ...MAY, mayDecide: false })).toBe('viewer');
    expect(verdictObstacle({ ...inReview, awaiting_second: first }, standing(null), MAY)).toBe('awaiting');
    expect(verdictObstacle({ ...inReview, awaiting_second: first }, standing('claimed'), MAY)).toBe(
      'claimed',
    );
    expect(verdictObstacle(inReview, standing(null), { ...MAY, hasChanges: true })).toBe('changes');
  });
});
