import { toCsv } from './csv';

describe('toCsv', () => {
  it('writes lines that every spreadsheet reads', () => {
    expect(
      toCsv([
        ['day', 'approved'],
        ['2026-01-02', 3],
        ['açaí, "bom"', null],
      ]),
    ).toBe('\uFEFFday,approved\r\n2026-01-02,3\r\n"açaí, ""bom""",\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('keeps %j from being a formula', (text) => {
    expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/);
  });
});
