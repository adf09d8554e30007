import { expiryOf, firstOf } from './four-eyes.rules';

const ASKED_AT = new Date('2026-11-20T12:00:00.000Z');
const ITEM = { askedBy: 'ana', askedNote: 'Perdido.', askedAt: ASKED_AT };
const after = (ms: number): Date => new Date(ASKED_AT.getTime() + ms);
const DAY_MS = 86_400_000;

describe('Money contract §20: an adjustment that waits for a second operator', () => {
  it('is kept until 24 hours have passed, and gone then', () => {
    const first = { operatorId: 'ana', decidedAt: ASKED_AT };
    expect(expiryOf(ASKED_AT)).toEqual(after(DAY_MS));
    expect(firstOf(ITEM, 'Perdido.', ASKED_AT)).toEqual(first);
    expect(firstOf(ITEM, 'Perdido.', after(DAY_MS - 1))).toEqual(first);
    expect(firstOf(ITEM, 'Perdido.', after(DAY_MS))).toBeNull();
    expect(firstOf(ITEM, 'Perdido.', after(DAY_MS + 1))).toBeNull();
  });

  it('with another note is another request', () => {
    for (const note of ['Outra razão.', 'perdido.', 'Perdido. ', ''])
      expect(firstOf(ITEM, note, after(1))).toBeNull();
  });

  it('is none where nobody asked', () => {
    expect(firstOf({ askedBy: null, askedNote: null, askedAt: null }, 'Perdido.', ASKED_AT)).toBeNull();
  });
});
