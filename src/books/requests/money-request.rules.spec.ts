import { fingerprintOf, outcomeOf, statusOf, type Wanted } from './money-request.rules';

const wanted: Wanted = {
  merchantId: 'm',
  action: 'adjustment',
  walletId: 'w',
  transactionId: null,
  debit: 'suspense',
  credit: 'available',
  amountCents: 100,
  reason: 'Acerto.',
};

describe('the same request (money contract §20)', () => {
  it('is the same in all it says', () => {
    expect(fingerprintOf({ ...wanted })).toEqual(fingerprintOf(wanted));
    const others: Wanted[] = [
      { ...wanted, merchantId: 'n' },
      { ...wanted, action: 'write_off' },
      { ...wanted, walletId: 'v' },
      { ...wanted, transactionId: 't' },
      { ...wanted, debit: 'losses' },
      { ...wanted, credit: 'debt' },
      { ...wanted, debit: 'available', credit: 'suspense' },
      { ...wanted, amountCents: 101 },
      { ...wanted, reason: 'acerto.' },
    ];
    const seen = [wanted, ...others].map((one) => fingerprintOf(one).toString('hex'));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('waits until its time is over, or it ended', () => {
    const expiresAt = new Date('2026-11-24T12:00:00.000Z');
    const [before, after] = [new Date('2026-11-24T11:59:59.999Z'), expiresAt];
    expect(statusOf({ outcome: null, expiresAt }, before)).toBe('waiting');
    expect(statusOf({ outcome: null, expiresAt }, after)).toBe('expired');
    expect(statusOf({ outcome: 'withdrawn', expiresAt }, before)).toBe('withdrawn');
    expect(statusOf({ outcome: 'carried_out', expiresAt }, after)).toBe('carried_out');
  });

  it('is stored with how it ended, and with nothing before', () => {
    expect(outcomeOf('waiting')).toBeNull();
    expect(outcomeOf('carried_out')).toBe('carried_out');
    expect(outcomeOf('withdrawn')).toBe('withdrawn');
    expect(outcomeOf('expired')).toBe('expired');
  });
});
