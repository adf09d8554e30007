export { JobQueues, type QueueJob } from './job-queues';
export { runQueueMigrations } from './queue-backend';
export { QUEUES } from './queue-names';
export { QueueProcessor } from './queue-processor';
export { QueueModule } from './queue.module';
export {
  SCHEDULED_TASKS,
  ScheduledTasksProcessor,
  ScheduleKeeper,
  type ScheduledTask,
} from './scheduled-tasks';
