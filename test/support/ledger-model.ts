import type { AccountRef, Line, NewTransaction } from '../../src/ledger';

export type Refusal = 'bound' | 'reference' | 'reversed' | 'nothing';

interface Known {
  readonly lines: readonly Line[];
  readonly reverses: string | null;
}

/** Of one account, as a key of maps. */
export const nameOf = ({ walletId, name }: AccountRef): string => `${walletId ?? ''} ${name}`;

/** What money contract §11 says of one merchant's book, in memory: transactions by reference, balances by account. */
export class LedgerModel {
  readonly balances = new Map<string, number>();
  readonly known = new Map<string, Known>();
  /** By account: the lines that it has to show as entries. */
  readonly lines = new Map<string, Map<string, number>>();

  balance(account: AccountRef): number {
    return this.balances.get(nameOf(account)) ?? 0;
  }

  /** What posting these together is refused for; null when it succeeds. */
  refusal(transactions: readonly NewTransaction[]): Refusal | null {
    const added = transactions.filter(({ reference }) => !this.known.has(reference));
    const held = new Map(this.balances);
    for (const { account, amountCents } of added.flatMap(({ lines }) => lines))
      held.set(nameOf(account), (held.get(nameOf(account)) ?? 0) + amountCents);
    for (const { account } of added.flatMap(({ lines }) => lines)) {
      const cents = held.get(nameOf(account)) ?? 0;
      if (account.walletId !== null && (account.name === 'debt' ? cents > 0 : cents < 0)) return 'bound';
    }
    const other = transactions.some((one) => {
      const earlier = this.known.get(one.reference);
      return earlier !== undefined && (earlier.reverses !== null || !isSame(earlier.lines, one.lines));
    });
    return other ? 'reference' : null;
  }

  /** What reversing `reverses` under a reference is refused for. */
  reversalRefusal(reference: string, reverses: string): Refusal | null {
    const reversed = this.known.get(reverses);
    if (reversed === undefined) return 'nothing';
    const earlier = this.known.get(reference);
    if (earlier !== undefined) return earlier.reverses === reverses ? null : 'reference';
    const takes = this.takesTooMuch(negated(reversed.lines));
    const isTaken = [...this.known.values()].some((one) => one.reverses === reverses);
    return isTaken ? 'reversed' : takes ? 'bound' : null;
  }

  apply(reference: string, lines: readonly Line[], reverses: string | null = null): void {
    if (this.known.has(reference)) return;
    this.known.set(reference, { lines, reverses });
    for (const { account, amountCents } of lines) {
      const name = nameOf(account);
      this.balances.set(name, (this.balances.get(name) ?? 0) + amountCents);
      const own = this.lines.get(name) ?? new Map<string, number>();
      this.lines.set(name, own.set(reference, amountCents));
    }
  }

  private takesTooMuch(lines: readonly Line[]): boolean {
    return lines.some(({ account, amountCents }) => {
      const cents = this.balance(account) + amountCents;
      return account.walletId !== null && (account.name === 'debt' ? cents > 0 : cents < 0);
    });
  }
}

export function negated(lines: readonly Line[]): Line[] {
  return lines.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
}

function isSame(left: readonly Line[], right: readonly Line[]): boolean {
  const texts = (lines: readonly Line[]): string =>
    lines
      .map(({ account, amountCents }) => `${nameOf(account)} ${amountCents}`)
      .sort()
      .join();
  return texts(left) === texts(right);
}
