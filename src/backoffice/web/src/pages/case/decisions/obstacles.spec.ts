import { createInstance } from 'i18next';
import en from '../../../i18n/en/case.json';
import common from '../../../i18n/en/common.json';
import type { CaseDetails, Obstacle } from '../work/case-types';
import type { CaseText } from '../labels';
import type { Speech } from './explain';
import { obstacleTexts } from './obstacles';

const i18n = createInstance();
void i18n.init({ lng: 'en', resources: { en: { case: en, common } }, initAsync: false });
const speech: Speech = {
  t: i18n.t as unknown as CaseText,
  language: 'en',
  labels: {
    of: (_group, code) => code,
    ofAny: (_group, code) => code,
    reason: (code) => code,
    status: (code) => code,
  },
};
const NOTHING = { markedFields: 0, hasChanges: false };

function obstacle(code: Obstacle['code'], target: string, partner: string | null = null): Obstacle {
  return { code, target, legal_representative_id: partner, message: 'in English' };
}

function caseDetails(fields: object): CaseDetails {
  return { claim: null, obstacles: [], documents: [], legal_representatives: [], ...fields } as never;
}

describe('what an approval waits for, in words', () => {
  it('a document by its type and whose it is', () => {
    const obstacles = [
      obstacle('document_missing', 'cnpj_card'),
      obstacle('document_pending', 'partner_front_id', 'p1'),
    ];
    const legal_representatives = [{ id: 'p1', name: 'Ana' }];
    expect(obstacleTexts(caseDetails({ obstacles, legal_representatives }), NOTHING, speech)).toEqual([
      'cnpj_card: missing',
      'partner_front_id (Ana): resent, without verdict',
    ]);
  });

  it('who works on it; what was not looked at; what was marked as wrong', () => {
    const claim = { operator: 'ana@repasse.test', expires_at: '2026-11-22T15:30:00.000Z' };
    const obstacles = [obstacle('claimed', 'claim')];
    const texts = obstacleTexts(
      caseDetails({ claim, obstacles }),
      { markedFields: 2, hasChanges: true },
      speech,
    );
    expect(texts).toHaveLength(3);
    expect(texts[1]).toMatch(/^it is with ana@repasse\.test until 12:30/);
    expect([texts[0], texts[2]]).toEqual(['a look at what changed', '2 fields marked as wrong']);
  });

  it('has a text for every code of the API', () => {
    const codes: Record<Obstacle['code'], true> = {
      claimed: true,
      not_in_review: true,
      second_operator_required: true,
      second_decision_pending: true,
      document_missing: true,
      document_rejected: true,
      document_expired: true,
      document_pending: true,
    };
    for (const code of Object.keys(codes) as Obstacle['code'][]) {
      const [text] = obstacleTexts(caseDetails({ obstacles: [obstacle(code, 'x')] }), NOTHING, speech);
      expect(text).not.toContain('obstacle.');
    }
  });
});
