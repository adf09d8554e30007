import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import { addDays } from '../../common/calendar';
import {
  type Candidate,
  type Part,
  partFor,
  payoutOf,
  shortestRun,
  totalsOf,
} from './anticipation-plan.rules';

const RUNS = { numRuns: propertyRuns(5_000) };
const DAY = '2026-11-23';
const candidate = fc.record({
  id: fc.uuid(),
  dueDate: fc.integer({ min: -5, max: 400 }).map((days) => addDays(DAY, days)),
  netCents: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 9_999_999_999 })),
});
const candidates = fc.array(candidate, { maxLength: 40 });
/** Up to 100 % a month. */
const ppm = fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 1_000_000 }));
const partsOf = (list: readonly Candidate[], monthlyPpm: number): Part[] =>
  list.flatMap((one) => partFor(one, monthlyPpm, DAY) ?? []);

describe('what a receivable costs when it is paid early (money contract §16)', () => {
  it.each([
    // 1,5 % a month, a month early; half a month; a day.
    [10_000, 15_000, 30, 150],
    [10_000, 15_000, 15, 75],
    [10_000, 15_000, 1, 5],
    // Halves go to the even cent: 0.5 and 1.5.
    [1_000, 15_000, 1, 0],
    [3_000, 15_000, 1, 2],
    [10_000, 0, 300, 0],
    // The product of these three is above what a double holds.
    [9_999_999_999, 999_999, 29, 9_666_656_999],
  ])('%i cents at %i ppm for %i days: %i', (netCents, monthlyPpm, days, feeCents) => {
    const part = partFor({ id: 'r', dueDate: addDays(DAY, days), netCents }, monthlyPpm, DAY);
    expect(part).toMatchObject({ days, netCents, feeCents });
  });

  it('is nothing where nothing would be left of it, or where it is due by then', () => {
    expect(partFor({ id: 'r', dueDate: addDays(DAY, 30), netCents: 100 }, 1_000_000, DAY)).toBeNull();
    expect(partFor({ id: 'r', dueDate: addDays(DAY, 300), netCents: 100 }, 150_000, DAY)).toBeNull();
    expect(partFor({ id: 'r', dueDate: DAY, netCents: 100 }, 0, DAY)).toBeNull();
    expect(partFor({ id: 'r', dueDate: addDays(DAY, 9), netCents: 0 }, 0, DAY)).toBeNull();
  });

  it('is the exact fee, rounded half to even, and leaves something', () => {
    fc.assert(
      fc.property(candidate, ppm, (one, monthlyPpm) => {
        const part = partFor(one, monthlyPpm, DAY);
        if (part === null) return;
        const exact = BigInt(part.netCents) * BigInt(monthlyPpm) * BigInt(part.days);
        const away = 2n * (BigInt(part.feeCents) * 30_000_000n - exact);
        strictEqual(away <= 30_000_000n && away >= -30_000_000n, true);
        if (away === 30_000_000n || away === -30_000_000n) strictEqual(part.feeCents % 2, 0);
        ok(payoutOf(part) > 0);
      }),
      RUNS,
    );
  });

  it('costs no more when it is paid later, or when less is left of it', () => {
    fc.assert(
      fc.property(candidate, ppm, fc.nat(30), fc.nat(1_000), (one, monthlyPpm, later, less) => {
        const part = partFor(one, monthlyPpm, DAY);
        const fee = part?.feeCents ?? Infinity;
        ok((partFor(one, monthlyPpm, addDays(DAY, later))?.feeCents ?? 0) <= fee);
        const smaller = { ...one, netCents: Math.max(0, one.netCents - less) };
        ok((partFor(smaller, monthlyPpm, DAY)?.feeCents ?? 0) <= fee);
      }),
      RUNS,
    );
  });
});

describe('an anticipation', () => {
  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(candidates, ppm, (list, monthlyPpm) => {
        const parts = partsOf(list, monthlyPpm);
        const totals = totalsOf(parts);
        strictEqual(totals.count, parts.length);
        strictEqual(
          totals.amountCents,
          parts.reduce((sum, { netCents }) => sum + netCents, 0),
        );
        strictEqual(
          totals.feeCents,
          parts.reduce((sum, { feeCents }) => sum + feeCents, 0),
        );
        strictEqual(
          totals.payoutCents,
          parts.reduce((sum, part) => sum + payoutOf(part), 0),
        );
        strictEqual(totals.payoutCents, totals.amountCents - totals.feeCents);
        const days = parts.map((part) => part.days);
        if (parts.length > 0) ok(totals.averageDays >= Math.min(...days));
        if (parts.length > 0) ok(totals.averageDays <= Math.max(...days));
      }),
      RUNS,
    );
  });

  it('has days on average by what each part is worth', () => {
    const part = (netCents: number, days: number) => ({ netCents, days, feeCents: 0 });
    expect(totalsOf([part(100, 10), part(300, 30)]).averageDays).toBe(25);
    expect(totalsOf([part(2, 10), part(1, 11)]).averageDays).toBe(10.33);
    expect(totalsOf([])).toEqual({ count: 0, amountCents: 0, feeCents: 0, payoutCents: 0, averageDays: 0 });
  });

  it('of a payout takes as few as reach it, from the first one on', () => {
    fc.assert(
      fc.property(
        candidates,
        ppm,
        fc.integer({ min: 1, max: 20_000_000_000 }),
        (list, monthlyPpm, wanted) => {
          const parts = partsOf(list, monthlyPpm);
          const run = shortestRun(parts, wanted);
          if (run === null) {
            ok(totalsOf(parts).payoutCents < wanted);
            return;
          }
          deepStrictEqual(run, parts.slice(0, run.length));
          ok(totalsOf(run).payoutCents >= wanted);
          ok(totalsOf(run.slice(0, -1)).payoutCents < wanted);
        },
      ),
      RUNS,
    );
  });
});
