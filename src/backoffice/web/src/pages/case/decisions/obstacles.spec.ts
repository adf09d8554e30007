import type { CaseFile } from '../case-types';
import { approvalObstacles, approvedAlong } from './obstacles';

const NOTHING = { markedFields: 0, hasNews: false };

function item(status: string, target = 'cnpj_card', partner: string | null = null) {
  return { code: `document_${status}`, target, status, legal_representative_id: partner, message: '' };
}

function document(fields: object) {
  return {
    id: 'a',
    type: 'cnpj_card',
    legal_representative_id: null,
    status: 'pending',
    replaced_at: null,
    resent: false,
    ...fields,
  };
}

function file(fields: object): CaseFile {
  return { claim: null, checklist: [], documents: [], ...fields } as unknown as CaseFile;
}

describe('what stands in the way of an approval (contract §8, approve)', () => {
  it.each(['missing', 'rejected', 'expired'])('a required document that is %s', (status) => {
    expect(approvalObstacles(file({ checklist: [item(status)] }), NOTHING)).toEqual([
      { kind: status, type: 'cnpj_card', partnerId: null },
    ]);
  });

  it('a pending one only when it was sent after the submission', () => {
    const checklist = [item('pending')];
    expect(approvalObstacles(file({ checklist, documents: [document({})] }), NOTHING)).toEqual([]);
    const documents = [document({ resent: true })];
    expect(approvalObstacles(file({ checklist, documents }), NOTHING)).toEqual([
      { kind: 'resent', type: 'cnpj_card', partnerId: null },
    ]);
  });

  it('each partner’s documents are their own', () => {
    const checklist = [item('pending', 'partner_front_id', 'p1'), item('pending', 'partner_front_id', 'p2')];
    const of = (partner: string, resent: boolean) =>
      document({ type: 'partner_front_id', legal_representative_id: partner, resent });
    expect(
      approvalObstacles(file({ checklist, documents: [of('p1', false), of('p2', true)] }), NOTHING),
    ).toEqual([{ kind: 'resent', type: 'partner_front_id', partnerId: 'p2' }]);
  });

  it('neither the optional document nor what is only recommended', () => {
    const checklist = [
      item('rejected', 'contract_amendment'),
      { ...item('recommended', 'mcc'), code: 'field_recommended' },
      { ...item('missing', 'addresses'), code: 'address_required' },
    ];
    expect(approvalObstacles(file({ checklist }), NOTHING)).toEqual([]);
  });

  it('another operator’s claim, one’s own not; changes not looked at; fields marked as wrong', () => {
    const claim = { operator: 'ana@repasse.test', mine: false, claimed_at: '', expires_at: 'later' };
    expect(approvalObstacles(file({ claim }), { markedFields: 2, hasNews: true })).toEqual([
      { kind: 'claimed', operator: 'ana@repasse.test', until: 'later' },
      { kind: 'news' },
      { kind: 'marked', count: 2 },
    ]);
    expect(approvalObstacles(file({ claim: { ...claim, mine: true } }), NOTHING)).toEqual([]);
  });

  it('an approval takes along what was pending at the submission', () => {
    const documents = [
      document({ id: 'along' }),
      document({ id: 'resent', resent: true }),
      document({ id: 'replaced', replaced_at: '2026-01-01T00:00:00.000Z' }),
      document({ id: 'approved', status: 'approved' }),
    ];
    expect(approvedAlong(file({ documents })).map(({ id }) => id)).toEqual(['along']);
  });
});
