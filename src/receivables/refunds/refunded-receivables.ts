import type { TakenFrom } from '../../charges';
import { takeFrom } from '../receivable.changes';
import { netOf, type Receivable } from '../receivable.entity';
import type { OpenReceivable } from './refund-sources.rules';

/** A receivable that still comes, as a refund takes from it. */
export function toOpenReceivable({
  id,
  walletId,
  installment,
  dueDate,
  ...money
}: Receivable): OpenReceivable {
  return { id, walletId, installment, dueDate, netCents: netOf(money) };
}

/** What a refund takes of a receivable, in cents. */
export function centsFrom(taken: readonly TakenFrom[], { id }: Receivable): number {
  return taken.reduce(
    (total, { receivableId, amountCents }) => total + (receivableId === id ? amountCents : 0),
    0,
  );
}

/** Takes from locked receivables what a refund takes of them; answers those that it changed. */
export function takeFromEach(
  receivables: readonly Receivable[],
  taken: readonly TakenFrom[],
  at: Date,
): Receivable[] {
  return receivables.filter((receivable) => {
    const cents = centsFrom(taken, receivable);
    if (cents > 0) takeFrom(receivable, cents, at);
    return cents > 0;
  });
}
