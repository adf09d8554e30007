import { Module } from '@nestjs/common';
import { AuditCheckService, NoteAuditHeadTask, auditInvariants } from './common/audit';
import { defineFeature } from './common/features';
import { PurgeIdempotencyKeysTask } from './common/http';
import { OutboxRepository, DeleteRelayedEventsTask } from './common/outbox';
import { AnalyzeGrownTablesTask, StatisticsRepository } from './common/statistics';

const TASKS = [PurgeIdempotencyKeysTask, DeleteRelayedEventsTask, NoteAuditHeadTask, AnalyzeGrownTablesTask];

/** What the worker does by the clock for the ground that features stand on. */
@Module({
  providers: [OutboxRepository, StatisticsRepository, ...TASKS],
  exports: [OutboxRepository, ...TASKS],
})
class GroundWorkerModule {}

/** The ground, in the same words as a feature. */
export const groundFeature = defineFeature({
  name: 'ground',
  worker: [GroundWorkerModule],
  invariants: auditInvariants,
  checks: [AuditCheckService],
  tasks: TASKS,
});
