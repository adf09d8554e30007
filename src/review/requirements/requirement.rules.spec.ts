import { strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { DOCUMENT_TYPES } from '../../documents';
import { SUBMERCHANT_STATUSES } from '../../submerchants';
import type { RegistrationFacts } from './requirement';
import { blockingOf, countsOf, requirementsOf } from './requirement.rules';

const EMPTY_PJ: RegistrationFacts = {
  id: 's1',
  status: 'pending',
  entityType: 'pj',
  correctable: false,
  mcc: null,
  cnaes: [],
  birthDate: null,
  motherName: null,
  partners: [],
  hasAddress: false,
  documents: [],
};
const EMPTY_PF: RegistrationFacts = { ...EMPTY_PJ, entityType: 'pf' };
const COMPANY = ['social_contract', 'cnpj_card', 'proof_of_residence_company'];
const PARTNER = [
  'partner_front_id',
  'partner_back_id',
  'partner_selfie_with_id',
  'partner_proof_of_residence',
];
const PERSON = ['front_id', 'back_id', 'selfie_with_id', 'proof_of_residence'];

const documentOf = (
  type: string,
  status: RegistrationFacts['documents'][number]['status'],
  partner: string | null = null,
) => ({
  type,
  status,
  legalRepresentativeId: partner,
});
const blockers = (facts: RegistrationFacts) =>
  blockingOf(requirementsOf(facts)).map(({ code, target, legalRepresentativeId }) => [
    code,
    target,
    legalRepresentativeId,
  ]);

describe('requirements of a company', () => {
  it('are a partner, an address and the company documents, all named at once', () => {
    expect(blockers(EMPTY_PJ)).toEqual([
      ['legal_representative_required', 'legal_representatives', null],
      ['address_required', 'addresses', null],
      ...COMPANY.map((type) => ['document_missing', type, null]),
    ]);
  });

  it('add four documents for each partner', () => {
    const facts = {
      ...EMPTY_PJ,
      hasAddress: true,
      partners: [
        { id: 'p1', name: 'A' },
        { id: 'p2', name: 'B' },
      ],
    };
    expect(blockers(facts)).toEqual([
      ...COMPANY.map((type) => ['document_missing', type, null]),
      ...PARTNER.flatMap((type) => ['p1', 'p2'].map((id) => ['document_missing', type, id])),
    ]);
  });

  it('are met by pending and approved documents, not by rejected and expired ones', () => {
    const facts: RegistrationFacts = {
      ...EMPTY_PJ,
      hasAddress: true,
      partners: [{ id: 'p1', name: 'A' }],
      documents: [
        documentOf('social_contract', 'pending'),
        documentOf('cnpj_card', 'approved'),
        documentOf('proof_of_residence_company', 'rejected'),
        documentOf('partner_front_id', 'expired', 'p1'),
        ...PARTNER.slice(1).map((type) => documentOf(type, 'approved', 'p1')),
      ],
    };
    expect(blockers(facts)).toEqual([
      ['document_rejected', 'proof_of_residence_company', null],
      ['document_expired', 'partner_front_id', 'p1'],
    ]);
    expect(countsOf(requirementsOf(facts))).toEqual({ missing: 1, rejected: 1 });
  });

  it('leave an optional document out until it was sent; a rejected one must be sent again', () => {
    expect(requirementsOf(EMPTY_PJ).map(({ target }) => target)).not.toContain('contract_amendment');
    const facts = { ...EMPTY_PJ, documents: [documentOf('contract_amendment', 'rejected')] };
    expect(blockers(facts)).toContainEqual(['document_rejected', 'contract_amendment', null]);
  });
});

describe('requirements of an individual', () => {
  it('are an address and four personal documents, no partner', () => {
    expect(blockers(EMPTY_PF)).toEqual([
      ['address_required', 'addresses', null],
      ...PERSON.map((type) => ['document_missing', type, null]),
    ]);
  });

  it('recommend birth date and mother’s name without blocking', () => {
    const ready = {
      ...EMPTY_PF,
      hasAddress: true,
      documents: PERSON.map((type) => documentOf(type, 'pending')),
    };
    expect(blockers(ready)).toEqual([]);
    const recommended = requirementsOf(ready).filter(({ status }) => status === 'recommended');
    expect(recommended.map(({ target }) => target)).toEqual(['birth_date', 'mother_name', 'mcc']);
  });
});

describe('actions', () => {
  const actionOf = (facts: RegistrationFacts, target: string) =>
    requirementsOf(facts).find((item) => item.target === target)?.action;

  it('name the very next call, with null where the caller fills in', () => {
    expect(actionOf(EMPTY_PJ, 'cnpj_card')).toEqual({
      method: 'POST',
      path: '/v1/submerchants/s1/documents',
      body: { type: 'cnpj_card', file_url: null, file_name: null, file_size: null, mime_type: null },
    });
    expect(actionOf(EMPTY_PJ, 'mcc')).toEqual({
      method: 'PATCH',
      path: '/v1/submerchants/s1',
      body: { mcc: null },
    });
  });

  it('are null in review but for documents that may be resent', () => {
    const facts: RegistrationFacts = {
      ...EMPTY_PF,
      status: 'pending_review',
      documents: [documentOf('front_id', 'rejected'), documentOf('back_id', 'pending')],
    };
    expect(actionOf(facts, 'front_id')?.path).toBe('/v1/submerchants/s1/documents');
    expect(actionOf(facts, 'back_id')).toBeNull();
    expect(actionOf(facts, 'birth_date')).toBeNull();
  });

  it('open a correctable rejection first, and offer nothing after a final one', () => {
    const rejected: RegistrationFacts = { ...EMPTY_PF, status: 'rejected', correctable: true };
    expect(actionOf(rejected, 'front_id')?.path).toBe('/v1/submerchants/s1/request-resubmission');
    expect(actionOf({ ...rejected, correctable: false }, 'front_id')).toBeNull();
  });

  it('are never offered for what is satisfied or pending, whatever the facts', () => {
    const factsArbitrary = fc.record({
      id: fc.constant('s1'),
      status: fc.constantFrom(...SUBMERCHANT_STATUSES),
      entityType: fc.constantFrom('pj' as const, 'pf' as const),
      correctable: fc.boolean(),
      mcc: fc.constantFrom(null, '5411'),
      cnaes: fc.constant([]),
      birthDate: fc.constantFrom(null, '1990-01-01'),
      motherName: fc.constantFrom(null, 'Maria'),
      partners: fc.subarray([
        { id: 'p1', name: 'A' },
        { id: 'p2', name: 'B' },
      ]),
      hasAddress: fc.boolean(),
      documents: fc.subarray(
        DOCUMENT_TYPES.flatMap(({ type, perPartner }) =>
          (perPartner ? ['p1', 'p2'] : [null]).map((id) => documentOf(type, 'approved', id)),
        ),
      ),
    });
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const items = requirementsOf(facts);
        for (const item of items) {
          if (item.status === 'satisfied' || item.status === 'pending') expect(item.action).toBeNull();
        }
        const counts = countsOf(items);
        strictEqual(counts.missing + counts.rejected, blockingOf(items).length);
      }),
    );
  });
});
