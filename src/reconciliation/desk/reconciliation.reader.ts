import { Injectable } from '@nestjs/common';
import { OperatorReader, SecondOperatorService } from '../../auth';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import type { ReconciliationItem } from '../reconciliation-item.entity';
import { ReconciliationRepository } from '../reconciliation.repository';
import { ItemListRepository } from './item-list.repository';
import { type ReconciliationItemResponse, toItemResponse } from './item.response';
import type { ListItemsQuery } from './list-items.query';
import type { ListReconciliationsQuery } from './list-reconciliations.query';
import { type ReconciliationResponse, toReconciliationResponse } from './reconciliation.response';

/** What was compared, as an operator sees it. */
@Injectable()
export class ReconciliationReader {
  constructor(
    private readonly reconciliations: ReconciliationRepository,
    private readonly items: ItemListRepository,
    private readonly operators: OperatorReader,
    private readonly seconds: SecondOperatorService,
    private readonly clock: Clock,
  ) {}

  /** One page, newest first. */
  async list(query: ListReconciliationsQuery): Promise<Page<ReconciliationResponse>> {
    const page = await this.reconciliations.list(query);
    const counts = await this.reconciliations.countItems(page.items.map(({ id }) => id));
    return { ...page, items: page.items.map((one) => toReconciliationResponse(one, counts.get(one.id))) };
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<ReconciliationResponse> {
    const found = await this.reconciliations.find(id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return toReconciliationResponse(found, (await this.reconciliations.countItems([id])).get(id));
  }

  /** One page, differences first. Throws NOT_FOUND. */
  async listItems(
    id: string,
    query: ListItemsQuery,
    operatorId: string,
  ): Promise<Page<ReconciliationItemResponse>> {
    if ((await this.reconciliations.find(id)) === null) throw commonErrors.NOT_FOUND();
    const page = await this.items.list(id, query);
    return { ...page, items: await this.respondAll(page.items, operatorId) };
  }

  /** Throws NOT_FOUND. */
  async getItem(
    reconciliationId: string,
    id: string,
    operatorId: string,
  ): Promise<ReconciliationItemResponse> {
    const found = await this.items.find(reconciliationId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return this.respond(found, operatorId);
  }

  async respond(
    item: ReconciliationItem,
    operatorId: string,
    reading?: Reading,
  ): Promise<ReconciliationItemResponse> {
    const [response] = await this.respondAll([item], operatorId, reading);
    if (response === undefined) throw new Error('one item has one response');
    return response;
  }

  private async respondAll(
    items: readonly ReconciliationItem[],
    operatorId: string,
    reading?: Reading,
  ): Promise<ReconciliationItemResponse[]> {
    const now = this.clock.now();
    const ids = items.flatMap(({ askedBy, resolvedBy }) =>
      [askedBy, resolvedBy].filter((id): id is string => id !== null),
    );
    const emails =
      ids.length === 0 ? new Map<string, string>() : await this.operators.findEmails(ids, reading);
    const asked = items.flatMap(({ id, askedBy, askedAt }) =>
      askedBy === null || askedAt === null ? [] : [{ id, operatorId: askedBy, decidedAt: askedAt }],
    );
    const hindrances = await this.seconds.listHindrances(asked, operatorId, reading);
    const byItem = new Map(asked.map(({ id }, at) => [id, hindrances[at] ?? null]));
    return items.map((item) => toItemResponse(item, { now, emails, hindrance: byItem.get(item.id) ?? null }));
  }
}
