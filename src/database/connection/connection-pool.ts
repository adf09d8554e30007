import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

/** How much of a pool is in use at this moment. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** The connections of this process. */
@Injectable()
export class ConnectionPool {
  constructor(private readonly dataSource: DataSource) {}

  /** Null while there is none: a worker waits for its database. */
  use(): PoolUse | null {
    const { driver, isInitialized } = this.dataSource;
    if (!isInitialized || !('master' in driver)) return null;
    const { totalCount, idleCount, waitingCount, options } = driver.master as Pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max };
  }
}
