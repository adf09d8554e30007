import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { dividedCharge, RUNS } from '../../../test/support/split-arbitraries';
import { centsOf, type OpenRefund, planRefunds, type RefundedPart } from './refund-plan';
import { nameRefundSplit, splitCapture, splitRefund, type SplitMovement } from './split-movements';
import type { SplitPart } from './split.rules';

/** What may happen to the refunds of a charge; the numbers choose amounts and refunds. */
type Step =
  | { readonly kind: 'ask'; readonly cents: number }
  | { readonly kind: 'name'; readonly cents: readonly number[] }
  | { readonly kind: 'succeed' | 'fail'; readonly which: number };

const proportional = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), cents: fc.nat() }),
  fc.record({ kind: fc.constantFrom('succeed' as const, 'fail' as const), which: fc.nat() }),
);
const named = fc.record({
  kind: fc.constant('name' as const),
  cents: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
});
const steps = fc.array(proportional, { minLength: 1, maxLength: 25 });
const stepsWithNamed = fc.array(fc.oneof(proportional, named), { minLength: 1, maxLength: 25 });

/** The refunds of one charge as the service keeps them: what succeeded is written down, what is open is planned anew. */
class Books {
  readonly succeeded: SplitMovement[][] = [];
  open: OpenRefund[] = [];
  parts: RefundedPart[];

  constructor(parts: readonly SplitPart[], captureCents: number) {
    const begun = parts.map(({ recipientId, shareCents, chargeRemainder }) => ({
      recipientId,
      shareCents,
      chargeRemainder,
      capturedCents: 0,
      reservedCents: 0,
    }));
    const captured = splitCapture(captureCents, begun);
    this.parts = begun.map(({ reservedCents, ...part }) => ({
      ...part,
      capturedCents: centsOf(captured, part.recipientId),
      refundedCents: reservedCents,
    }));
  }

  get leftCents(): number {
    return this.parts.reduce((cents, part) => cents + part.capturedCents - this.reserved(part), 0);
  }

  reserved({ recipientId, refundedCents }: RefundedPart): number {
    return this.open.reduce((cents, { splits }) => cents + centsOf(splits, recipientId), refundedCents);
  }

  take(step: Step): void {
    if (step.kind === 'ask') this.ask(step.cents);
    else if (step.kind === 'name') this.name(step.cents);
    else if (this.open.length > 0) this.settle(step.which % this.open.length, step.kind === 'succeed');
  }

  private ask(seed: number): void {
    if (this.leftCents === 0) return;
    const amountCents = 1 + (seed % this.leftCents);
    this.plan([...this.open, { amountCents, splitNamed: false, splits: [] }]);
  }

  private name(seeds: readonly number[]): void {
    const splits = this.parts.map((part, index) => ({
      recipientId: part.recipientId,
      amountCents: (seeds[index % seeds.length] ?? 0) % (part.capturedCents - this.reserved(part) + 1),
    }));
    const amountCents = splits.reduce((cents, split) => cents + split.amountCents, 0);
    if (amountCents === 0) return;
    const balances = this.parts.map((part) => ({ ...part, reservedCents: this.reserved(part) }));
    expect(nameRefundSplit(amountCents, splits, balances).kind).toBe('ok');
    this.plan([...this.open, { amountCents, splitNamed: true, splits }]);
  }

  private settle(index: number, succeeds: boolean): void {
    const rest = this.open.filter((_refund, other) => other !== index);
    const settled = this.open[index];
    if (!succeeds || settled === undefined) {
      this.plan(rest);
      return;
    }
    const [written = []] = planRefunds(this.parts, [settled, ...rest]);
    this.succeeded.push([...written]);
    this.parts = this.parts.map((part) => ({
      ...part,
      refundedCents: part.refundedCents + centsOf(written, part.recipientId),
    }));
    this.plan(rest);
  }

  private plan(refunds: readonly OpenRefund[]): void {
    const planned = planRefunds(this.parts, refunds);
    this.open = refunds.map((refund, index) => ({ ...refund, splits: planned[index] ?? [] }));
  }
}

const captured = fc
  .record({ charge: dividedCharge, share: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ charge, share }) => ({
    parts: charge.parts,
    captureCents: Math.max(1, Math.floor(charge.totalCents * share)),
  }));

const sum = (movements: readonly SplitMovement[]) =>
  movements.reduce((cents, { amountCents }) => cents + amountCents, 0);

/** What must be true of the books at any moment. */
function isSound(books: Books): boolean {
  return (
    books.open.every(({ amountCents, splits }) => sum(splits) === amountCents) &&
    [...books.succeeded, ...books.open.map(({ splits }) => splits)]
      .flat()
      .every(({ amountCents }) => amountCents >= 0) &&
    books.parts.every((part) => {
      const given = books.succeeded.reduce((cents, split) => cents + centsOf(split, part.recipientId), 0);
      return given === part.refundedCents && books.reserved(part) <= part.capturedCents;
    })
  );
}

describe('planRefunds', () => {
  it('n refunds leave everyone where one of the sum of those that succeeded would, whatever failed and when', () => {
    fc.assert(
      fc.property(captured, steps, ({ parts, captureCents }, happens) => {
        const books = new Books(parts, captureCents);
        const untouched = books.parts.map((part) => ({ ...part, reservedCents: 0 }));
        for (const step of happens) {
          books.take(step);
          if (!isSound(books)) throw new Error('unsound');
          const inOne = splitRefund(sum(books.succeeded.flat()), untouched);
          deepStrictEqual(
            books.parts.map(({ refundedCents }) => refundedCents),
            inOne.map(({ amountCents }) => amountCents),
          );
          // And what is open ends where one refund of all of it would.
          const reservedCents = books.parts.reduce((cents, part) => cents + books.reserved(part), 0);
          deepStrictEqual(
            books.parts.map((part) => books.reserved(part)),
            splitRefund(reservedCents, untouched).map(({ amountCents }) => amountCents),
          );
        }
      }),
      { numRuns: Math.ceil(RUNS.numRuns / 10) },
    );
  });

  it('with splits that the merchant named too: parts sum, are never negative and never exceed what was received', () => {
    fc.assert(
      fc.property(captured, stepsWithNamed, ({ parts, captureCents }, happens) => {
        const books = new Books(parts, captureCents);
        for (const step of happens) {
          books.take(step);
          if (!isSound(books)) throw new Error('unsound');
        }
      }),
      { numRuns: Math.ceil(RUNS.numRuns / 10) },
    );
  });

  it('what succeeds first is divided first, and what the merchant named stays as it was named', () => {
    const part = { capturedCents: 50, refundedCents: 0, shareCents: 50, chargeRemainder: false };
    const parts = [
      { ...part, recipientId: 'a', chargeRemainder: true },
      { ...part, recipientId: 'b' },
    ];
    const open = (amountCents: number) => ({ amountCents, splitNamed: false, splits: [] });
    const a = [{ recipientId: 'a', amountCents: 50 }];
    const plan = planRefunds(parts, [
      open(1),
      open(1),
      { amountCents: 50, splitNamed: true, splits: a },
      open(48),
    ]);
    expect(plan.map((splits) => [centsOf(splits, 'a'), centsOf(splits, 'b')])).toEqual([
      [0, 1],
      [0, 1],
      [50, 0],
      [0, 48],
    ]);
  });
});
