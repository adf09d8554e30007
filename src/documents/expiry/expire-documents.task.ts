import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { ScheduledTask } from '../../common/queue';
import { type Tx, TxRunner } from '../../database';
import { SubmerchantLifecycle } from '../../submerchants';
import { DocumentLifecycle } from '../document.lifecycle';
import { DocumentRepository, type DueDocument } from '../document.repository';
import { dueWarning, hasExpired } from './expiry.rules';

const EVERY_MS = 60_000;
const BATCH = 100;

/**
 * Expires documents, and warns 30 days before and 7 days before, each once (contract §5, Documents). Each document is
 * looked at again under the lock of its submerchant, so that several workers at once expire and announce it once.
 */
@Injectable()
export class ExpireDocumentsTask implements ScheduledTask {
  readonly name = 'documents-expire';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly transactions: TxRunner,
    private readonly documents: DocumentRepository,
    private readonly documentLifecycle: DocumentLifecycle,
    private readonly submerchantLifecycle: SubmerchantLifecycle,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<void> {
    let due: readonly DueDocument[];
    let settled: number;
    do {
      due = await this.documents.listDue(this.clock.now(), BATCH);
      settled = 0;
      for (const document of due) {
        if (stop?.aborted === true) return;
        const done = await this.transactions.run((tx) => this.settle(tx, document));
        if (done) settled += 1;
      }
      // Where another worker was first, nothing is left to do here.
    } while (due.length === BATCH && settled > 0);
  }

  /** Whether there was anything to do. */
  private async settle(tx: Tx, due: DueDocument): Promise<boolean> {
    const submerchant = await this.submerchantLifecycle.lock(tx, due.merchant_id, due.submerchant_id);
    const document = await this.documents.find(tx, due.merchant_id, due.id);
    // Replaced, or deleted with its legal representative, since it was found.
    if (document?.replacedAt !== null || document.status === 'expired') return false;
    const now = this.clock.now();
    if (hasExpired(document, now)) {
      const change = await this.documentLifecycle.expire(tx, document);
      await this.submerchantLifecycle.record(tx, submerchant, change);
      return true;
    }
    const warning = dueWarning(document, now);
    if (warning !== null) await this.documentLifecycle.warn(tx, document, warning);
    return warning !== null;
  }
}
