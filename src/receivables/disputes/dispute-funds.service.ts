import { Injectable } from '@nestjs/common';
import { localDay } from '../../common/calendar';
import { ahead, type Tx } from '../../database';
import { PostedFirstService } from '../posted-first.service';
import { PromisedReceivablesService } from '../anticipations/promised-receivables.service';
import { giveBack, takeFrom } from '../receivable.changes';
import { netOf, type Receivable } from '../receivable.entity';
import { ReceivableRepository } from '../receivable.repository';
import type { OpenReceivable } from '../refunds/refund-sources.rules';
import { ReserveRepository } from '../reserves/reserve.repository';

/** What is held back of a wallet until its day, in cents. */
export interface HeldReserve {
  readonly id: string;
  readonly walletId: string;
  /** YYYY-MM-DD. */
  readonly releaseDate: string;
  readonly leftCents: number;
}

/** What of a charge still comes, and what some wallets hold in reserve. */
export interface OpenFunds {
  readonly receivables: readonly OpenReceivable[];
  readonly reserves: readonly HeldReserve[];
}

/** Cents of a receivable, or of a reserve. */
export interface FundsPart {
  readonly receivableId: string | null;
  readonly reserveId: string | null;
  readonly amountCents: number;
}

/** Names a charge. */
interface ChargeRef {
  readonly merchantId: string;
  readonly chargeId: string;
}

/**
 * What disputes take of receivables and reserves, and give back (money contract §17). The caller holds the charge, and posts: locks
 * go on from it to receivables, reserves, anticipations, then accounts.
 */
@Injectable()
export class DisputeFundsService {
  constructor(
    private readonly receivables: ReceivableRepository,
    private readonly reserves: ReserveRepository,
    private readonly postedFirst: PostedFirstService,
    private readonly promised: PromisedReceivablesService,
  ) {}

  /** Locks them until the transaction ends; reserves of these wallets only. */
  async lock(tx: Tx, { merchantId, chargeId }: ChargeRef, walletIds: readonly string[]): Promise<OpenFunds> {
    await this.postedFirst.assertPosted(tx, merchantId, chargeId);
    const all = await this.receivables.lockOfCharge(tx, merchantId, chargeId);
    const open = all.filter(({ status }) => status === 'waiting_funds');
    const reserves = await this.reserves.lockHeld(tx, merchantId, walletIds);
    await this.promised.lock(tx, open);
    return { receivables: open.map(openReceivable), reserves };
  }

  /** Of what was locked. */
  async take(tx: Tx, charge: ChargeRef, parts: readonly FundsPart[], at: Date): Promise<void> {
    await this.change(tx, charge, parts, (receivable, cents) => {
      takeFrom(receivable, cents, at);
      return true;
    });
    const reserves = parts.flatMap(({ reserveId: id, amountCents }) =>
      id === null ? [] : [{ id, amountCents }],
    );
    await ahead(tx, () => this.reserves.take(tx, charge.merchantId, reserves));
  }

  /**
   * Gives back to the receivables whose day is still ahead what was taken from them. Answers which these are: what came from the
   * others is the caller's to make available.
   */
  async giveBack(
    tx: Tx,
    charge: ChargeRef,
    parts: readonly FundsPart[],
    at: Date,
  ): Promise<ReadonlySet<string>> {
    const today = localDay(at);
    return this.change(tx, charge, parts, (receivable, cents) => {
      const { status, dueDate } = receivable;
      if ((status !== 'waiting_funds' && status !== 'cancelled') || dueDate <= today) return false;
      giveBack(receivable, cents, at);
      return true;
    });
  }

  /** Answers the ids of those that were changed. */
  private async change(
    tx: Tx,
    { merchantId, chargeId }: ChargeRef,
    parts: readonly FundsPart[],
    change: (receivable: Receivable, cents: number) => boolean,
  ): Promise<ReadonlySet<string>> {
    if (parts.every(({ receivableId }) => receivableId === null)) return new Set();
    const changed = (await this.receivables.lockOfCharge(tx, merchantId, chargeId)).filter((receivable) => {
      const cents = parts.reduce(
        (total, { receivableId, amountCents }) => total + (receivableId === receivable.id ? amountCents : 0),
        0,
      );
      return cents > 0 && change(receivable, cents);
    });
    await ahead(tx, () => this.receivables.updateReversed(tx, changed));
    await this.promised.noteChanged(tx, changed);
    return new Set(changed.map(({ id }) => id));
  }
}

function openReceivable(receivable: Receivable): OpenReceivable {
  const { id, walletId, installment, dueDate } = receivable;
  return { id, walletId, installment, dueDate, netCents: netOf(receivable) };
}
