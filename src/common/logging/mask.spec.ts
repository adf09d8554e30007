import { maskSensitive } from './mask';

describe('what a log line never shows', () => {
  it.each([
    ['a card number', '{"m":"card 4111111111111111 refused"}', '4111111111111111'],
    ['a grouped card number', 'card 4111 1111 1111 1111', '1111 1111'],
    ['a card number after other characters', 'key=card-4111111111111111 x_4111111111111111z', '11111111'],
    ['a CPF', '{"tax":"52998224725"}', '52998224725'],
    ['a CPF with dots alone', 'tax 529.982.247.25', '982'],
    ['a CNPJ', '{"tax":"11222333000181"}', '11222333000181'],
    ['a secret key', 'key sk_test_abcdefghijklmnop', 'abcdefghijklmnop'],
    ['an endpoint secret', 'whsec_c2VjcmV0c2VjcmV0', 'c2VjcmV0c2VjcmV0'],
    ['credentials', 'Authorization: Basic cGs6c2s6c2VjcmV0', 'cGs6c2s6c2VjcmV0'],
  ])('masks %s', (_what, line, sensitive) => {
    const masked = maskSensitive(line);
    expect(masked).not.toContain(sensitive);
    expect(masked).toContain('***');
  });

  it.each([
    ['an id', '0190a0b1-7c11-7000-8000-123456789012'],
    ['an id of digits that pass Luhn', '"id":"01900000-0000-7000-8000-000000000045"'],
    ['a timestamp', '"time":"2026-11-21T09:00:00.000Z"'],
    ['a number that is no card', '{"n":1234567890123}'],
    ['the head of the audit log', `mac 4111111111111111${'f0'.repeat(24)}`],
    ['a duration', '"duration_ms":12'],
    ['an address whose digits are those of a CPF', '"address":"10.156.103.230"'],
  ])('leaves %s as it is', (_what, line) => {
    expect(maskSensitive(line)).toBe(line);
  });
});
