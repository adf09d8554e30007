export { bigintColumn, numericTransformer, timestampColumn } from './columns';
export { dataSourceOptions } from './data-source-options';
export { DatabaseModule } from './database.module';
export { isConnectionFailure, isConstraintViolation, isLockTimeout } from './pg-errors';
export { AnotherApiRunsError, SingleApiLock } from './single-api-lock';
export { SnapshotRunner } from './snapshot';
export { afterCommit, beforeCommit, type Reading, TxRunner, type Tx } from './tx';
