import { randomBytes } from 'node:crypto';
import { matchingStep, newSecret, otpauthUrl } from './one-time-code.rules';

/** `12345678901234567890` in base32: the secret of RFC 6238's test vectors. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('one-time codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('RFC 6238, appendix B: at %d the code is %s', (seconds, code) => {
    expect(matchingStep(SECRET, code, at(seconds), null)).toBe(Math.floor(seconds / 30));
  });

  it('one step before and after count, two do not', () => {
    const code = '005924';
    const step = Math.floor(1_234_567_890 / 30);
    for (const offset of [-30, 0, 30])
      expect(matchingStep(SECRET, code, at(step * 30 + offset), null)).toBe(step);
    for (const offset of [-31, 60])
      expect(matchingStep(SECRET, code, at(step * 30 + offset), null)).toBeNull();
  });

  it('a step that was used, or a later one that was used, closes it', () => {
    const now = at(1_234_567_890);
    const step = Math.floor(1_234_567_890 / 30);
    expect(matchingStep(SECRET, '005924', now, step - 1)).toBe(step);
    expect(matchingStep(SECRET, '005924', now, step)).toBeNull();
    expect(matchingStep(SECRET, '005924', now, step + 1)).toBeNull();
  });

  it.each(['', '05924', '0059240', '00592４', '005 924', 'abcdef', '-05924'])('%p is no code', (code) => {
    expect(matchingStep(SECRET, code, at(1_234_567_890), null)).toBeNull();
  });

  it('a new secret has 160 bits, and the URL carries it', () => {
    const secret = newSecret(randomBytes);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret(randomBytes)).not.toBe(secret);
    const url = new URL(otpauthUrl(secret, 'ana+b@repasse.test'));
    expect([url.protocol, url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      secret,
      'Repasse',
    ]);
    expect(decodeURIComponent(url.pathname)).toContain('ana+b@repasse.test');
  });
});
