import type { ProviderNotification } from '../provider.port';

const MAX_CENTS = 9_999_999_999;
const MAX_NAME = 80;

/**
 * What is wrong with something that an institution told, in words without what it said; null when it can be written down.
 * It is checked here, at the boundary: what no book can take will never be understood, however often it is tried.
 */
export function faultOf(item: ProviderNotification): string | null {
  if (!isName(item.reference)) return 'the reference is no text of 1 to 80 characters';
  if (item.kind === 'chargeback') return null;
  const { amountCents, paymentId, endToEndId, at } = item;
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > MAX_CENTS)
    return 'the amount is no number of cents from 1 to 9999999999';
  if (!isName(paymentId)) return 'the name of the payment is no text of 1 to 80 characters';
  if (endToEndId !== null && !isName(endToEndId)) return 'the end-to-end id is no text of 1 to 80 characters';
  return Number.isNaN(new Date(at).getTime()) ? 'the moment of the payment is none' : null;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME && !value.includes('\0');
}
