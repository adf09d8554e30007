import type { CapturedCharge, CapturedPart, ExpectedReceivable, Quote } from '../../charges';
import { addDays, localDay } from '../../common/calendar';
import {
  bookAccount,
  type Line,
  type NewTransaction,
  walletAccount,
  type WalletAccountName,
} from '../../ledger';
import { arrangementOf } from './arrangement.rules';
import { netOf, type Receivable } from '../receivable.entity';
import { receivableTransitions } from '../receivable.transitions';
import { heldBack } from '../reserves/held-back.rules';
import type { Reserve } from '../reserves/reserve.entity';

/** The rows of a capture, but for what the database adds: the owners' tax numbers. */
export interface CapturedMoney {
  readonly receivables: readonly Receivable[];
  readonly reserves: readonly Reserve[];
  readonly posting: NewTransaction;
}

/** Makes the rows of a capture and its lines in the books (money contract §§ 11 and 14). Pure: ids are given. */
export function capturedMoney(
  charge: CapturedCharge,
  parts: readonly CapturedPart[],
  quote: Quote,
  nextId: () => string,
): CapturedMoney {
  const day = localDay(charge.capturedAt);
  const receivables = quote.receivables.map((one) => receivableOf(charge, one, quote, day, nextId()));
  const settled = receivables
    .filter(({ status }) => status === 'settled')
    .map((receivable) => ({ receivable, cents: netOf(receivable) }));
  const reserves = heldBack(settled).map(({ walletId, heldCents }) => ({
    ...{ merchantId: charge.merchantId, id: nextId(), walletId, settlementId: null, chargeId: charge.id },
    ...{ amountCents: heldCents, leftCents: heldCents, releasedAt: null, createdAt: charge.recordedAt },
    releaseDate: addDays(day, quote.reserve.days),
  }));
  return { receivables, reserves, posting: postingOf(charge, parts, quote, receivables, reserves) };
}

function receivableOf(
  charge: CapturedCharge,
  { recipientId, installment, dueDate, amountCents, feeCents }: ExpectedReceivable,
  { reserve }: Quote,
  day: string,
  id: string,
): Receivable {
  const { merchantId, paymentMethod, brand, installments, capturedAt, recordedAt } = charge;
  const isDue = dueDate === day;
  return {
    ...{ merchantId, id, walletId: recipientId, chargeId: charge.id, paymentMethod, brand },
    arrangement: arrangementOf(paymentMethod, brand),
    ...{ installment, installments, amountCents, feeCents },
    ...{ reversedCents: 0, anticipationFeeCents: 0, encumberedCents: 0 },
    ...{ reservePpm: reserve.percentagePpm, reserveDays: reserve.days },
    ownerTaxId: null,
    status: receivableTransitions.next(null, isDue ? 'capture_due' : 'capture'),
    ...{ dueDate, originalDueDate: dueDate, capturedAt, settledAt: isDue ? capturedAt : null },
    ...{ settlementId: null, anticipationId: null, version: 1, createdAt: recordedAt, updatedAt: recordedAt },
  };
}

function postingOf(
  charge: CapturedCharge,
  parts: readonly CapturedPart[],
  { feesCents }: Quote,
  receivables: readonly Receivable[],
  reserves: readonly Reserve[],
): NewTransaction {
  const lines: Line[] = [];
  const add = (account: Line['account'], amountCents: number): void => {
    if (amountCents !== 0) lines.push({ account, amountCents });
  };
  const captured = parts.reduce((total, { capturedCents }) => total + capturedCents, 0);
  add(bookAccount(`clearing:${charge.provider}`), -captured);
  add(
    bookAccount('fees:processing'),
    feesCents.reduce((total, cents) => total + cents, 0),
  );
  parts.forEach(({ recipientId, capturedCents }, index) => {
    const own = receivables.filter(({ walletId }) => walletId === recipientId);
    const netIn = (status: Receivable['status']): number =>
      own.reduce((total, one) => total + (one.status === status ? netOf(one) : 0), 0);
    const held = reserves.reduce(
      (total, { walletId, amountCents }) => total + (walletId === recipientId ? amountCents : 0),
      0,
    );
    const wallet = (name: WalletAccountName) => walletAccount(recipientId, name);
    add(wallet('waiting_funds'), netIn('waiting_funds'));
    add(wallet('available'), netIn('settled') - held);
    add(wallet('reserve'), held);
    // A fee above all who bear it is the debt of the first of them.
    add(wallet('debt'), Math.min(0, capturedCents - (feesCents[index] ?? 0)));
  });
  return {
    merchantId: charge.merchantId,
    reference: `charge:${charge.id}:captured`,
    kind: 'capture',
    resource: { type: 'charge', id: charge.id },
    occurredAt: charge.capturedAt,
    lines,
  };
}
