import { Injectable } from '@nestjs/common';
import { AuditChain, type ChainVerdict } from '../../common/audit';
import type { Page } from '../../common/http';
import { AuditEntryRepository } from './audit-entry.repository';
import { type AuditEntryResponse, toAuditEntryResponse } from './audit-entry.response';
import { AuditNameRepository } from './audit-name.repository';
import type { ListAuditEntriesQuery } from './list-audit-entries.query';

/** The audit log as administrators read it. */
@Injectable()
export class AuditReader {
  private underWay: Promise<ChainVerdict> | null = null;

  constructor(
    private readonly entries: AuditEntryRepository,
    private readonly names: AuditNameRepository,
    private readonly chain: AuditChain,
  ) {}

  /** One page, newest first, with the names of what it speaks of. */
  async list(query: ListAuditEntriesQuery): Promise<Page<AuditEntryResponse>> {
    const page = await this.entries.list(query);
    const names = await this.names.find(page.items);
    return { ...page, items: page.items.map((entry) => toAuditEntryResponse(entry, names)) };
  }

  /** The whole log is read: whoever asks while that is done gets the same answer. */
  verify(): Promise<ChainVerdict> {
    this.underWay ??= this.chain.verify().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }
}
