import type { SubmerchantDocument } from '../../documents';
import { SUBMERCHANT_STATUSES } from '../../submerchants';
import { type Hindrance, HINDRANCES } from '../../common/errors';
import type { Requirement } from '../requirements/requirement';
import { type ApprovalFacts, approvalObstacles, approvedAlong } from './approval.rules';

const FREE: ApprovalFacts = {
  status: 'pending_review',
  claim: null,
  first: null,
  requirements: [],
  approvedAlong: [],
};
const codes = (facts: Partial<ApprovalFacts>) =>
  approvalObstacles({ ...FREE, ...facts }).map(({ code }) => code);

function requirement(
  status: Requirement['status'],
  target = 'cnpj_card',
  partner: string | null = null,
): Requirement {
  return { code: '', target, legalRepresentativeId: partner, status, message: 'why', action: null };
}

describe('what stands in the way of an approval (contract §8, approve)', () => {
  it.each(['missing', 'rejected', 'expired', 'pending'] as const)(
    'a required document that is %s',
    (status) => {
      expect(approvalObstacles({ ...FREE, requirements: [requirement(status)] })).toEqual([
        { code: `document_${status}`, target: 'cnpj_card', legalRepresentativeId: null, message: 'why' },
      ]);
    },
  );

  it('not the pending ones that it approves itself; each partner’s documents are their own', () => {
    const type = 'partner_front_id';
    const requirements = [requirement('pending', type, 'p1'), requirement('pending', type, 'p2')];
    const along = [{ type, legalRepresentativeId: 'p1' }] as ApprovalFacts['approvedAlong'];
    expect(approvalObstacles({ ...FREE, requirements, approvedAlong: along })).toEqual([
      expect.objectContaining({ code: 'document_pending', legalRepresentativeId: 'p2' }),
    ]);
  });

  it('neither the optional document nor what is no document', () => {
    const requirements = [
      requirement('rejected', 'contract_amendment'),
      requirement('recommended', 'mcc'),
      requirement('missing', 'addresses'),
      requirement('satisfied'),
    ];
    expect(codes({ requirements })).toEqual([]);
  });

  it('every status but pending_review', () => {
    for (const status of SUBMERCHANT_STATUSES)
      expect(codes({ status })).toEqual(status === 'pending_review' ? [] : ['not_in_review']);
  });

  it('another operator’s claim, one’s own not', () => {
    expect(codes({ claim: { operator: 'ana', mine: false } })).toEqual(['claimed']);
    expect(codes({ claim: { operator: 'ana', mine: true } })).toEqual([]);
  });

  it('a first decision: one’s own approval, and any rejection; another’s approval is completed', () => {
    const first = (decision: string, hindrance: Hindrance | null) =>
      codes({ first: { decision, by: 'ana', hindrance } });
    for (const hindrance of HINDRANCES) {
      expect(first('approve', hindrance)).toEqual(['second_operator_required']);
      expect(first('reject', hindrance)).toEqual(['second_decision_pending']);
    }
    expect(first('approve', null)).toEqual([]);
    expect(first('reject', null)).toEqual(['second_decision_pending']);
  });
});

it('an approval takes along what was pending at the submission and has not expired', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const document = (id: string, fields: Partial<SubmerchantDocument>) =>
    ({ id, status: 'pending', round: 1, expiresOn: null, ...fields }) as SubmerchantDocument;
  const current = [
    document('along', {}),
    document('resent', { round: 2 }),
    document('approved', { status: 'approved' }),
    document('expired', { expiresOn: now }),
  ];
  expect(approvedAlong(current, { rounds: 2 }, now).map(({ id }) => id)).toEqual(['along']);
});
