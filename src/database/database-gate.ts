import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { errorMessage } from '../common/text';
import { isBeingMigrated, pendingMigrations } from './pending-migrations';

const TRY_AGAIN_MS = 1_000;

/**
 * Opens the database for a process that may start before it, and before the migrations (architecture §1): it listens and
 * says that it is not ready meanwhile. Whoever works by himself, and not for a request, waits here first.
 */
@Injectable()
export class DatabaseGate implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Database');
  private timer: NodeJS.Timeout | undefined;
  private logged = '';
  private isStopping = false;
  private settle: (open: boolean) => void = () => undefined;
  private readonly settled = new Promise<boolean>((resolve) => {
    this.settle = resolve;
  });

  private readonly preparations: (() => Promise<void>)[] = [];

  constructor(private readonly dataSource: DataSource) {}

  /** What has to be known of the database before anybody works with it; when it fails it is tried again. */
  before(preparation: () => Promise<void>): void {
    this.preparations.push(preparation);
  }

  onApplicationBootstrap(): void {
    void this.tryToOpen();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearTimeout(this.timer);
    this.settle(false);
  }

  /** True once it is connected and migrated; false when the process stops before. */
  opened(): Promise<boolean> {
    return this.settled;
  }

  private async tryToOpen(): Promise<void> {
    try {
      if (!this.dataSource.isInitialized) await this.dataSource.initialize();
      const isMigrated = (await pendingMigrations(this.dataSource)).length === 0;
      if (isMigrated && !(await isBeingMigrated(this.dataSource))) {
        for (const prepare of this.preparations) await prepare();
        this.settle(true);
        return;
      }
      this.tell('waiting for its migrations');
    } catch (error) {
      this.tell(`waiting for it: ${errorMessage(error)}`);
    }
    if (!this.isStopping) this.timer = setTimeout(() => void this.tryToOpen(), TRY_AGAIN_MS);
  }

  private tell(state: string): void {
    if (state !== this.logged) this.logger.warn(state);
    this.logged = state;
  }
}
