import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DatabaseGate, TxRunner } from '../../database';
import { BacklogWatch, HealthChecks, type Waiting } from '../health';
import { Metrics } from '../metrics';
import { OutboxRelay } from './outbox.relay';
import { OutboxRepository } from './outbox.repository';

const LONGEST_SECONDS = 60;
/** Counting more would take longer than it is worth. */
const MOST_COUNTED = 100_000;

/** Tells readiness and metrics of the relay's work: that its rounds end, and that no event is left waiting. */
@Injectable()
export class OutboxBacklog implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly watch: BacklogWatch;

  constructor(
    private readonly database: DatabaseGate,
    health: HealthChecks,
    relay: OutboxRelay,
    txRunner: TxRunner,
    repository: OutboxRepository,
    metrics: Metrics,
  ) {
    const gauge = metrics.gauge(
      'repasse_outbox_oldest_waiting_seconds',
      'How long the oldest event has waited to be handed on',
    );
    metrics.asked(
      'repasse_outbox_events',
      `Events not handed on yet: waiting, or put off after a failure; ${MOST_COUNTED} at most are counted`,
      ['state'],
      async () => {
        const { waiting, putOff } = await txRunner.run((tx) => repository.countWaiting(tx, MOST_COUNTED));
        return [
          { labels: { state: 'waiting' }, value: waiting },
          { labels: { state: 'put_off' }, value: putOff },
        ];
      },
    );
    const oldest = (): Promise<Waiting | null> => txRunner.run((tx) => repository.findOldestWaiting(tx));
    this.watch = new BacklogWatch(oldest, LONGEST_SECONDS, gauge);
    health.register({ name: 'relay', required: true, check: () => relay.check() });
    health.register({ name: 'events', required: true, check: () => this.watch.check() });
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
