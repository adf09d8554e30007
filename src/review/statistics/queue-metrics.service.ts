import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { Metrics } from '../../common/metrics';
import { AppConfig } from '../../config';
import { StatisticsRepository } from './statistics.repository';

/** Shows how many cases wait for an operator, and how many are late. */
@Injectable()
export class QueueMetricsService {
  constructor(metrics: Metrics, statistics: StatisticsRepository, clock: Clock, config: AppConfig) {
    metrics.asked(
      'repasse_review_cases',
      'Cases that wait for an operator: in time, or late',
      ['state'],
      async () => {
        const { onTime, late } = await statistics.countQueue(clock.now(), config.review.dueHours);
        return [
          { labels: { state: 'on_time' }, value: onTime },
          { labels: { state: 'late' }, value: late },
        ];
      },
    );
  }
}
