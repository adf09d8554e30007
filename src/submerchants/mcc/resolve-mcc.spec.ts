import { getCnae } from '@brazilian-utils/brazilian-utils';
import { MCC_RULES } from './mcc-map';
import { cnaeDigits, decidingActivity, resolveCnae, resolveMcc } from './resolve-mcc';

describe('the CNAE → MCC map', () => {
  it('has one row a prefix, each with a 4-digit code or a deliberate null, and a reason', () => {
    const prefixes = MCC_RULES.map(([prefix]) => prefix);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    for (const [prefix, mcc, reason] of MCC_RULES) {
      expect(prefix).toMatch(/^(\d{2}|\d{3}|\d{4}|\d{5}|\d{7})$/);
      if (mcc !== null) expect(mcc).toMatch(/^\d{4}$/);
      expect(reason.length).toBeGreaterThan(2);
    }
  });

  it('names only subclasses that the official table holds', () => {
    for (const [prefix] of MCC_RULES) {
      if (prefix.length === 7) expect([prefix, getCnae(prefix)?.code]).toEqual([prefix, prefix]);
    }
  });

  it.each([
    ['4711-3/02', '5411', 'a class'],
    ['47.89-0/02', '5992', 'a subclass wins over its division'],
    ['4789099', '5999', 'a division'],
    ['6201501', '7372', 'a division of services'],
    ['5611-2/01', '5812', 'a class of restaurants'],
    ['5611-2/03', '5814', 'a subclass of restaurants'],
    ['9602-5/01', '7230', 'a class of beauty'],
  ])('resolves %s to %s: %s', (code, mcc) => {
    expect(resolveCnae(code)?.mcc).toBe(mcc);
  });

  it.each(['9700500', '9900800', '6462000', '4789009', '2550101'])(
    'has no silent default: %s maps to nothing',
    (code) => {
      expect(resolveCnae(code)).toBeNull();
    },
  );
});

describe('the deciding activity (contract §5)', () => {
  const shop = { code: '4711302', is_primary: false };
  const bar = { code: '5611204', is_primary: false };

  it('is the primary one', () => {
    expect(resolveMcc([shop, { ...bar, is_primary: true }])?.mcc).toBe('5813');
  });

  it('is the only one, also when it is not marked', () => {
    expect(resolveMcc([shop])?.mcc).toBe('5411');
  });

  it('is none when there are several and no primary one', () => {
    expect(decidingActivity([shop, bar])).toBeNull();
    expect(resolveMcc([shop, bar])).toBeNull();
    expect(resolveMcc([])).toBeNull();
  });
});

describe('CNAE codes', () => {
  it('are 7 digits with . - / allowed between', () => {
    expect(cnaeDigits('47.11-3/02')).toBe('4711302');
    expect(cnaeDigits('471130')).toBeNull();
    expect(cnaeDigits('47113022')).toBeNull();
    expect(cnaeDigits('4711 302')).toBeNull();
  });
});
