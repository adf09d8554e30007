import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/property-runs';
import { type OpenReceivable, planSources, type Purse } from './refund-sources.rules';

const share = (recipientId: string, amountCents: number, liable = false) => ({
  recipientId,
  amountCents,
  liable,
});
const open = (id: string, walletId: string, dueDate: string, netCents: number, installment = 1) => ({
  id,
  walletId,
  dueDate,
  netCents,
  installment,
});
const purse = (availableCents: number, creditCents = 0): Purse => ({ availableCents, creditCents });

describe('where a refund is taken from (money contract §17)', () => {
  it('receivables first, the latest due first, then what is available, then a debt', () => {
    const planned = planSources(
      [share('a', 100)],
      [open('early', 'a', '2026-01-01', 20, 1), open('late', 'a', '2026-03-01', 30, 2)],
      new Map([['a', purse(40, 1_000)]]),
    );
    expect(planned).toEqual({
      kind: 'taken',
      taken: [
        { walletId: 'a', source: 'receivable', receivableId: 'late', amountCents: 30 },
        { walletId: 'a', source: 'receivable', receivableId: 'early', amountCents: 20 },
        { walletId: 'a', source: 'available', receivableId: null, amountCents: 40 },
        { walletId: 'a', source: 'debt', receivableId: null, amountCents: 10 },
      ],
    });
  });

  it('equal due dates: the higher instalment first', () => {
    const planned = planSources(
      [share('a', 5)],
      [open('first', 'a', '2026-01-05', 5, 1), open('second', 'a', '2026-01-05', 5, 2)],
      new Map(),
    );
    expect(planned).toMatchObject({ taken: [{ receivableId: 'second' }] });
  });

  it('what one cannot pay comes from what is available to who is liable, in the order of the rules', () => {
    const planned = planSources(
      [share('a', 100), share('b', 10, true), share('c', 0, true)],
      [],
      new Map([
        ['a', purse(50, 20)],
        ['b', purse(25)],
        ['c', purse(100)],
      ]),
    );
    expect(planned).toEqual({
      kind: 'taken',
      taken: [
        { walletId: 'a', source: 'available', receivableId: null, amountCents: 50 },
        { walletId: 'a', source: 'debt', receivableId: null, amountCents: 20 },
        { walletId: 'b', source: 'available', receivableId: null, amountCents: 25 },
        { walletId: 'c', source: 'available', receivableId: null, amountCents: 15 },
      ],
    });
  });

  it('what nobody can pay is named by its share', () => {
    const planned = planSources(
      [share('a', 5), share('b', 10), share('c', 1, true)],
      [],
      new Map([
        ['a', purse(5)],
        ['b', purse(4)],
        ['c', purse(3)],
      ]),
    );
    expect(planned).toEqual({ kind: 'missing', missingCents: [0, 4, 0] });
  });

  it('sources sum to the refund, and nobody gives more than there is', () => {
    const ids = ['a', 'b', 'c'];
    const cents = fc.nat(1_000);
    fc.assert(
      fc.property(
        fc.array(fc.record({ amountCents: cents, liable: fc.boolean() }), { minLength: 3, maxLength: 3 }),
        fc.array(fc.record({ walletId: fc.constantFrom(...ids), netCents: cents, day: fc.nat(28) }), {
          maxLength: 12,
        }),
        fc.array(fc.record({ availableCents: cents, creditCents: cents }), { minLength: 3, maxLength: 3 }),
        (wanted, receivables, held) => {
          const shares = wanted.map((one, index) => ({ recipientId: ids[index] ?? '', ...one }));
          const waiting: OpenReceivable[] = receivables.map(({ walletId, netCents, day }, index) =>
            open(`r${index}`, walletId, `2026-01-${String(day + 1).padStart(2, '0')}`, netCents, 1),
          );
          const purses = new Map(held.map((one, index) => [ids[index] ?? '', one]));
          const planned = planSources(shares, waiting, purses);
          if (planned.kind === 'missing') {
            strictEqual(
              planned.missingCents.some((missing) => missing > 0),
              true,
            );
            return;
          }
          const sum = (of: typeof planned.taken) => of.reduce((total, one) => total + one.amountCents, 0);
          strictEqual(
            sum(planned.taken),
            shares.reduce((total, one) => total + one.amountCents, 0),
          );
          for (const [id, { availableCents, creditCents }] of purses) {
            const own = planned.taken.filter(({ walletId }) => walletId === id);
            const from = (source: string) => sum(own.filter((one) => one.source === source));
            ok(from('available') <= availableCents);
            ok(from('debt') <= creditCents);
          }
          for (const { id, netCents } of waiting)
            ok(sum(planned.taken.filter(({ receivableId }) => receivableId === id)) <= netCents);
          const places = planned.taken.map((one) => `${one.walletId} ${one.source} ${one.receivableId}`);
          strictEqual(new Set(places).size, places.length);
        },
      ),
      { numRuns: propertyRuns(5_000) },
    );
  });

  it('several refunds of which each can be paid take from every place what one of their sum takes', () => {
    const ids = ['a', 'b'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 1, maxLength: 6 }),
        fc.array(fc.record({ walletId: fc.constantFrom(...ids), netCents: fc.nat(800), day: fc.nat(28) }), {
          maxLength: 8,
        }),
        fc.tuple(fc.nat(1_000), fc.nat(1_000)),
        (refunds, receivables, held) => {
          const waiting = receivables.map(({ walletId, netCents, day }, index) =>
            open(`r${index}`, walletId, `2026-01-${String(day + 1).padStart(2, '0')}`, netCents, index),
          );
          const purses = new Map(ids.map((id, index) => [id, purse(held[index] ?? 0, Infinity)]));
          const parts = (cents: readonly number[]) => ids.map((id, index) => share(id, cents[index] ?? 0));
          const sums = [0, 1].map((place) =>
            refunds.reduce((total, cents) => total + (cents[place] ?? 0), 0),
          );
          const inOne = placesOf(planSources(parts(sums), waiting, purses));

          const inTurn = new Map<string, number>();
          for (const cents of refunds) {
            const left = waiting.map((one) => ({
              ...one,
              netCents: one.netCents - (inTurn.get(`${one.walletId} receivable ${one.id}`) ?? 0),
            }));
            const leftInPurses = new Map(
              [...purses].map(([id, { availableCents }]) => [
                id,
                purse(availableCents - (inTurn.get(`${id} available null`) ?? 0), Infinity),
              ]),
            );
            for (const [place, taken] of placesOf(planSources(parts(cents), left, leftInPurses)))
              inTurn.set(place, (inTurn.get(place) ?? 0) + taken);
          }
          deepStrictEqual(inTurn, inOne);
        },
      ),
      { numRuns: propertyRuns(5_000) },
    );
  });
});

/** Cents by the place that they are taken from. */
function placesOf(planned: ReturnType<typeof planSources>): Map<string, number> {
  if (planned.kind === 'missing') throw new Error('there is no bound to what they may owe');
  return new Map(
    planned.taken.map((one) => [`${one.walletId} ${one.source} ${one.receivableId}`, one.amountCents]),
  );
}
