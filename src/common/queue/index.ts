export { JobQueues, type QueueJob } from './job-queues';
export { runQueueMigrations } from './queue-backend';
export { QUEUE_NAMES, QUEUES, type QueueName } from './queue-names';
export { QueueProcessor } from './queue-processor';
export { QueueModule } from './queue.module';
export { ScheduledTaskRepository } from './scheduled-task.repository';
export { SCHEDULED_TASKS, type ScheduledTask, TaskScheduler } from './scheduled-tasks';
export { SeldomLogger } from './seldom-logger';
export { WorkLoop } from './work-loop';
