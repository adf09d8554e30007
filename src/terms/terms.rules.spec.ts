import fc from 'fast-check';
import { propertyRuns } from '../../test/support/property-runs';
import { CARD_BRANDS, PAYMENT_METHODS } from '../common/money';
import { findProcessingTerm, inForce, type ProcessedFacts, termsOfProduct } from './terms.rules';
import { NO_KEY, type Term } from './terms.types';

const MERCHANT = '01900000-0000-7000-8000-000000000001';

function processing(of: Partial<Term>): Term {
  return {
    ...NO_KEY,
    kind: 'processing',
    paymentMethod: 'credit_card',
    id: 'a term',
    merchantId: null,
    conditions: { percentage_ppm: 10_000, fixed_cents: 0, minimum_cents: 0 },
    effectiveFrom: new Date('2026-01-01T00:00:00.000Z'),
    ...of,
  };
}

describe('terms in force (money contract §13)', () => {
  it.each(['test', 'live'] as const)('a %s merchant without any has those of the product', (mode) => {
    expect(inForce([], mode)).toEqual(termsOfProduct(mode));
  });

  it("a default takes the place of the product's, a merchant's own that of both", () => {
    const [first] = termsOfProduct('test');
    const agreed = { ...first!, id: 'agreed' };
    const own = { ...first!, id: 'own', merchantId: MERCHANT };
    const pix = (terms: readonly Term[]): (string | null)[] =>
      terms
        .filter(({ kind, paymentMethod }) => kind === 'settlement' && paymentMethod === 'pix')
        .map(({ id }) => id);
    expect(pix(inForce([], 'test'))).toEqual([null]);
    expect(pix(inForce([agreed], 'test'))).toEqual(['agreed']);
    expect(pix(inForce([agreed, own], 'test'))).toEqual(['own']);
  });

  it('a default that something wider of the merchant covers is met by nothing, and left out', () => {
    const visa = processing({ id: 'visa', brand: 'visa' });
    const sixTimes = processing({ id: 'six times', installments: 6 });
    const debit = processing({ id: 'debit', paymentMethod: 'debit_card' });
    const ids = (own: Partial<Term>): (string | null)[] =>
      inForce([visa, sixTimes, debit, processing({ id: 'own', merchantId: MERCHANT, ...own })], 'test')
        .filter(({ kind }) => kind === 'processing')
        .map(({ id }) => id);
    expect(ids({})).toEqual(['own', 'debit']);
    expect(ids({ brand: 'visa' })).toEqual(['own', 'six times', 'debit']);
    expect(ids({ brand: 'visa', installments: 6 })).toEqual(['own', 'visa', 'six times', 'debit']);
  });

  it('what is left out changes nothing for any charge', () => {
    const term = fc.record({
      merchantId: fc.constantFrom(null, MERCHANT),
      paymentMethod: fc.constantFrom(...PAYMENT_METHODS),
      brand: fc.constantFrom(null, ...CARD_BRANDS.slice(0, 2)),
      installments: fc.constantFrom(null, 1, 2),
    });
    const charge = { brand: fc.constantFrom(...CARD_BRANDS.slice(0, 3)), installments: fc.nat(3) };
    fc.assert(
      fc.property(
        fc.array(term),
        fc.constantFrom(...PAYMENT_METHODS),
        charge.brand,
        charge.installments,
        met,
      ),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

describe('which processing fee a charge meets (money contract §13)', () => {
  const DEFAULTS = [
    processing({ id: 'any' }),
    processing({ id: 'x3', installments: 3 }),
    processing({ id: 'visa', brand: 'visa' }),
    processing({ id: 'visa x3', brand: 'visa', installments: 3 }),
    processing({ id: 'pix', paymentMethod: 'pix' }),
  ];
  const own = (of: Partial<Term>): Term => processing({ merchantId: MERCHANT, ...of });
  const card = (brand: string | null, installments: number): ProcessedFacts => ({
    paymentMethod: 'credit_card',
    brand,
    installments,
  });

  it.each<[ProcessedFacts, readonly Term[], string | null]>([
    [card('visa', 3), [], 'visa x3'],
    [card('visa', 2), [], 'visa'],
    [card('elo', 3), [], 'x3'],
    [card('elo', 2), [], 'any'],
    [card(null, 3), [], 'x3'],
    [card(null, 1), [], 'any'],
    [{ paymentMethod: 'pix', brand: null, installments: 1 }, [], 'pix'],
    [{ paymentMethod: 'debit_card', brand: 'visa', installments: 1 }, [], null],
    // Whatever the merchant agreed on goes before any default, however narrow that one is.
    [card('visa', 3), [own({ id: 'own' })], 'own'],
    [card('visa', 3), [own({ id: 'own x3', installments: 3 }), own({ id: 'own' })], 'own x3'],
    [
      card('visa', 3),
      [own({ id: 'own x3', installments: 3 }), own({ id: 'own visa', brand: 'visa' })],
      'own visa',
    ],
    // What does not fit is as if it was not there.
    [card('elo', 2), [own({ id: 'own visa', brand: 'visa' })], 'any'],
    [card('elo', 3), [own({ id: 'own x6', installments: 6 })], 'x3'],
    [card(null, 3), [own({ id: 'own visa x3', brand: 'visa', installments: 3 })], 'x3'],
  ])('%o beside own terms %o: %s', (facts, agreed, expected) => {
    for (const terms of [[...DEFAULTS, ...agreed], [...agreed, ...DEFAULTS].reverse()])
      expect(findProcessingTerm(terms, facts)?.id ?? null).toBe(expected);
  });

  it('without terms there is none', () => {
    expect(findProcessingTerm(termsOfProduct('live'), card('visa', 3))).toBeNull();
  });
});

/** Whoever a charge of these facts meets among all terms, it meets among those in force. */
function met(
  drawn: readonly Partial<Term>[],
  paymentMethod: Term['paymentMethod'],
  brand: Term['brand'],
  installments: number,
): void {
  const all = drawn.map((one, index) => processing({ ...one, id: String(index) }));
  const best = (terms: readonly Term[]): string | null => {
    const fit = terms.filter(
      (one) =>
        one.paymentMethod === paymentMethod &&
        (one.brand ?? brand) === brand &&
        (one.installments ?? installments) === installments,
    );
    const own = fit.filter(({ merchantId }) => merchantId !== null);
    return (own.length > 0 ? own : fit)
      .map(({ id }) => id)
      .sort()
      .join();
  };
  const kept = inForce(all, 'test').filter(({ kind }) => kind === 'processing');
  expect(best(kept)).toBe(best(all));
}
