import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { IdGenerator } from '../../common';
import { type ListQuery, type Page, paginate } from '../../common/http';
import type { Reading } from '../../database';
import type { SubmerchantKey } from '../submerchant.repository';
import type { Actor } from './actor';
import { SubmerchantHistory } from './submerchant-history.entity';

export interface HistoryEntry {
  readonly merchantId: string;
  readonly submerchantId: string;
  /** The version of the submerchant that this led to. */
  readonly version: number;
  readonly type: string;
  readonly actor: Actor;
  readonly at: Date;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What happened to a submerchant: its rows are written with the submerchant's own. */
@Injectable()
export class SubmerchantHistoryRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ids: IdGenerator,
  ) {}

  async list(merchantId: string, submerchantId: string, query: ListQuery): Promise<Page<SubmerchantHistory>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(SubmerchantHistory, 'entry')
      .where({ merchantId, submerchantId });
    return paginate(builder, query, { alias: 'entry', merchantId, createdAt: 'at' });
  }

  /** The newest steps of these types, or of all, and how many there are. */
  async listNewest(
    { merchantId, id: submerchantId }: SubmerchantKey,
    limit: number,
    types: readonly string[] | undefined,
    manager: Reading = this.dataSource.manager,
  ): Promise<readonly [SubmerchantHistory[], number]> {
    return manager.findAndCount(SubmerchantHistory, {
      where: { merchantId, submerchantId, ...(types === undefined ? {} : { type: In([...types]) }) },
      order: { version: 'DESC', at: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  /** The row of an entry. */
  row({
    merchantId,
    submerchantId,
    version,
    type,
    actor,
    at,
    from,
    to,
    details,
  }: HistoryEntry): SubmerchantHistory {
    return {
      merchantId,
      id: this.ids.next(),
      submerchantId,
      version,
      type,
      fromStatus: from ?? null,
      toStatus: to ?? null,
      actor: actor.kind,
      operatorId: actor.operatorId,
      details: details ?? {},
      at,
    };
  }
}
