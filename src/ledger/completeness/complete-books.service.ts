import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../common';
import { commonErrors } from '../../common/errors';
import type { Reading, Tx } from '../../database';
import { BookRepository } from './book.repository';

/** Books that are known to be complete: they stay so. */
const KNOWN_BOOKS = 50_000;
/** When whoever was refused may ask again. */
const RETRY_AFTER_SECONDS = 30;

/**
 * Whether all that happened before there were books is in a merchant's (money contract §20, Existing data). What a balance says
 * is true only then, so nobody takes money out before (src/backfill/README.md).
 */
@Injectable()
export class CompleteBooksService {
  private readonly complete = boundedCache<true>(KNOWN_BOOKS);

  constructor(private readonly books: BookRepository) {}

  /** Opens the book of a new merchant, which is complete from its beginning. */
  open(tx: Tx, merchantId: string): Promise<void> {
    return this.books.open(tx, merchantId);
  }

  async isComplete(merchantId: string, on?: Reading): Promise<boolean> {
    if (this.complete.has(merchantId)) return true;
    const isComplete = await this.books.isComplete(merchantId, on);
    if (isComplete) this.complete.set(merchantId, true);
    return isComplete;
  }

  /** For whatever takes money out of a wallet. Throws UNAVAILABLE. */
  async assertComplete(merchantId: string, on?: Reading): Promise<void> {
    if (await this.isComplete(merchantId, on)) return;
    throw commonErrors.UNAVAILABLE({
      message: 'What happened before is still being written into the books.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  /** Merchants after this one, in the order of their ids. */
  listIncomplete(afterMerchantId: string, limit: number): Promise<string[]> {
    return this.books.listIncomplete(afterMerchantId, limit);
  }

  /** All of before is posted. Once; said again it changes nothing. */
  markComplete(tx: Tx, merchantId: string): Promise<void> {
    return this.books.complete(tx, merchantId);
  }
}
