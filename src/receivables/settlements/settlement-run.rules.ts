import { addDays, localDay } from '../../common/calendar';
import { type NewTransaction, sumLines, walletAccount } from '../../ledger';
import { heldBack } from '../reserves/held-back.rules';
import type { SettledReceivable } from '../receivable.entity';
import type { Reserve } from '../reserves/reserve.entity';
import type { Settlement } from './settlement.entity';

/** What of a receivable becomes available. */
export interface SettledPart<One extends SettledReceivable = SettledReceivable> {
  readonly receivable: One;
  readonly cents: number;
}

/** Receivables of one wallet and due date that become available together. */
export interface SettlementRun<One extends SettledReceivable = SettledReceivable> {
  readonly settlement: Settlement;
  readonly receivables: readonly One[];
  readonly reserves: readonly Reserve[];
  /** Null where they are worth nothing: they are settled, and there is nothing to post. */
  readonly posting: NewTransaction | null;
}

/**
 * Makes the rows of settlements, one a wallet and due date in the order in which they come, and their lines in the books (money
 * contract §§ 11 and 14). Pure: ids are given.
 */
export function settlementRuns<One extends SettledReceivable>(
  parts: readonly SettledPart<One>[],
  nextId: () => string,
  now: Date,
): SettlementRun<One>[] {
  const groups = new Map<string, SettledPart<One>[]>();
  for (const part of parts) {
    const { merchantId, walletId, dueDate } = part.receivable;
    const key = `${merchantId} ${walletId} ${dueDate}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return [...groups.values()].map((together) => settlementRun(together, nextId, now));
}

function settlementRun<One extends SettledReceivable>(
  parts: readonly SettledPart<One>[],
  nextId: () => string,
  now: Date,
): SettlementRun<One> {
  const receivables = parts.map(({ receivable }) => receivable);
  const [first] = receivables;
  if (first === undefined) throw new Error('a settlement is of something');
  const { merchantId, walletId, dueDate } = first;
  const id = nextId();
  // After an outage later than it was due; in the sandbox sooner, and that counts from its day.
  const today = localDay(now);
  const settledOn = today > dueDate ? today : dueDate;
  const reserves = heldBack(parts).map(({ days, heldCents }) => ({
    ...{ merchantId, id: nextId(), walletId, settlementId: id, chargeId: null },
    ...{ amountCents: heldCents, leftCents: heldCents, releasedAt: null, createdAt: now },
    releaseDate: addDays(settledOn, days),
  }));
  const settlement = {
    ...{ merchantId, id, walletId, dueDate, count: parts.length, createdAt: now },
    amountCents: parts.reduce((total, { cents }) => total + cents, 0),
    reserveCents: reserves.reduce((total, { amountCents }) => total + amountCents, 0),
  };
  return { settlement, receivables, reserves, posting: postingOf(settlement) };
}

function postingOf(settlement: Settlement): NewTransaction | null {
  const { merchantId, id, walletId, amountCents, reserveCents, createdAt } = settlement;
  if (amountCents === 0) return null;
  return {
    merchantId,
    reference: `settlement:${id}`,
    kind: 'settlement',
    resource: { type: 'settlement', id },
    occurredAt: createdAt,
    lines: sumLines([
      { account: walletAccount(walletId, 'waiting_funds'), amountCents: -amountCents },
      { account: walletAccount(walletId, 'available'), amountCents: amountCents - reserveCents },
      { account: walletAccount(walletId, 'reserve'), amountCents: reserveCents },
    ]),
  };
}
