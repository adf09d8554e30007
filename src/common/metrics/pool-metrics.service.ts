import { Injectable } from '@nestjs/common';
import { ConnectionPool, type PoolUse } from '../../database';
import { Metrics, type Reading } from './metrics';

/** Shows how much of the process's connections to PostgreSQL is in use, and how many wait for one. */
@Injectable()
export class PoolMetricsService {
  constructor(
    metrics: Metrics,
    private readonly pool: ConnectionPool,
  ) {
    metrics.asked(
      'repasse_database_pool_connections',
      'Connections of the pool to PostgreSQL, by what they do',
      ['state'],
      () =>
        this.read(({ busy, idle }) => [
          { labels: { state: 'busy' }, value: busy },
          { labels: { state: 'idle' }, value: idle },
        ]),
    );
    metrics.asked(
      'repasse_database_pool_max_connections',
      'Most connections that the pool may have',
      [],
      () => this.read(({ max }) => [{ value: max }]),
    );
    metrics.asked(
      'repasse_database_pool_waiting',
      'Requests that wait for a connection of the pool',
      [],
      () => this.read(({ waiting }) => [{ value: waiting }]),
    );
  }

  private read<Label extends string>(
    readings: (use: PoolUse) => readonly Reading<Label>[],
  ): Promise<readonly Reading<Label>[]> {
    const use = this.pool.use();
    return Promise.resolve(use === null ? [] : readings(use));
  }
}
