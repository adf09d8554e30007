export { ConnectionPool, type PoolUse } from './connection/connection-pool';
export { ALL, type CountedList } from './counted-lists';
export { bigintColumn, numericTransformer, timestampColumn } from './columns';
export { connectionOptions, dataSourceOptions } from './data-source-options';
export {
  columnsOf,
  inOrderOf,
  insertRows,
  toRows,
  unnestColumns,
  updateRow,
  updateRows,
} from './entity-rows';
export { DatabaseGate } from './database-gate';
export { DatabaseModule } from './database.module';
export { MIGRATION_LOCK, pendingMigrations } from './pending-migrations';
export {
  hasRefused,
  hasRefusedData,
  isConnectionFailure,
  isConstraintViolation,
  isLockTimeout,
  isUnavailable,
  isSchemaBehind,
} from './pg-errors';
export { grantServiceRights } from './service-rights';
export { AnotherApiRunsError, SingleApiLock } from './single-api-lock';
export { ChannelListener } from './connection/channel-listener';
export { CheckedPool } from './connection/checked-pool';
export { clientWithDeadline, DeadlineClient } from './connection/deadline-client';
export { prepared, PreparedOnceLarge } from './connection/prepared';
export { SESSION_LIMITS } from './connection/session-limits';
export { assertWritable } from './connection/writable';
export { OverBudgetError, withinBudget } from './transactions/budget';
export { Grouped, GROUPS_OF_WRITES } from './transactions/grouped';
export { type Bulkhead, Bulkheads, merchantBulkhead, operatorBulkhead } from './transactions/bulkheads';
export { together, type Works } from './transactions/pipelining';
export { SnapshotRunner } from './transactions/snapshot';
export {
  abandon,
  afterCommit,
  ahead,
  asLast,
  endWith,
  beforeCommit,
  DoFirst,
  keepToIndexes,
  logAfterCommit,
  type Reading,
  TxRunner,
  type Tx,
  workFor,
} from './transactions/tx';
