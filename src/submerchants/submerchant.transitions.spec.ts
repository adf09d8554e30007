import {
  SUBMERCHANT_STATUSES,
  type SubmerchantTrigger,
  submerchantTransitions,
  TRIGGERED_BY,
} from './submerchant.transitions';

/** Contract §5, Status machine, written out once more by hand: every pair not named here must be refused. */
const EXPECTED: Record<string, string> = {
  'none create': 'pending',
  'pending submit': 'pending_review',
  'pending_review approve': 'active',
  'pending_review reject': 'rejected',
  'pending_review request_resubmission': 'pending',
  'rejected request_resubmission': 'pending',
  'rejected resubmit': 'pending',
  'active suspend': 'suspended',
  'suspended reactivate': 'active',
};

const triggers = Object.keys(TRIGGERED_BY) as SubmerchantTrigger[];

function thrownBy(work: () => unknown): unknown {
  try {
    return [work()];
  } catch (error) {
    return error;
  }
}

describe('submerchant status machine', () => {
  it('knows every status and no other', () => {
    expect([...submerchantTransitions.statuses].sort()).toEqual([...SUBMERCHANT_STATUSES].sort());
  });

  for (const from of [null, ...SUBMERCHANT_STATUSES]) {
    for (const on of triggers) {
      const to = EXPECTED[`${from ?? 'none'} ${on}`];
      it(`${from ?? 'none'} × ${on} → ${to ?? 'INVALID_STATE'}`, () => {
        if (to === undefined) {
          expect(thrownBy(() => submerchantTransitions.next(from, on))).toMatchObject({
            code: 'INVALID_STATE',
          });
        } else {
          expect(submerchantTransitions.next(from, on)).toBe(to);
        }
      });
    }
  }
});
