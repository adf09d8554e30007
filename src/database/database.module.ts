import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../config';
import { ConnectionPool } from './connection/connection-pool';
import { SESSION_LIMITS } from './connection/session-limits';
import { dataSourceOptions } from './data-source-options';
import { DatabaseGate } from './database-gate';
import { isConnectionFailure } from './pg-errors';
import { RowDataSource } from './rows/row-manager';
import { Bulkheads } from './transactions/bulkheads';
import { NestingWatch } from './transactions/nesting-watch';
import { SnapshotRunner } from './transactions/snapshot';
import { StatementSpans } from './transactions/statement-spans';
import { TxRunner } from './transactions/tx';

const COMMAND_TRIES = 5;

@Global()
@Module({})
export class DatabaseModule {
  static for(process: keyof typeof SESSION_LIMITS): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [AppConfig],
          useFactory: (config: AppConfig) => ({
            ...dataSourceOptions(config.database, SESSION_LIMITS[process]),
            // The worker listens meanwhile (DatabaseGate), the API begins when its database is there, a command gives up.
            manualInitialization: process === 'worker',
            retryAttempts: process === 'cli' ? COMMAND_TRIES : Infinity,
            retryDelay: 1_000,
            toRetry: isConnectionFailure,
          }),
          dataSourceFactory: async (options) => {
            if (options === undefined) throw new Error('a data source without options');
            return new RowDataSource(options);
          },
        }),
      ],
      providers: [
        Bulkheads,
        NestingWatch,
        StatementSpans,
        TxRunner,
        SnapshotRunner,
        ConnectionPool,
        ...(process === 'worker' ? [DatabaseGate] : []),
      ],
      exports: [
        Bulkheads,
        TxRunner,
        SnapshotRunner,
        ConnectionPool,
        ...(process === 'worker' ? [DatabaseGate] : []),
      ],
    };
  }
}
