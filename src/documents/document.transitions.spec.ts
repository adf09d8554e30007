import { DOCUMENT_STATUSES, type DocumentTrigger, documentTransitions } from './document.transitions';

/** Contract §5, Documents, written out once more by hand: every pair not named here must be refused. */
const EXPECTED: Record<string, string> = {
  'none send': 'pending',
  'pending approve': 'approved',
  'rejected approve': 'approved',
  'pending reject': 'rejected',
  'approved reject': 'rejected',
  'rejected reject': 'rejected',
  'pending expire': 'expired',
  'approved expire': 'expired',
};

const TRIGGERS: DocumentTrigger[] = ['send', 'approve', 'reject', 'expire'];

function thrownBy(work: () => unknown): unknown {
  try {
    return [work()];
  } catch (error) {
    return error;
  }
}

describe('document status machine', () => {
  it('knows the statuses of the specification and no other', () => {
    expect([...documentTransitions.statuses].sort()).toEqual([...DOCUMENT_STATUSES].sort());
  });

  for (const from of [null, ...DOCUMENT_STATUSES]) {
    for (const on of TRIGGERS) {
      const to = EXPECTED[`${from ?? 'none'} ${on}`];
      it(`${from ?? 'none'} × ${on} → ${to ?? 'INVALID_STATE'}`, () => {
        if (to === undefined) {
          expect(thrownBy(() => documentTransitions.next(from, on))).toMatchObject({ code: 'INVALID_STATE' });
        } else {
          expect(documentTransitions.next(from, on)).toBe(to);
        }
      });
    }
  }
});
