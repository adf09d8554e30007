import { DAY_MS } from '../../common';
import type { DocumentFacts, FindingFacts, PartnerFacts } from './finding';
import { findingsOf } from './finding.rules';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** A registration without any finding, but for what is given. */
function company(facts: Partial<FindingFacts> = {}): FindingFacts {
  return {
    status: 'pending_review',
    entityType: 'pj',
    taxId: '11222333000181',
    birthDate: null,
    motherName: null,
    mcc: '5411',
    mccSource: 'derived',
    cnaes: [{ code: '4711-3/02', description: null, is_primary: true }],
    sameTaxId: [],
    partners: [],
    documents: [],
    ...facts,
  };
}

function person(facts: Partial<FindingFacts> = {}): FindingFacts {
  const born = { birthDate: '1990-05-04', motherName: 'Rosa' };
  return company({ entityType: 'pf', taxId: '52998224725', ...born, ...facts });
}

function partner(facts: Partial<PartnerFacts> = {}): PartnerFacts {
  return { id: 'partner', document: '52998224725', birthDate: null, participationPercentage: null, ...facts };
}

function document(facts: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    id: 'document',
    type: 'social_contract',
    status: 'pending',
    fileName: 'contract.pdf',
    declaredSizeBytes: 1_024,
    file: null,
    mimeType: 'application/pdf',
    expiresOn: null,
    createdAt: inDays(-1),
    sameFile: [],
    ...facts,
  };
}

const found = (facts: FindingFacts, now = NOW) =>
  findingsOf(facts, now).map(({ code, target }) => `${code} ${target}`);
const ofDocument = (facts: Partial<DocumentFacts>, more: Partial<FindingFacts> = {}) =>
  found(company({ documents: [document(facts)], ...more }));

it('a registration without fault has none', () => {
  expect(found(company({ partners: [partner()], documents: [document()] }))).toEqual([]);
  expect(found(person())).toEqual([]);
});

describe('invalid_check_digits', () => {
  it('of the record and of each legal representative', () => {
    const partners = [partner({ id: 'a', document: '11222333000180' }), partner({ id: 'b' })];
    expect(found(company({ taxId: '11222333000180', partners }))).toEqual([
      'invalid_check_digits tax_id',
      'invalid_check_digits a',
    ]);
  });
});

describe('duplicate_tax_id', () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `s${index}`,
      name: `Shop ${index}`,
      status: 'active',
    }));

  it('names up to three others', () => {
    expect(findingsOf(company({ sameTaxId: others(1) }), NOW)).toEqual([
      {
        code: 'duplicate_tax_id',
        target: 'tax_id',
        message: 'The merchant has registered this tax number also as s0 (active).',
        params: {
          others: [{ submerchant_id: 's0', submerchant_name: 'Shop 0', status: 'active' }],
          has_more: false,
        },
      },
    ]);
    const [several] = findingsOf(company({ sameTaxId: others(4) }), NOW);
    expect(several?.message).toMatch(/s0 \(active\), s1 \(active\), s2 \(active\) and more\.$/);
    expect(several?.params.others).toHaveLength(3);
    expect(several?.params.has_more).toBe(true);
  });
});

describe('under_age', () => {
  it.each([
    ['2008-03-01', []],
    ['2008-03-02', ['under_age birth_date']],
    ['2025-12-31', ['under_age birth_date']],
  ])('a person born on %s', (birthDate, expected) => {
    expect(found(person({ birthDate }))).toEqual(expected);
  });

  it('born on 29 February: of age on 1 March of a common year', () => {
    const leapling = person({ birthDate: '2008-02-29' });
    expect(found(leapling, new Date('2026-02-28T23:59:59Z'))).toEqual(['under_age birth_date']);
    expect(found(leapling, new Date('2026-03-01T00:00:00Z'))).toEqual([]);
  });

  it('a legal representative; not the birth date that a company happens to have', () => {
    const partners = [partner({ id: 'a', birthDate: '2010-01-01' }), partner({ id: 'b' })];
    expect(found(company({ birthDate: '2020-01-01', partners }))).toEqual(['under_age a']);
  });
});

