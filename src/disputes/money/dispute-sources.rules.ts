import { type HeldReserve, latestFirst, type OpenReceivable } from '../../receivables';
import type { DisputeSourceKind } from '../dispute-source.entity';
import type { BornePart } from './bearers.rules';

/** Where cents of a dispute come from, or of its fee. */
export interface DrawnFrom {
  readonly walletId: string;
  readonly source: DisputeSourceKind;
  readonly receivableId: string | null;
  readonly reserveId: string | null;
  readonly isFee: boolean;
  readonly amountCents: number;
}

/** What the wallets of those who bear a dispute have, in cents; all of it is locked. */
export interface BearerFunds {
  /** Of the disputed charge. */
  readonly receivables: readonly OpenReceivable[];
  readonly reserves: readonly HeldReserve[];
  /** By wallet. */
  readonly availableCents: ReadonlyMap<string, number>;
  /** By wallet: what this dispute has blocked of it. */
  readonly blockedCents: ReadonlyMap<string, number>;
}

/**
 * Takes what a dispute costs from what its bearers have (money contract §17): what it blocked, then the charge's receivables that still
 * come, the latest due first, then what is available, then reserves, those released last first, then a debt without a
 * limit. One plan draws several times, each from what is left. Pure.
 */
export class DisputeSourcePlan {
  private readonly leftOf: Map<string, number>;
  readonly drawn: DrawnFrom[] = [];

  constructor(private readonly funds: BearerFunds) {
    this.leftOf = new Map([
      ...funds.receivables.map(({ id, netCents }): [string, number] => [id, netCents]),
      ...funds.reserves.map(({ id, leftCents }): [string, number] => [id, leftCents]),
      ...keyed('available', funds.availableCents),
      ...keyed('blocked', funds.blockedCents),
    ]);
  }

  /** Draws what each of them bears. */
  draw(parts: readonly BornePart[], isFee: boolean): void {
    for (const { walletId, amountCents } of parts) this.drawFrom(walletId, amountCents, isFee);
  }

  /** Sets aside of what is available as much of each part as there is; answers how much of each, in their order. */
  block(parts: readonly BornePart[]): number[] {
    return parts.map(({ walletId, amountCents }) => this.use(`available ${walletId}`, amountCents));
  }

  /** What of a wallet's blocked money was not drawn. */
  blockedLeft(walletId: string): number {
    return this.leftOf.get(`blocked ${walletId}`) ?? 0;
  }

  private drawFrom(walletId: string, cents: number, isFee: boolean): void {
    let wanted = cents;
    const add = (
      source: DisputeSourceKind,
      amountCents: number,
      ids: Partial<Pick<DrawnFrom, 'receivableId' | 'reserveId'>> = {},
    ): void => {
      wanted -= amountCents;
      if (amountCents > 0)
        this.drawn.push({
          ...{ walletId, source, receivableId: null, reserveId: null },
          ...ids,
          isFee,
          amountCents,
        });
    };
    add('blocked', this.use(`blocked ${walletId}`, wanted));
    for (const { id } of latestFirst(this.funds.receivables, walletId))
      add('receivable', this.use(id, wanted), { receivableId: id });
    add('available', this.use(`available ${walletId}`, wanted));
    for (const { id } of lastReleasedFirst(this.funds.reserves, walletId))
      add('reserve', this.use(id, wanted), { reserveId: id });
    add('debt', wanted);
  }

  private use(place: string, wanted: number): number {
    const left = this.leftOf.get(place) ?? 0;
    const cents = Math.min(wanted, left);
    this.leftOf.set(place, left - cents);
    return cents;
  }
}

function keyed(name: string, cents: ReadonlyMap<string, number>): [string, number][] {
  return [...cents].map(([walletId, amount]) => [`${name} ${walletId}`, amount]);
}

function lastReleasedFirst(reserves: readonly HeldReserve[], wallet: string): HeldReserve[] {
  return reserves
    .filter(({ walletId }) => walletId === wallet)
    .sort((one, other) => other.releaseDate.localeCompare(one.releaseDate) || one.id.localeCompare(other.id));
}
