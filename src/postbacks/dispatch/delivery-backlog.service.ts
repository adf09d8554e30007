import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BacklogWatch, HealthChecks } from '../../common/health';
import { Metrics } from '../../common/metrics';
import { DatabaseGate } from '../../database';
import { OverdueRepository } from './overdue.repository';

/** Endpoints take turns, slow ones for a while each: so long nobody may be at one that has something due. */
const LONGEST_SECONDS = 300;
/** Counting more would take longer than it is worth. */
const MOST_COUNTED = 100_000;

/** Tells readiness and metrics how long deliveries wait that nobody is at. */
@Injectable()
export class DeliveryBacklogService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watch: BacklogWatch;

  constructor(
    private readonly database: DatabaseGate,
    health: HealthChecks,
    overdue: OverdueRepository,
    metrics: Metrics,
  ) {
    const gauge = metrics.gauge(
      'repasse_postback_oldest_due_seconds',
      'How long the longest due notification has waited with nobody at it',
    );
    metrics.asked(
      'repasse_postback_deliveries',
      `Notifications still to be sent: due, or scheduled for later; ${MOST_COUNTED} at most are counted`,
      ['state'],
      async () => {
        const { due, scheduled } = await overdue.countWaiting(MOST_COUNTED);
        return [
          { labels: { state: 'due' }, value: due },
          { labels: { state: 'scheduled' }, value: scheduled },
        ];
      },
    );
    metrics.asked(
      'repasse_postback_open_breakers',
      'Endpoints whose circuit breaker is open',
      [],
      async () => [{ value: await overdue.countOpenBreakers() }],
    );
    this.watch = new BacklogWatch(() => overdue.findLongestWaiting(), LONGEST_SECONDS, gauge);
    health.register({ name: 'deliveries', required: true, check: () => this.watch.check() });
  }

  onApplicationBootstrap(): void {
    void this.database.opened().then(() => {
      this.watch.start();
    });
  }

  onModuleDestroy(): void {
    this.watch.stop();
  }
}
