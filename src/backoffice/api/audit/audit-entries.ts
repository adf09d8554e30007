import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditEntry } from '../../../common/audit';
import { type Page, paginate } from '../../../common/http';
import type { AuditListQuery } from './audit-list.query';

/** The audit log as administrators search it. */
@Injectable()
export class AuditEntries {
  constructor(private readonly dataSource: DataSource) {}

  list(query: AuditListQuery): Promise<Page<AuditEntry>> {
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
      numericId: true,
    });
  }
}
