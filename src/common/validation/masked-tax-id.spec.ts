import { maskedDocumentNumber, maskedTaxId } from './masked-tax-id';

describe('tax numbers as operators see them (contract §8: masked)', () => {
  it('show the last four characters and the length', () => {
    expect([maskedTaxId('52998224725'), maskedTaxId('12ABC34501DE35')]).toEqual([
      '*******4725',
      '**********DE35',
    ]);
  });

  it.each([
    ['529.982.247-25', '*******4725'],
    ['11.222.333/0001-81', '**********0181'],
    ['12abc34501de35', '**********DE35'],
    ['529 982 247 25', '*******4725'],
  ])('the number of a document that is one is masked: %p', (number, shown) => {
    expect(maskedDocumentNumber(number)).toBe(shown);
  });

  it.each(['MG-12.345.678', '123456789', 'AB123456'])(
    'the number of another document is not: %p',
    (number) => {
      expect(maskedDocumentNumber(number)).toBe(number);
    },
  );
});
