import { assertEditable, EDITABLE_PARTS, type EditablePart, isEditable } from './submerchant.locks';
import { SUBMERCHANT_STATUSES } from '../submerchant.transitions';

const PARTS: EditablePart[] = [
  'record',
  'contact',
  'legal_representatives',
  'addresses',
  'documents',
  'refused_documents',
];

/** Contract §5, Locks, as a picture: one row a status, one column a part in the order above. */
const EXPECTED = {
  pending: [true, true, true, true, true, true],
  pending_review: [false, false, false, false, false, true],
  active: [false, true, false, true, false, true],
  suspended: [false, true, false, true, false, true],
  rejected: [false, false, false, false, false, false],
};

function thrownBy(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('locks of a submerchant (contract §5)', () => {
  it('has a row for every status', () => {
    expect(Object.keys(EDITABLE_PARTS).sort()).toEqual([...SUBMERCHANT_STATUSES].sort());
  });

  for (const status of SUBMERCHANT_STATUSES) {
    PARTS.forEach((part, column) => {
      const open = EXPECTED[status][column];
      it(`${status}: ${part} ${open === true ? 'open' : 'locked'}`, () => {
        expect(isEditable(status, part)).toBe(open);
        const outcome = open === true ? undefined : { code: 'SUBMERCHANT_LOCKED' };
        expect(thrownBy(() => assertEditable({ status }, part))).toEqual(
          outcome === undefined ? undefined : expect.objectContaining(outcome),
        );
      });
    });
  }
});
