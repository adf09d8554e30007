import { randomBytes } from 'node:crypto';
import { SystemRandomness } from '../clock';
import { constantTimeEqual, keyedHash, KeyRing, matchesKeyedHash, SecretBox } from '.';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('key ring', () => {
  it('reads id:base64 pairs, newest first', () => {
    const ring = KeyRing.parse(`${key('k2')},${key('k1')}`);
    expect(ring.newest.id).toBe('k2');
    expect(ring.find('k1')?.bytes).toHaveLength(32);
    expect(ring.find('k0')).toBeNull();
  });

  it.each([
    ['no id', randomBytes(32).toString('base64'), /needs an id/],
    ['an empty id', `:${randomBytes(32).toString('base64')}`, /needs an id/],
    ['a short key', `k1:${randomBytes(31).toString('base64')}`, /32 bytes/],
    ['a long key', `k1:${randomBytes(33).toString('base64')}`, /32 bytes/],
    ['a key of zeros', `k1:${Buffer.alloc(32).toString('base64')}`, /zero/],
    ['what is no base64', `k1:${randomBytes(32).toString('base64').replace(/^./, '!')}`, /base64/],
    ['the same id twice', `${key('k1')},${key('k1')}`, /same id/],
  ])('refuses %s, without repeating it', (_what, text, message) => {
    expect(() => KeyRing.parse(text)).toThrow(message);
    try {
      KeyRing.parse(text);
    } catch (error) {
      expect(String(error)).not.toContain(text.slice(-20));
    }
  });
});

describe('keyed hash', () => {
  const first = key('k1');
  const ring = KeyRing.parse(first);

  it('matches its own data alone', () => {
    const hash = keyedHash(ring, 'sk_test_abc');
    expect(matchesKeyedHash(ring, 'sk_test_abc', hash)).toBe(true);
    expect(matchesKeyedHash(ring, 'sk_test_abd', hash)).toBe(false);
  });

  it('still matches after a newer key came, and not once its own is gone', () => {
    const hash = keyedHash(ring, 'secret');
    expect(matchesKeyedHash(KeyRing.parse(`${key('k2')},${first}`), 'secret', hash)).toBe(true);
    expect(matchesKeyedHash(KeyRing.parse(key('k2')), 'secret', hash)).toBe(false);
  });

  it('compares values of different lengths as different', () => {
    expect(constantTimeEqual(Buffer.from('abc'), Buffer.from('abcd'))).toBe(false);
  });
});

describe('secret box', () => {
  const old = key('k1');
  const randomness = new SystemRandomness();
  const box = new SecretBox(KeyRing.parse(old), randomness);

  it('opens what it sealed, also after a rotation', () => {
    const sealed = box.seal('whsec_abc', 'endpoint:1');
    expect(sealed).not.toContain('whsec');
    expect(new SecretBox(KeyRing.parse(`${key('k2')},${old}`), randomness).open(sealed, 'endpoint:1')).toBe(
      'whsec_abc',
    );
  });

  it('never seals alike twice', () => {
    expect(box.seal('same', 'row')).not.toBe(box.seal('same', 'row'));
  });

  it('takes a tag of 16 bytes and no other', () => {
    const { keyId, sealed } = box.sealBytes(Buffer.alloc(0), 'row');
    expect(box.openBytes({ keyId, sealed }, 'row')).toHaveLength(0);
    for (const length of [0, 12, 16, 24, 27])
      expect(() => box.openBytes({ keyId, sealed: sealed.subarray(0, length) }, 'row')).toThrow(/shorter/);
  });

  it('does not open in another row, changed, or without its key', () => {
    const sealed = box.seal('whsec_abc', 'endpoint:1');
    expect(() => box.open(sealed, 'endpoint:2')).toThrow();
    const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => box.open(flipped, 'endpoint:1')).toThrow();
    expect(() => new SecretBox(KeyRing.parse(key('k9')), randomness).open(sealed, 'endpoint:1')).toThrow(
      /ENCRYPTION_KEYS/,
    );
  });
});
