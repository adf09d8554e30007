import type { CaseDocument, CaseDetails } from '../case-types';
import { verdictObstacle } from './verdict-obstacle';

const MAY = { mayDecide: true, hasChanges: false };
const pending = { status: 'pending', replaced_at: null } as CaseDocument;
const inReview = { status: 'pending_review', claim: null, awaiting_second: null } as unknown as CaseDetails;

describe('why a document cannot be decided on (contract §5 and §8)', () => {
  it('in review any current verdict may be given and changed', () => {
    for (const status of ['pending', 'approved', 'rejected'] as const)
      expect(verdictObstacle(inReview, { ...pending, status }, MAY)).toBeNull();
  });

  it('decided submerchants: only what was sent again', () => {
    for (const status of ['active', 'suspended'] as const) {
      expect(verdictObstacle({ ...inReview, status }, pending, MAY)).toBeNull();
      expect(verdictObstacle({ ...inReview, status }, { ...pending, status: 'approved' }, MAY)).toBe(status);
    }
    for (const status of ['pending', 'rejected'] as const)
      expect(verdictObstacle({ ...inReview, status }, pending, MAY)).toBe(status);
  });

  it('roles, replaced and expired documents, others at work, what was not looked at', () => {
    const claim = { operator: 'x', mine: false, claimed_at: '', expires_at: '' };
    const first = { decision: 'approve' } as CaseDetails['awaiting_second'];
    expect(verdictObstacle(inReview, pending, { ...MAY, mayDecide: false })).toBe('viewer');
    expect(verdictObstacle(inReview, { ...pending, replaced_at: 'then' }, MAY)).toBe('replaced');
    expect(verdictObstacle(inReview, { ...pending, status: 'expired' }, MAY)).toBe('expired');
    expect(verdictObstacle({ ...inReview, claim }, pending, MAY)).toBe('claimed');
    expect(verdictObstacle({ ...inReview, claim: { ...claim, mine: true } }, pending, MAY)).toBeNull();
    expect(verdictObstacle({ ...inReview, awaiting_second: first }, pending, MAY)).toBe('awaiting');
    expect(verdictObstacle(inReview, pending, { ...MAY, hasChanges: true })).toBe('changes');
  });
});
