import { dueWarning, effectiveStatus, expiryMoment } from './expiry.rules';

describe('expiry of a document', () => {
  it('is after the last hour of a day', () => {
    expect(expiryMoment('2026-02-28').toISOString()).toBe('2026-03-01T00:00:00.000Z');
  });

  it('is the moment itself, whatever its offset', () => {
    expect(expiryMoment('2026-02-28T21:00:00-03:00').toISOString()).toBe('2026-03-01T00:00:00.000Z');
  });

  it('counts from that moment on, for pending and approved documents', () => {
    const expiresOn = new Date('2026-03-01T00:00:00.000Z');
    const before = new Date(expiresOn.getTime() - 1);
    expect(effectiveStatus({ status: 'approved', expiresOn }, before)).toBe('approved');
    expect(effectiveStatus({ status: 'approved', expiresOn }, expiresOn)).toBe('expired');
    expect(effectiveStatus({ status: 'pending', expiresOn }, expiresOn)).toBe('expired');
    expect(effectiveStatus({ status: 'rejected', expiresOn }, expiresOn)).toBe('rejected');
    expect(effectiveStatus({ status: 'approved', expiresOn: null }, expiresOn)).toBe('approved');
  });
});

describe('warnings of the expiry (contract §5: 30 and 7 days before)', () => {
  const now = new Date('2026-03-01T00:00:00.000Z');
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const due = (
    days: number,
    expiryWarnedDays: number | null,
    status: 'approved' | 'rejected' | 'expired' = 'approved',
  ) => dueWarning({ status, expiresOn: inDays(days), expiryWarnedDays }, now);

  it('are due at 30 and at 7 days, each once', () => {
    expect([due(31, null), due(30, null), due(8, 30), due(7, 30), due(1, 7)]).toEqual([
      null,
      30,
      null,
      7,
      null,
    ]);
  });

  it('are one, not two, for a document with little time left', () => {
    expect([due(5, null), due(5, 7)]).toEqual([7, null]);
  });

  it('are none for what has expired, was rejected or has no end', () => {
    expect([due(0, null), due(5, null, 'rejected'), due(-1, null, 'expired')]).toEqual([null, null, null]);
    expect(dueWarning({ status: 'approved', expiresOn: null, expiryWarnedDays: null }, now)).toBeNull();
  });
});