describe('recommended_missing', () => {
  it('pf: birth_date and mother_name; pj: a primary activity', () => {
    expect(found(person({ birthDate: null, motherName: null }))).toEqual([
      'recommended_missing birth_date',
      'recommended_missing mother_name',
    ]);
    expect(found(company({ cnaes: [] }))).toEqual(['recommended_missing cnaes']);
  });
});

describe('mcc_unresolved and mcc_cnae_mismatch', () => {
  /** Domestic services: on purpose without a category code. */
  const without = [{ code: '9700-5/00', description: null, is_primary: true }];

  it('no code: mcc_unresolved, once', () => {
    expect(found(company({ mcc: null, mccSource: null, cnaes: without }))).toEqual(['mcc_unresolved mcc']);
  });

  it.each(['provided', 'operator', 'derived'] as const)(
    'a %s code other than the activity’s',
    (mccSource) => {
      const [finding] = findingsOf(company({ mcc: '5999', mccSource }), NOW);
      expect(finding).toMatchObject({
        code: 'mcc_cnae_mismatch',
        target: 'mcc',
        params: { mcc: '5999', expected_mcc: '5411' },
      });
      expect(finding?.message).toMatch(/^The code is 5999, and the primary activity gives 5411 \(/);
      expect(found(company({ mcc: '5411', mccSource }))).toEqual([]);
    },
  );

  it('a code for an activity that has none on purpose: when the merchant gave it', () => {
    expect(found(company({ mcc: '7299', mccSource: 'provided', cnaes: without }))).toEqual([
      'mcc_cnae_mismatch mcc',
    ]);
    expect(found(company({ mcc: '7299', mccSource: 'operator', cnaes: without }))).toEqual([]);
  });

  it('nothing to compare with when no activity decides', () => {
    expect(found(person({ mcc: '7299', mccSource: 'provided', cnaes: [] }))).toEqual([]);
  });
});

describe('shares_exceed_100', () => {
  const sharing = (...shares: (number | null)[]) =>
    found(
      company({
        partners: shares.map((participationPercentage, at) =>
          partner({ id: `${at}`, participationPercentage }),
        ),
      }),
    );

  it('a sum above 100, exact to a hundredth', () => {
    expect(sharing(60, 40, null)).toEqual([]);
    expect(sharing(33.34, 33.33, 33.33)).toEqual([]);
    expect(sharing(33.34, 33.34, 33.33)).toEqual(['shares_exceed_100 legal_representatives']);
  });
});

describe('document_expired and document_expiring', () => {
  it('is expired from its moment on, before the job has marked it', () => {
    expect(ofDocument({ expiresOn: NOW })).toEqual(['document_expired document']);
    expect(ofDocument({ expiresOn: inDays(-1), status: 'expired' })).toEqual(['document_expired document']);
  });

  it('is expiring in the last 30 days', () => {
    expect(ofDocument({ expiresOn: inDays(30), status: 'approved' })).toEqual(['document_expiring document']);
    expect(ofDocument({ expiresOn: new Date(inDays(30).getTime() + 1) })).toEqual([]);
    const expiresOn = new Date('2026-03-11T00:00:00.000Z');
    const [finding] = findingsOf(company({ documents: [document({ expiresOn })] }), NOW);
    expect(finding?.message).toBe('social_contract: it is valid only until 2026-03-10.');
    expect(finding?.params).toEqual({ last_day: '2026-03-10' });
  });

  it('neither for one that was rejected anyway', () => {
    expect(ofDocument({ expiresOn: inDays(-1), status: 'rejected' })).toEqual([]);
  });
});

describe('document_old', () => {
  it.each(['proof_of_residence', 'proof_of_residence_company', 'partner_proof_of_residence'])(
    '%s sent more than 90 days ago',
    (type) => {
      expect(ofDocument({ type, createdAt: inDays(-90) })).toEqual([]);
      expect(ofDocument({ type, createdAt: inDays(-91) })).toEqual(['document_old document']);
      expect(ofDocument({ type, createdAt: inDays(-91), status: 'approved' })).toEqual([
        'document_old document',
      ]);
    },
  );

  it('not another type, not one that was refused', () => {
    expect(ofDocument({ createdAt: inDays(-400) })).toEqual([]);
    for (const status of ['rejected', 'expired'] as const) {
      const type = 'proof_of_residence';
      expect(ofDocument({ type, createdAt: inDays(-91), status })).not.toContain('document_old document');
    }
  });

  it('of an active submerchant only one without a verdict', () => {
    const old = { type: 'proof_of_residence', createdAt: inDays(-400) };
    expect(ofDocument({ ...old, status: 'approved' }, { status: 'active' })).toEqual([]);
    expect(ofDocument({ ...old, status: 'pending' }, { status: 'suspended' })).toEqual([
      'document_old document',
    ]);
  });
});

describe('extension_mismatch', () => {
  it.each([
    ['a.pdf', 'application/pdf', true],
    ['a.PDF', 'application/pdf', true],
    ['a.b.jpg', 'image/jpeg', true],
    ['a.jpeg', 'image/jpeg', true],
    ['a.png', 'image/png', true],
    ['a.png', 'image/jpeg', false],
    ['a.pdf.exe', 'application/pdf', false],
  ])('%s as %s', (fileName, mimeType, agrees) => {
    expect(ofDocument({ fileName, mimeType })).toEqual(agrees ? [] : ['extension_mismatch document']);
  });
});

describe('content_mismatch, size_mismatch', () => {
  const kept = { contentType: 'application/pdf', sizeBytes: 1_024, failure: null };
  const refused = { contentType: null, sizeBytes: null };

  it('nothing before somebody has looked, nor of a file that is as it was declared', () => {
    expect(ofDocument({ file: null })).toEqual([]);
    expect(ofDocument({ file: { ...refused, failure: null } })).toEqual([]);
    expect(ofDocument({ file: kept })).toEqual([]);
  });

  it('of a file that is kept: its type by content and its size', () => {
    expect(ofDocument({ file: { ...kept, contentType: 'image/png' } })).toEqual([
      'content_mismatch document',
    ]);
    expect(ofDocument({ file: { ...kept, sizeBytes: 1_023 } })).toEqual(['size_mismatch document']);
  });

  it('of a file that was refused for what it is, not of one that could not be fetched', () => {
    expect(ofDocument({ file: { ...refused, failure: 'FILE_TYPE_REFUSED' } })).toEqual([
      'content_mismatch document',
    ]);
    const tooLarge = { ...refused, failure: 'FILE_TOO_LARGE' } as const;
    expect(ofDocument({ file: tooLarge })).toEqual(['size_mismatch document']);
    expect(ofDocument({ file: tooLarge, declaredSizeBytes: 10_485_761 })).toEqual([]);
    expect(ofDocument({ file: { ...refused, failure: 'FILE_UNAVAILABLE' } })).toEqual([]);
  });
});

describe('duplicate_file', () => {
  it('says where else', () => {
    const sameFile = [{ id: 'other', type: 'cnpj_card', submerchantId: 'shop', submerchantName: 'The shop' }];
    expect(findingsOf(company({ documents: [document({ sameFile })] }), NOW)).toEqual([
      {
        code: 'duplicate_file',
        target: 'document',
        message: 'social_contract: the same file was sent as cnpj_card other of submerchant shop.',
        params: {
          others: [
            {
              submerchant_id: 'shop',
              submerchant_name: 'The shop',
              document_id: 'other',
              document_type: 'cnpj_card',
            },
          ],
          has_more: false,
        },
      },
    ]);
  });
});
