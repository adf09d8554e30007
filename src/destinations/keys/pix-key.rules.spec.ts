import { maskedBut, maskedName, maskedPixKey, normalPixKey, type PixKeyType } from './pix-key.rules';

describe('the normal form of a Pix key (money contract §12)', () => {
  it.each<[PixKeyType, string, string]>([
    ['cpf', '52998224725', '52998224725'],
    ['cnpj', '11222333000181', '11222333000181'],
    ['cnpj', '12ABC34501DE35', '12ABC34501DE35'],
    ['email', 'Maria.Silva@Example.COM', 'maria.silva@example.com'],
    ['email', `${'a'.repeat(65)}@example.com`, `${'a'.repeat(65)}@example.com`],
    ['phone', '+5511987654321', '+5511987654321'],
    ['evp', '71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
  ])('%s %s', (type, written, normal) => {
    if (type === 'email' && written.length > 77) throw new Error('longer than a key can be');
    expect(normalPixKey(type, written)).toBe(normal);
  });

  it.each<[PixKeyType, string]>([
    ['cpf', '529.982.247-25'],
    ['cpf', '52998224724'],
    ['cpf', '11222333000181'],
    ['cnpj', '11.222.333/0001-81'],
    ['cnpj', '12abc34501de35'],
    ['cnpj', '52998224725'],
    ['email', 'maria'],
    ['email', `${'a'.repeat(66)}@example.com`],
    ['email', '52998224725'],
    ['phone', '11987654321'],
    ['phone', '+55 11 98765-4321'],
    ['phone', '+551133334444'],
    ['phone', '+14155550100'],
    // Written as a phone number and as a CPF: it is what was named, or nothing.
    ['phone', '51998259765'],
    ['evp', '71c7d9be4b854e439f1c1f3b8b4e9a2d'],
    ['evp', 'maria@example.com'],
  ])('%s %s is none', (type, written) => {
    expect(normalPixKey(type, written)).toBeNull();
  });

  it('a number that is a CPF and a phone number is what it is said to be', () => {
    expect(normalPixKey('cpf', '51998259765')).toBe('51998259765');
    expect(normalPixKey('phone', '+5551998259765')).toBe('+5551998259765');
  });
});

describe('what is shown of a destination', () => {
  it.each<[PixKeyType, string, string]>([
    ['cpf', '52998224725', '*******4725'],
    ['cnpj', '12ABC34501DE35', '**********DE35'],
    ['email', 'maria@example.com', 'm****@example.com'],
    ['email', 'm@example.com', 'm**@example.com'],
    ['phone', '+5511987654321', '**********4321'],
  ])('of the %s %s: %s', (type, key, shown) => {
    expect(maskedPixKey(type, key)).toBe(shown);
  });

  it('of a short number half of it at most, of a name its initials', () => {
    expect([maskedBut('1', 3), maskedBut('1234', 3), maskedBut('12345678', 3)]).toEqual([
      '*',
      '**34',
      '*****678',
    ]);
    expect(maskedName('Maria de Souza')).toBe('M**** d* S****');
  });
});
