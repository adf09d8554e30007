import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../common';
import { type Page, paginate } from '../../common/http';
import { effectiveStatus } from '../../documents';
import { CaseResponses } from '../desk/case-responses';
import type { FindingFacts } from '../findings/finding';
import { FindingFactsReader } from '../findings/finding-facts.reader';
import { findingsOf } from '../findings/findings';
import { QueuedCase } from './queued-case.entity';
import type { QueueQuery } from './queue.query';
import { type CaseCounts, type QueueItemResponse, toQueueItemResponse } from './queue.response';

const NOTHING: CaseCounts = { documents: { pending: 0, rejected: 0 }, findings: 0 };

const FREE = { claim: null, awaiting_second: null };

const CLAIMED = `EXISTS (SELECT 1 FROM case_claims claim
  WHERE claim.submerchant_id = queued.id AND claim.expires_at > :claimsAt)`;
const CLAIMED_BY_VIEWER = `EXISTS (SELECT 1 FROM case_claims claim
  WHERE claim.submerchant_id = queued.id AND claim.expires_at > :claimsAt AND claim.operator_id = :viewerId)`;

/** What waits for an operator, oldest first (contract §8). */
@Injectable()
export class Queue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly facts: FindingFactsReader,
    private readonly responses: CaseResponses,
    private readonly clock: Clock,
  ) {}

  /** One page for the operator of this id: a statement for the total, one for the rows, three for what stands beside. */
  async list(query: QueueQuery, viewerId: string): Promise<Page<QueueItemResponse>> {
    const { manager } = this.dataSource;
    const builder = manager.createQueryBuilder(QueuedCase, 'queued').where('TRUE');
    const { kind, entity_type: entityType, merchant_id: merchantId } = query;
    if (kind !== undefined) builder.andWhere('queued.kind = :kind', { kind });
    if (entityType !== undefined) builder.andWhere('queued.entityType = :entityType', { entityType });
    if (merchantId !== undefined) builder.andWhere('queued.merchantId = :merchantId', { merchantId });
    if (query.assignee !== undefined) {
      const claimed = query.assignee === 'me' ? CLAIMED_BY_VIEWER : `NOT ${CLAIMED}`;
      builder.andWhere(claimed, { viewerId, claimsAt: this.clock.now() });
    }
    const page = await paginate(builder, query, {
      alias: 'queued',
      createdAt: 'waitingSince',
      status: 'queued.status',
      search: 'queued.searchText',
      oldestFirst: true,
    });
    const ids = page.items.map(({ id }) => id);
    const facts = await this.facts.read(manager, ids);
    const standings = await this.responses.standings(manager, ids, viewerId);
    const now = this.clock.now();
    const items = page.items.map((item, index) => {
      const { claim, awaiting_second } = standings[index] ?? FREE;
      const standing = { due_at: this.responses.dueAt(item.waitingSince), claim, awaiting_second };
      return toQueueItemResponse(item, countsOf(facts.get(item.id), now), standing, now);
    });
    return { ...page, items };
  }
}

function countsOf(facts: FindingFacts | undefined, now: Date): CaseCounts {
  if (facts === undefined) return NOTHING;
  const standings = facts.documents.map((document) => effectiveStatus(document, now));
  const count = (status: string) => standings.filter((standing) => standing === status).length;
  return {
    documents: { pending: count('pending'), rejected: count('rejected') },
    findings: findingsOf(facts, now).length,
  };
}
