import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../config';
import { dataSourceOptions } from './data-source-options';
import { isConnectionFailure } from './pg-errors';
import { SnapshotRunner } from './snapshot';
import { TxRunner } from './tx';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      // A process that starts before its database waits for it a little; then it fails and says why.
      useFactory: (config: AppConfig) => ({
        ...dataSourceOptions(config.database),
        retryAttempts: 5,
        retryDelay: 1_000,
        toRetry: isConnectionFailure,
      }),
    }),
  ],
  providers: [TxRunner, SnapshotRunner],
  exports: [TxRunner, SnapshotRunner],
})
export class DatabaseModule {}
