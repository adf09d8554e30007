import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { HealthChecks } from './common/health';
import { ApiAdapter, requestId, whenAnswered, type WhenAnswered } from './common/http';
import { JobQueues } from './common/queue';
import { logAnswer, ProcessLogger, REQUEST_LINE } from './common/logging';
import type { AppConfig } from './config';
import { WorkerModule } from './worker.module';

/** The worker as one application, not yet listening: over HTTP it shows health and metrics and nothing else. */
export async function createWorker(config: AppConfig): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(WorkerModule.with(config), new ApiAdapter(), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(ProcessLogger));
  const express = app.getHttpAdapter().getInstance();
  express.disable('x-powered-by');
  express.disable('etag');
  app.use(requestId);
  app.use(whenAnswered(app.get<WhenAnswered>(REQUEST_LINE)));
  app.use(logAnswer);
  const queues = app.get(JobQueues);
  const health = app.get(HealthChecks);
  health.register({ name: 'queue', required: true, check: () => queues.check() });
  health.register({ name: 'queue_settings', required: false, check: () => queues.checkSettings() });
  return app;
}
