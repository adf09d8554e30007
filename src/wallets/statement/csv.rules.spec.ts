import { type Entry, walletAccount } from '../../ledger';
import { CSV_HEADER, toCsvLine } from './csv.rules';

const ENTRY: Entry = {
  seq: 7,
  account: walletAccount('01900000-0000-7000-8000-000000000000', 'available'),
  kind: 'transfer',
  transactionId: '01900000-0000-7000-8000-000000000001',
  reference: 'transfer:1',
  resource: { type: 'transfer', id: '01900000-0000-7000-8000-000000000002' },
  description: null,
  amountCents: -123_456,
  balanceCents: 5,
  postedAt: new Date('2026-11-24T02:30:00.000Z'),
  occurredAt: new Date('2026-11-24T02:30:00.000Z'),
  effectiveDate: '2026-11-23',
};

describe('a line of a statement as CSV (money contract §12)', () => {
  it('has the columns of its header, amounts in reais without sign, ends with CR LF', () => {
    expect(CSV_HEADER).toBe(
      'seq,posted_at,effective_date,kind,direction,amount,balance_after,reference,resource_type,resource_id,description\r\n',
    );
    expect(toCsvLine(ENTRY)).toBe(
      '7,2026-11-24T02:30:00.000Z,2026-11-23,transfer,debit,1234.56,0.05,transfer:1,transfer,01900000-0000-7000-8000-000000000002,\r\n',
    );
    expect(toCsvLine({ ...ENTRY, amountCents: 1, balanceCents: -250 })).toContain(',credit,0.01,-2.50,');
  });

  it.each([
    ['a, b', '"a, b"'],
    ['the "third"', '"the ""third"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+55', "'+55"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['açaí', 'açaí'],
  ])('%j is written as %s', (description, written) => {
    expect(toCsvLine({ ...ENTRY, description }).endsWith(`,${written}\r\n`)).toBe(true);
  });
});
