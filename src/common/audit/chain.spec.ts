import { createHmac, randomBytes } from 'node:crypto';
import { CHAIN_START, keyCheckOf, type SealedColumns, sealedTime, sealOf } from './chain';
import { ChainWalk, type StoredEntry } from './chain-walk';

const KEY = Buffer.alloc(32, 7);
const ENTRY: SealedColumns = {
  sequence: '1',
  at: '1795298646.123000',
  action: 'key.issued',
  actorKind: 'operator',
  actorId: '01930000-0000-7000-8000-000000000001',
  actorEmail: 'ana@repasse.test',
  targetType: 'api_key',
  targetId: 'pk_test_0123',
  merchantId: '01930000-0000-7000-8000-000000000002',
  details: '{"scopes":["read"],"note":"São João"}',
};

describe('the seal of an entry', () => {
  it('is HMAC-SHA256 over the JSON array of its columns and the mac before: old logs stay verifiable', () => {
    const text =
      '["1","1795298646.123000","key.issued","operator","01930000-0000-7000-8000-000000000001","ana@repasse.test",' +
      '"api_key","pk_test_0123","01930000-0000-7000-8000-000000000002","{\\"scopes\\":[\\"read\\"],\\"note\\":\\"São João\\"}"]';
    const expected = createHmac('sha256', KEY).update(text, 'utf8').update(Buffer.alloc(32)).digest('hex');
    expect(sealOf(KEY, ENTRY, CHAIN_START).toString('hex')).toBe(expected);
    expect(expected).toBe('0bef2fd7b0c67bf59a0165f9d4f414d5025aa33848183fd62a5ac97084b6563d');
  });

  it('changes with every column, with the mac before and with the key', () => {
    const seal = sealOf(KEY, ENTRY, CHAIN_START);
    for (const column of Object.keys(ENTRY) as (keyof SealedColumns)[]) {
      for (const value of [`${ENTRY[column] ?? ''} `, '', 'null', null])
        expect(sealOf(KEY, { ...ENTRY, [column]: value }, CHAIN_START)).not.toEqual(seal);
    }
    expect(sealOf(KEY, ENTRY, seal)).not.toEqual(seal);
    expect(sealOf(randomBytes(32), ENTRY, CHAIN_START)).not.toEqual(seal);
  });

  it('tells apart what only moved from one column to the next, and nothing from no text', () => {
    const variants = [
      { targetType: 'ab', targetId: 'c' },
      { targetType: 'a', targetId: 'bc' },
      { targetType: 'a","b', targetId: 'c' },
      { targetType: null, targetId: 'null' },
      { targetType: 'null', targetId: null },
      { targetType: '', targetId: null },
      { targetType: null, targetId: '' },
    ];
    const seals = variants.map((variant) =>
      sealOf(KEY, { ...ENTRY, ...variant }, CHAIN_START).toString('hex'),
    );
    expect(new Set(seals).size).toBe(variants.length);
  });

  it('takes a time to the millisecond, as PostgreSQL writes it', () => {
    expect(sealedTime(new Date('2026-11-21T22:04:06.007Z'))).toBe('1795298646.007000');
    expect(sealedTime(new Date('1970-01-01T00:00:00.000Z'))).toBe('0.000000');
  });
});

describe('a walk along the chain', () => {
  const entries: StoredEntry[] = [];
  let mac: Buffer = CHAIN_START;
  for (const sequence of ['1', '2', '3']) {
    mac = sealOf(KEY, { ...ENTRY, sequence }, mac);
    entries.push({ ...ENTRY, sequence, mac });
  }
  const keyCheck = keyCheckOf(KEY);
  const head = { entries: '3', mac, key_check: keyCheck };
  const walked = (upTo: number, noted: Buffer | null = null): ChainWalk => {
    const walk = new ChainWalk(KEY, noted);
    for (const entry of entries.slice(0, upTo)) expect(walk.step(entry)).toBeNull();
    return walk;
  };

  it('finds nothing in a sound log, nor in an empty one', () => {
    expect(walked(3).end(head, keyCheck)).toBeNull();
    const empty = { entries: '0', mac: Buffer.alloc(32), key_check: null };
    expect(walked(0).end(empty, keyCheck)).toBeNull();
  });

  it('finds every mac that was noted earlier, not only the last', () => {
    for (const entry of entries) expect(walked(3, entry.mac).end(head, keyCheck)).toBeNull();
    expect(walked(3, randomBytes(32)).end(head, keyCheck)).toEqual({
      sequence: 4,
      reason: 'noted_head_not_found',
    });
  });

  it('holds the head against the last entry', () => {
    const second = entries[1]?.mac ?? Buffer.alloc(0);
    expect(walked(2).end(head, keyCheck)).toEqual({ sequence: 3, reason: 'missing' });
    expect(walked(3).end({ ...head, entries: '2', mac: second }, keyCheck)).toEqual({
      sequence: 3,
      reason: 'beyond_head',
    });
    expect(walked(3).end({ ...head, mac: second }, keyCheck)).toEqual({
      sequence: 3,
      reason: 'head_changed',
    });
    expect(walked(3).end({ ...head, key_check: null }, keyCheck)?.reason).toBe('head_changed');
    expect(walked(3).end(null, keyCheck)).toEqual({ sequence: 4, reason: 'head_missing' });
  });
});
