import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { periodOf } from './period.rules';
import type { StatisticsQuery } from './statistics.query';
import { StatisticsRepository } from './statistics.repository';
import type { StatisticsResponse } from './statistics.response';

/** What the team does, in numbers (contract §8, stats). */
@Injectable()
export class StatisticsReader {
  constructor(
    private readonly statistics: StatisticsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws 422. */
  async get(query: StatisticsQuery): Promise<StatisticsResponse> {
    const now = this.clock.now();
    const period = periodOf(query, now);
    const queue = await this.statistics.getQueue(now);
    const { days, reasons, seconds } = await this.statistics.getDecisions(period);
    const approved = days.reduce((sum, day) => sum + day.approved, 0);
    const total = days.reduce((sum, day) => sum + day.approved + day.rejected + day.sent_back, 0);
    return {
      queue,
      decisions: days,
      decided_total: total,
      approval_rate: total === 0 ? null : Math.round((approved / total) * 10_000) / 10_000,
      time_to_decision_seconds: { median: rounded(seconds?.[0]), p90: rounded(seconds?.[1]) },
      top_reasons: reasons,
    };
  }
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value);
}
