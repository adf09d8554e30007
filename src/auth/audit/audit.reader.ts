import { Injectable } from '@nestjs/common';
import { AuditChain, type AuditEntry, type ChainVerdict } from '../../common/audit';
import type { Page } from '../../common/http';
import { AuditEntryRepository } from './audit-entry.repository';
import type { ListAuditEntriesQuery } from './list-audit-entries.query';

/** The audit log as administrators read it. */
@Injectable()
export class AuditReader {
  private underWay: Promise<ChainVerdict> | null = null;

  constructor(
    private readonly entries: AuditEntryRepository,
    private readonly chain: AuditChain,
  ) {}

  /** One page, newest first. */
  list(query: ListAuditEntriesQuery): Promise<Page<AuditEntry>> {
    return this.entries.list(query);
  }

  /** The whole log is read: whoever asks while that is done gets the same answer. */
  verify(): Promise<ChainVerdict> {
    this.underWay ??= this.chain.verify().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }
}
