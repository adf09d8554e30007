import { addressWithMaskedTaxIds, maskedDocumentNumber, maskedTaxId } from './masked-tax-id';

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

  it.each([
    ['https://x.example/?t=52998224725', 'https://x.example/?t=*******4725'],
    ['https://x.example/529.982.247-25/in', 'https://x.example/*******4725/in'],
    ['https://52998224725.example/cpf_52998224725', 'https://*******4725.example/cpf_*******4725'],
    ['https://x.example/a%2F52998224725%2Fb', 'https://x.example/a%2F*******4725%2Fb'],
    ['https://x.example/11.222.333%2f0001-81?y', 'https://x.example/**********0181?y'],
    ['https://x.example/12ABC34501DE35', 'https://x.example/**********DE35'],
    ['https://x.example/12345678901', 'https://x.example/*******8901'],
  ])('in an address, with whatever check digits: %p', (address, shown) => {
    expect(addressWithMaskedTaxIds(address)).toBe(shown);
  });

  it.each([
    'http://10.156.103.230:44321/hooks',
    'https://x.example/notificacoes01',
    'https://x.example/0190a0b1-7c11-7000-8000-123456789012',
    'https://x.example/?at=1763731000000&n=123456789012',
  ])('an address without one is shown as it is: %p', (address) => {
    expect(addressWithMaskedTaxIds(address)).toBe(address);
  });
});
