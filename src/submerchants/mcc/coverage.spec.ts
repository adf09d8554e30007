import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MCC_RULES } from './mcc-map';
import { resolveCnae } from './resolve-mcc';

const DATA = join(__dirname, '..', '..', '..', 'test', 'data');

/** The 673 classes of CNAE 2.x (5 digits each), from IBGE's public statistics. */
const classes = readFileSync(join(DATA, 'cnae-classes.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => ({ code: line.slice(0, 5), description: line.slice(7, -1) }));
const categories = new Set(readFileSync(join(DATA, 'mcc-codes.txt'), 'utf8').trim().split('\n'));

/** A subclass of each class that no rule names, so that the class or what is above it decides. */
const resolved = classes.map(({ code, description }) => ({
  code,
  description,
  found: resolveCnae(`${code}00`),
}));

/** What has no category on purpose; everything else must have one. */
const WITHOUT_CATEGORY = [
  '20924', // explosives
  '25501', // weapons and ammunition
  '30504', // military vehicles
  '51307', // space transport
  '64107', // the central bank
  '64611', // holdings sell nothing
  '64620',
  '64638',
  '64999', // other finance: a reviewer decides
  '66193',
  '97005', // staff of private homes
  '99008', // international bodies
];

describe('coverage of the CNAE → MCC map', () => {
  it('resolves every class but those that have no category on purpose', () => {
    const missing = resolved.filter(({ found }) => found === null).map(({ code }) => code);
    expect(missing).toEqual(WITHOUT_CATEGORY);
  });

  it('every division that may take payments resolves somewhere', () => {
    const divisions = [...new Set(classes.map(({ code }) => code.slice(0, 2)))];
    const covered = new Set(
      resolved.filter(({ found }) => found !== null).map(({ code }) => code.slice(0, 2)),
    );
    expect(divisions.filter((division) => !covered.has(division))).toEqual(['97', '99']);
  });

  it('has no rule for a class, group or division that does not exist, and no unknown category', () => {
    for (const [prefix, mcc] of MCC_RULES) {
      expect([prefix, classes.some(({ code }) => code.startsWith(prefix.slice(0, 5)))]).toEqual([
        prefix,
        true,
      ]);
      if (mcc !== null) expect([prefix, mcc, categories.has(mcc)]).toEqual([prefix, mcc, true]);
    }
  });

  it('names no subclass that its class would resolve alike anyway', () => {
    const repeated = MCC_RULES.filter(
      ([prefix, mcc]) => prefix.length === 7 && (resolveCnae(`${prefix.slice(0, 5)}00`)?.mcc ?? null) === mcc,
    );
    expect(repeated.map(([prefix]) => prefix)).toEqual([]);
  });
});
