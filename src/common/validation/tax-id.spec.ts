import { strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { generateCnpj, generateCpf, isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { cnpj as cnpjOracle, cpf as cpfOracle } from 'cpf-cnpj-validator';
import { propertyRuns } from '../../../test/support/property-runs';
import { checkDigits, hasLetters, hasTaxIdShape, isCnpj, isCpf, isTaxId } from './tax-id';

const RUNS = propertyRuns(10_000);

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const alphanumericBase = fc.stringMatching(/^[0-9A-Z]{12}$/);

describe('CPF (contract §2, tax numbers)', () => {
  it('agrees with both oracles on ten thousand generated valid numbers', () => {
    for (let run = 0; run < RUNS / 2; run += 1) {
      expect(isCpf(generateCpf())).toBe(true);
      expect(isCpf(cpfOracle.generate(false))).toBe(true);
    }
  });

  it('agrees with both oracles on ten thousand arbitrary strings of 11 digits', () => {
    fc.assert(
      fc.property(digits(11), (value) => {
        strictEqual(isCpf(value), isValidCpf(value));
        strictEqual(isCpf(value), cpfOracle.isValid(value));
      }),
      { numRuns: RUNS },
    );
  });

  it('computes the check digits that the oracles accept', () => {
    fc.assert(
      fc.property(digits(9), (base) => {
        fc.pre(!/^(.)\1+$/.test(base));
        const value = base + checkDigits(base);
        strictEqual(isValidCpf(value) && cpfOracle.isValid(value) && isCpf(value), true);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['', '1234567890', '123456789090', '529.982.247-25', '5299822472a', '00000000000', '11111111111'])(
    'refuses %p',
    (value) => {
      expect(isCpf(value)).toBe(false);
    },
  );
});

describe('CNPJ (contract §2, tax numbers)', () => {
  it('agrees with both oracles on ten thousand generated numbers of digits', () => {
    for (let run = 0; run < RUNS / 2; run += 1) {
      expect(isCnpj(generateCnpj())).toBe(true);
      expect(isCnpj(cnpjOracle.generate())).toBe(true);
    }
  });

  it('agrees with the oracle on ten thousand generated alphanumeric numbers', () => {
    for (let run = 0; run < RUNS; run += 1) {
      const value = generateCnpj(2);
      expect(isCnpj(value)).toBe(true);
    }
  });

  it('agrees with both oracles on ten thousand arbitrary strings of 14 digits', () => {
    fc.assert(
      fc.property(digits(14), (value) => {
        strictEqual(isCnpj(value), isValidCnpj(value));
        strictEqual(isCnpj(value), cnpjOracle.isValid(value));
      }),
      { numRuns: RUNS },
    );
  });

  it('agrees with both oracles on alphanumeric bases with any two check digits', () => {
    const nearMiss = fc.tuple(alphanumericBase, fc.integer({ min: -1, max: 99 }));
    fc.assert(
      fc.property(nearMiss, ([base, wrong]) => {
        fc.pre(hasLetters(base));
        const value = base + (wrong < 0 ? checkDigits(base) : String(wrong).padStart(2, '0'));
        strictEqual(isCnpj(value), isValidCnpj(value, { version: 2 }));
        strictEqual(isCnpj(value), cnpjOracle.isValid(value));
      }),
      { numRuns: RUNS },
    );
  });

  it('computes the check digits that the oracles accept', () => {
    fc.assert(
      fc.property(alphanumericBase, (base) => {
        fc.pre(hasLetters(base));
        const value = base + checkDigits(base);
        strictEqual(isCnpj(value) && isValidCnpj(value, { version: 2 }) && cnpjOracle.isValid(value), true);
      }),
      { numRuns: RUNS },
    );
  });

  it('accepts the published example of an alphanumeric number', () => {
    expect(isCnpj('12ABC34501DE35')).toBe(true);
  });

  it.each([
    '',
    '12ABC34501DE36',
    '12abc34501de35',
    '12.ABC.345/01DE-35',
    '12ABC34501DE3A',
    '1122233300018',
    '112223330001810',
    '00000000000000',
    '11111111111111',
  ])('refuses %p', (value) => {
    expect(isCnpj(value)).toBe(false);
  });
});

describe('tax number shapes', () => {
  it('takes 11 digits for pf and 14 characters for pj, whatever the check digits', () => {
    expect(hasTaxIdShape('pf', '12345678900')).toBe(true);
    expect(hasTaxIdShape('pf', '12345678000100')).toBe(false);
    expect(hasTaxIdShape('pj', '12345678000100')).toBe(true);
    expect(hasTaxIdShape('pj', '12ABC34501DE00')).toBe(true);
    expect(hasTaxIdShape('pj', '12345678900')).toBe(false);
  });

  it('recognises either kind by its length', () => {
    expect(isTaxId('52998224725')).toBe(true);
    expect(isTaxId('12ABC34501DE35')).toBe(true);
    expect(isTaxId('52998224724')).toBe(false);
  });
});
