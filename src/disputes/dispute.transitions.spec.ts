import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  disputeTransitions,
  type DisputeTrigger,
} from './dispute.transitions';

/** Money contract §17, last table, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<string, DisputeStatus>> = {
  ' open': 'open',
  'open contest': 'contested',
  'open accept': 'lost',
  'open win': 'won',
  'open lose': 'lost',
  'contested win': 'won',
  'contested lose': 'lost',
};

const cases = [null, ...DISPUTE_STATUSES].flatMap((from) =>
  disputeTransitions.triggers.map((on): [DisputeStatus | null, DisputeTrigger] => [from, on]),
);

describe('the status machine of a dispute', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[`${from ?? ''} ${on}`];
    if (to === undefined) expect(() => disputeTransitions.next(from, on)).toThrow(/not possible/);
    else expect(disputeTransitions.next(from, on)).toBe(to);
  });

  it('reaches every status', () => {
    expect([...disputeTransitions.statuses].sort()).toEqual([...DISPUTE_STATUSES].sort());
  });
});
