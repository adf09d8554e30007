import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { bookAccount, type Line, type NewTransaction, walletAccount } from '../../src/ledger';
import type { LedgerModel } from './ledger-model';

const WALLETS = 3;
const MOVES = [
  'capture',
  'settle',
  'hold',
  'pay',
  'owe',
  'recover',
  'transfer',
  'take_at_once',
  'withdraw_all',
] as const;
type Move = (typeof MOVES)[number];

/** How much of what is there a step wants: none of it is known before the step is taken. */
type Size = 'some' | 'all' | 'one_more';

export interface MoveStep {
  readonly do: Move;
  readonly wallet: number;
  readonly cents: number;
  readonly size: Size;
  /** Whether it locks what it takes from before it posts. */
  readonly locks: boolean;
  /** Some change their mind after they have posted, or die. */
  readonly ends: 'commit' | 'rollback';
}

export type Step =
  | MoveStep
  | (Omit<MoveStep, 'do'> & { readonly do: 'twice'; readonly move: Move })
  | { readonly do: 'repeat' | 'alter' | 'reverse'; readonly earlier: number }
  | { readonly do: 'post_lines' };

const move = {
  wallet: fc.nat({ max: WALLETS - 1 }),
  cents: fc.integer({ min: 1, max: 100_000 }),
  size: fc.constantFrom<Size>('some', 'some', 'all', 'one_more'),
  locks: fc.boolean(),
  ends: fc.constantFrom<'commit' | 'rollback'>('commit', 'commit', 'commit', 'rollback'),
};
const earlier = fc.nat({ max: 1_000 });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('capture' as const), ...move }) },
  { weight: 20, arbitrary: fc.record({ do: fc.constantFrom(...MOVES), ...move }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('twice' as const), move: fc.constantFrom(...MOVES), ...move }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('repeat', 'alter', 'reverse', 'reverse'), earlier }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'post_lines' as const }) },
);

/** One merchant's book with its wallets, and what a step means in it. */
export class Book {
  readonly merchantId: string;
  readonly wallets = Array.from({ length: WALLETS }, () => randomUUID());
  private count = 0;

  constructor(merchantId: string) {
    this.merchantId = merchantId;
  }

  /** What a move posts, as much as the model says that there is; null when there is nothing to move. */
  transactions(model: LedgerModel, wanted: Omit<MoveStep, 'do'>, what: Move): NewTransaction[] | null {
    const wallet = this.wallets[wanted.wallet] ?? '';
    const other = this.wallets[(wanted.wallet + 1) % WALLETS] ?? '';
    const of = (name: Parameters<typeof walletAccount>[1], id = wallet) => walletAccount(id, name);
    const part = (account: ReturnType<typeof of>): number => {
      const held = Math.abs(model.balance(account));
      if (wanted.size === 'one_more') return held + 1;
      return wanted.size === 'all' ? held : Math.min(wanted.cents, held);
    };
    const { cents } = wanted;
    switch (what) {
      case 'capture':
        return [this.captured(cents, wallet, other)];
      case 'settle':
        return this.transfer(part(of('waiting_funds')), of('waiting_funds'), of('available'));
      case 'hold':
        return this.transfer(part(of('available')), of('available'), of('in_transit'));
      case 'pay':
        return this.transfer(part(of('in_transit')), of('in_transit'), bookAccount('cash:sandbox'));
      case 'owe':
        return this.transfer(cents, of('debt'), bookAccount('fees:dispute'));
      case 'recover':
        return this.transfer(part(of('debt')), of('available'), of('debt'));
      case 'transfer':
        return this.transfer(part(of('available')), of('available'), of('available', other));
      case 'take_at_once': {
        // What the first brings the second takes: in one posting, or it would pass the bound.
        const held = model.balance(of('available'));
        const takes = wanted.size === 'one_more' ? held + cents + 1 : held + cents;
        return [
          ...(this.transfer(takes, of('available'), of('blocked')) ?? []),
          ...(this.transfer(cents, bookAccount('clearing:sandbox'), of('available')) ?? []),
        ];
      }
      case 'withdraw_all':
        return this.withdrawn(part(of('available')), wallet);
    }
  }

  /** The same cause with other lines. */
  altered({ lines, ...cause }: NewTransaction): NewTransaction {
    return {
      ...cause,
      lines: lines.map(({ account, amountCents }) => ({ account, amountCents: amountCents * 2 })),
    };
  }

  cause(reference: string, kind: string): Omit<NewTransaction, 'lines'> {
    const resource = { type: 'charge', id: randomUUID() };
    return { merchantId: this.merchantId, reference, kind, resource, occurredAt: new Date() };
  }

  newReference(): string {
    this.count += 1;
    return `test:${this.count}`;
  }

  /** Five lines: two recipients, of whom one has a part that is available at once, and a fee. */
  private captured(cents: number, wallet: string, other: string): NewTransaction {
    const parts: Line[] = [
      { account: walletAccount(wallet, 'waiting_funds'), amountCents: cents },
      { account: walletAccount(wallet, 'available'), amountCents: 7 },
      { account: walletAccount(other, 'waiting_funds'), amountCents: cents + 3 },
      { account: bookAccount('fees:processing'), amountCents: 11 },
    ];
    const total = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const lines = [...parts, { account: bookAccount('clearing:sandbox'), amountCents: -total }];
    return { ...this.cause(this.newReference(), 'capture'), lines };
  }

  private withdrawn(cents: number, wallet: string): NewTransaction[] | null {
    if (cents < 2) return null;
    const lines: Line[] = [
      { account: walletAccount(wallet, 'available'), amountCents: -cents },
      { account: bookAccount('fees:withdrawal'), amountCents: 1 },
      { account: bookAccount('cash:sandbox'), amountCents: cents - 1 },
    ];
    return [{ ...this.cause(this.newReference(), 'withdrawal'), lines }];
  }

  private transfer(cents: number, from: Line['account'], to: Line['account']): NewTransaction[] | null {
    if (cents === 0) return null;
    const lines = [
      { account: from, amountCents: -cents },
      { account: to, amountCents: cents },
    ];
    return [{ ...this.cause(this.newReference(), 'transfer'), lines }];
  }
}
