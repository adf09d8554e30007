import { netOf, type Receivable } from './receivable.entity';
import { receivableTransitions } from './receivable.transitions';

/** Takes cents from a locked receivable that still comes; what takes them all cancels it. */
export function takeFrom(receivable: Receivable, cents: number, at: Date): void {
  change(receivable, cents, at);
  if (netOf(receivable) === 0) receivable.status = receivableTransitions.next(receivable.status, 'take_all');
}

/** Gives back what was taken from a locked receivable. One that was settled or anticipated meanwhile stays so. */
export function giveBack(receivable: Receivable, cents: number, at: Date): void {
  change(receivable, -cents, at);
  if (receivable.status === 'cancelled')
    receivable.status = receivableTransitions.next(receivable.status, 'give_back');
}

function change(receivable: Receivable, reversedCents: number, at: Date): void {
  receivable.reversedCents += reversedCents;
  receivable.version += 1;
  receivable.updatedAt = at;
}
