import { Injectable } from '@nestjs/common';
import { DoFirst, type Tx } from '../database';
import { CompleteBooksService, LedgerReader } from '../ledger';

/** Posts a charge of before with all that happened to it, in a transaction of its own. */
type PostCharge = (merchantId: string, chargeId: string) => Promise<void>;

/**
 * What changes the money of a charge of before has it posted first (money contract §20, Existing data). Who posts is nothing that
 * receivables know: it registers.
 */
@Injectable()
export class PostedFirstService {
  private post: PostCharge | null = null;

  constructor(
    private readonly books: CompleteBooksService,
    private readonly ledger: LedgerReader,
  ) {}

  register(post: PostCharge): void {
    this.post = post;
  }

  /** Whether this merchant has nothing of before that is not posted. */
  isComplete(merchantId: string, tx: Tx): Promise<boolean> {
    return this.books.isComplete(merchantId, tx);
  }

  /** Throws DoFirst, which the runner of the transaction takes: the change begins again once the charge is posted. */
  async assertPosted(tx: Tx, merchantId: string, chargeId: string): Promise<void> {
    if (await this.books.isComplete(merchantId, tx)) return;
    const posted = await this.ledger.findTransaction(merchantId, `charge:${chargeId}:captured`, tx);
    if (posted !== null) return;
    const { post } = this;
    if (post === null) throw new Error(`the charge ${chargeId} is not posted, and nobody is there to do it`);
    throw new DoFirst(() => post(merchantId, chargeId));
  }
}
