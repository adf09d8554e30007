import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PastChargesService } from '../charges';
import { errorMessage } from '../common';
import { TxRunner } from '../database';
import { CompleteBooksService } from '../ledger';
import { BackfillChargeUseCase } from './backfill-charge.use-case';
import { PastBooksService } from './past-books.service';

/** Charges that are looked at together, to see which are not posted. */
const PAGE = 500;
/** Charges of one transaction. */
const PORTION = 50;
const MERCHANTS = 100;
const LOOK_EVERY_MS = 200;
/** Whoever holds a charge for longer is waited for at the charge itself. */
const HELD_MS = 30_000;
/** Failures that are told one by one. */
const MOST_LISTED = 20;
/** Before everybody. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What became of one merchant's book. */
export interface BackfilledBook {
  readonly merchantId: string;
  /** Charges that were posted, or would be. */
  charges: number;
  /** What they captured, in cents. */
  capturedCents: number;
  isComplete: boolean;
  /** Charges that could not be posted, so many at most, and why. */
  readonly failed: { readonly chargeId: string; readonly reason: string }[];
}

/**
 * Writes what happened before there were books into them (money contract §20, Existing data): merchant after merchant, in portions,
 * each whole or not at all. Several may do so at once, and whoever is stopped in the middle goes on another time.
 */
@Injectable()
export class BackfillBooksUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly charges: PastChargesService,
    private readonly past: PastBooksService,
    private readonly backfillCharge: BackfillChargeUseCase,
    private readonly books: CompleteBooksService,
  ) {}

  /** With `dryRun` nothing is written. A charge that cannot be posted leaves its merchant's book incomplete, and nobody else's. */
  async execute({ dryRun }: { readonly dryRun: boolean }): Promise<BackfilledBook[]> {
    const done: BackfilledBook[] = [];
    for (let after = NOBODY; ;) {
      const merchants = await this.books.listIncomplete(after, MERCHANTS);
      for (const merchantId of merchants) done.push(await this.backfill(merchantId, dryRun));
      if (merchants.length < MERCHANTS) return done;
      after = merchants.at(-1) ?? NOBODY;
    }
  }

  private async backfill(merchantId: string, dryRun: boolean): Promise<BackfilledBook> {
    const book: BackfilledBook = {
      ...{ merchantId, charges: 0, capturedCents: 0, isComplete: false },
      failed: [],
    };
    for (let after = NOBODY; ;) {
      const page = await this.charges.listCaptured(merchantId, after, PAGE);
      const unposted = await this.past.listUnposted(
        merchantId,
        page.map(({ id }) => id),
      );
      const wanted = new Set(unposted);
      book.charges += unposted.length;
      book.capturedCents += page.reduce((sum, one) => sum + (wanted.has(one.id) ? one.capturedCents : 0), 0);
      if (!dryRun) await this.postAll(book, unposted);
      if (page.length < PAGE) break;
      after = page.at(-1)?.id ?? NOBODY;
    }
    if (dryRun || book.failed.length > 0) return book;
    // From the first look on nothing was captured but with its posting.
    await this.transactions.run((tx) => this.books.markComplete(tx, merchantId));
    book.isComplete = true;
    return book;
  }

  /** In portions of those that nobody else holds. */
  private async postAll(book: BackfilledBook, wanted: readonly string[]): Promise<void> {
    const { merchantId } = book;
    let [left, waitedMs] = [wanted, 0];
    while (left.length > 0) {
      const portion: string[] = [];
      try {
        await this.postPortion(merchantId, left, portion);
      } catch {
        await this.postEach(book, portion);
      }
      left = left.filter((id) => !portion.includes(id));
      waitedMs = portion.length > 0 ? 0 : waitedMs + LOOK_EVERY_MS;
      if (waitedMs > HELD_MS) return this.postEach(book, left);
      if (waitedMs === 0) continue;
      // Somebody else posts them, or changes them, and has them posted first.
      await sleep(LOOK_EVERY_MS);
      left = await this.past.listUnposted(merchantId, left);
    }
  }

  /** Notes which charges it is of, also when it fails. */
  private async postPortion(merchantId: string, ids: readonly string[], portion: string[]): Promise<void> {
    await this.transactions.run(async (tx) => {
      const locked = await this.charges.lock(tx, merchantId, ids, { limit: PORTION, waits: false });
      portion.splice(0, portion.length, ...locked);
      await this.past.post(tx, merchantId, locked);
    });
  }

  /** Which of them is at fault shows one by one. */
  private async postEach(book: BackfilledBook, ids: readonly string[]): Promise<void> {
    for (const chargeId of ids) {
      try {
        await this.backfillCharge.execute(book.merchantId, chargeId);
      } catch (error) {
        if (book.failed.length < MOST_LISTED) book.failed.push({ chargeId, reason: errorMessage(error) });
      }
    }
  }
}
