import { partOf, WHOLE_PPM } from '../../common/money';
import type { Receivable } from '../receivable.entity';

/** Of one wallet, for so many days. */
export interface HeldBack {
  readonly walletId: string;
  readonly days: number;
  readonly heldCents: number;
}

/**
 * What is held back of receivables of which so much becomes available (money contract §13, Reserve): per receivable, half to
 * even. Together by wallet and days, none of 0.
 */
export function heldBack(
  parts: readonly {
    readonly receivable: Pick<Receivable, 'walletId' | 'reservePpm' | 'reserveDays'>;
    readonly cents: number;
  }[],
): HeldBack[] {
  const held = new Map<string, HeldBack>();
  for (const { receivable, cents } of parts) {
    const { walletId, reservePpm, reserveDays: days } = receivable;
    const heldCents = partOf(cents, reservePpm, WHOLE_PPM);
    if (heldCents === 0) continue;
    const key = `${walletId} ${days}`;
    held.set(key, { walletId, days, heldCents: (held.get(key)?.heldCents ?? 0) + heldCents });
  }
  return [...held.values()];
}
