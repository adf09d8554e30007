import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { Page } from '../../common/http';
import { effectiveStatus } from '../../documents';
import type { FindingFacts } from '../findings/finding';
import { FindingFactsRepository } from '../findings/finding-facts.repository';
import { findingsOf } from '../findings/finding.rules';
import { CaseSummaryReader } from './case-summary.reader';
import { CaseRepository } from './case.repository';
import type { ListCasesQuery } from './list-cases.query';
import { type CaseCounts, type QueueItemResponse, toQueueItemResponse } from './queued-case.response';

const NOTHING: CaseCounts = { documents: { pending: 0, rejected: 0 }, findings: 0 };

const FREE = { claim: null, awaiting_second: null };

/** What waits for an operator, oldest first (contract §8). */
@Injectable()
export class CaseQueueReader {
  constructor(
    private readonly cases: CaseRepository,
    private readonly facts: FindingFactsRepository,
    private readonly summaries: CaseSummaryReader,
    private readonly clock: Clock,
  ) {}

  /** One page for the operator of this id: a statement for the total, one for the rows, three for what stands beside. */
  async list(query: ListCasesQuery, viewerId: string): Promise<Page<QueueItemResponse>> {
    const asked = this.clock.now();
    const page = await this.cases.listQueued(query, viewerId, {
      now: asked,
      lateSince: this.summaries.lateSince(asked),
    });
    const facts = await this.facts.list(page.items);
    const standings = await this.summaries.listStandings(page.items, viewerId);
    const now = this.clock.now();
    const items = page.items.map((item, index) => {
      const { claim, awaiting_second } = standings[index] ?? FREE;
      const standing = { due_at: this.summaries.dueAt(item.waitingSince), claim, awaiting_second };
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
