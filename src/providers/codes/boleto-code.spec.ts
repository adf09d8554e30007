import { strictEqual } from 'node:assert/strict';
import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { addDays } from '../../common/calendar';
import { boletoBarcode, digitableLine, dueDateFactor } from './boleto-code';

describe('boleto', () => {
  it('turns the published barcode into the published line', () => {
    expect(digitableLine('00193373700000001000500940144816060680935031')).toBe(
      '00190500954014481606906809350314337370000000100',
    );
  });

  it('computes the check digit of the published barcode', () => {
    const barcode = boletoBarcode({
      bankCode: '001',
      dueDate: addDays('1997-10-07', 3737),
      amountCents: 100,
      freeField: '0500940144816060680935031',
    });
    expect(barcode).toBe('00193373700000001000500940144816060680935031');
  });

  it('the due-date factor restarted at 1000 on 2025-02-22', () => {
    expect(dueDateFactor('2000-07-03')).toBe('1000');
    expect(dueDateFactor('2025-02-21')).toBe('9999');
    expect(dueDateFactor('2025-02-22')).toBe('1000');
    expect(dueDateFactor('2025-02-23')).toBe('1001');
    expect(() => dueDateFactor('2000-07-02')).toThrow(RangeError);
  });

  it('every line is valid to an independent library, and says amount and due date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999_999 }),
        fc.integer({ min: 0, max: 365 }),
        fc.stringMatching(/^\d{25}$/),
        (amountCents, days, freeField) => {
          const dueDate = addDays('2026-11-20', days);
          const line = digitableLine(boletoBarcode({ bankCode: '001', dueDate, amountCents, freeField }));
          expect(line).toMatch(/^\d{47}$/);
          strictEqual(isValidBoleto(line), true);
          const read = getBoletoInfo(line);
          strictEqual(read?.amount, amountCents);
          strictEqual(read.expirationDate?.toISOString().slice(0, 10), dueDate);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('refuses what a barcode cannot hold', () => {
    const fields = { bankCode: '001', dueDate: '2026-11-20', amountCents: 1, freeField: '0'.repeat(25) };
    expect(() => boletoBarcode({ ...fields, amountCents: 10_000_000_000 })).toThrow(RangeError);
    expect(() => boletoBarcode({ ...fields, amountCents: 0 })).toThrow(RangeError);
    expect(() => boletoBarcode({ ...fields, freeField: '0' })).toThrow(RangeError);
    expect(() => boletoBarcode({ ...fields, bankCode: '1' })).toThrow(RangeError);
    expect(() => digitableLine('1')).toThrow(RangeError);
  });
});
