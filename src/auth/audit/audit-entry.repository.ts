import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditEntry } from '../../common/audit';
import { type Page, paginate } from '../../common/http';
import type { ListAuditEntriesQuery } from './list-audit-entries.query';

/** The rows of the audit log, to be searched; what appends and verifies them is the audit log of common. */
@Injectable()
export class AuditEntryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page, newest first. */
  async list(query: ListAuditEntriesQuery): Promise<Page<AuditEntry>> {
    const builder = this.dataSource.manager.createQueryBuilder(AuditEntry, 'entry').where('TRUE');
    const { action, operator_id: actorId, target_id: targetId, merchant_id: merchantId } = query;
    if (action?.endsWith('.*') === true) {
      const kind = `${action.slice(0, -1).replaceAll('_', '\\_')}%`;
      builder.andWhere('entry.action LIKE :kind', { kind });
    } else if (action !== undefined) builder.andWhere('entry.action = :action', { action });
    if (actorId !== undefined) builder.andWhere('entry.actorId = :actorId', { actorId });
    if (targetId !== undefined) builder.andWhere('entry.targetId = :targetId', { targetId });
    if (merchantId !== undefined) builder.andWhere('entry.merchantId = :merchantId', { merchantId });
    return paginate(builder, query, {
      alias: 'entry',
      createdAt: 'at',
      id: 'sequence',
    });
  }
}
