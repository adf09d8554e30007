import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../common';
import { Outbox } from '../../common/outbox';
import type { ScheduledTask } from '../../common/queue';
import { type Tx, TxRunner } from '../../database';
import { type Submerchant, SubmerchantChanges, SubmerchantRepository } from '../../submerchants';
import { DocumentStatusChanges } from '../document-status';
import type { SubmerchantDocument } from '../document.entity';
import { DocumentRepository } from '../document.repository';
import { DOCUMENT_EVENTS } from '../document.events';
import { toDocumentResponse } from '../document.response';
import { dueWarning, EXPIRY_WARNING_DAYS, hasExpired } from './expiry';

const EVERY_MS = 60_000;
const BATCH = 100;
const DAY_MS = 86_400_000;

interface Due {
  readonly id: string;
  readonly submerchant_id: string;
}

/**
 * Current documents whose time is over, or that are due a warning: 30 days before and 7 days before, each once. The
 * CASE is what dueWarning says, and is only asked again by it.
 */
const FIND_DUE = `
  SELECT id, submerchant_id FROM submerchant_documents
  WHERE replaced_at IS NULL AND status IN ('pending', 'approved') AND expires_on <= $1
    AND (expires_on <= $2 OR expiry_warned_days IS NULL OR (expires_on <= $3 AND expiry_warned_days > $4))
  ORDER BY expires_on, id LIMIT ${BATCH}`;

/**
 * Expires documents and warns of it (contract §5, Documents). Each document is looked at again under the lock of its
 * submerchant, so that several workers at once expire it, and tell of it, once.
 */
@Injectable()
export class ExpireDocuments implements ScheduledTask {
  readonly name = 'documents-expire';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly submerchants: SubmerchantRepository,
    private readonly documents: DocumentRepository,
    private readonly statuses: DocumentStatusChanges,
    private readonly changes: SubmerchantChanges,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    let due: readonly Due[];
    let settled: number;
    do {
      due = await this.findDue();
      settled = 0;
      for (const { id, submerchant_id } of due) {
        const done = await this.transactions.run((tx) => this.settle(tx, submerchant_id, id));
        if (done) settled += 1;
      }
      // Where another worker was first, nothing is left to do here.
    } while (due.length === BATCH && settled > 0);
  }

  private async findDue(): Promise<Due[]> {
    const now = this.clock.now();
    const [first, last] = EXPIRY_WARNING_DAYS;
    const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
    return this.dataSource.query(FIND_DUE, [inDays(first), now, inDays(last), last]);
  }

  /** Whether there was anything to do. */
  private async settle(tx: Tx, submerchantId: string, id: string): Promise<boolean> {
    const submerchant = await this.submerchants.lockAny(tx, submerchantId);
    const document = await this.documents.findInside(tx, id);
    // Replaced or deleted with its legal representative meanwhile.
    if (document?.replacedAt !== null || document.status === 'expired') return false;
    const now = this.clock.now();
    if (hasExpired(document, now)) {
      await this.changes.record(tx, submerchant, await this.statuses.expire(tx, submerchant, document));
      return true;
    }
    const warning = dueWarning(document, now);
    if (warning !== null) await this.warn(tx, submerchant, document, warning);
    return warning !== null;
  }

  private async warn(
    tx: Tx,
    submerchant: Submerchant,
    document: SubmerchantDocument,
    days: number,
  ): Promise<void> {
    document.expiryWarnedDays = days;
    await this.documents.save(tx, document);
    await this.outbox.append(tx, {
      event: DOCUMENT_EVENTS['document.expiring'],
      merchantId: submerchant.merchantId,
      resourceId: document.id,
      payload: { document: toDocumentResponse(document) },
      occurredAt: this.clock.now(),
    });
  }
}
