import 'reflect-metadata';
import { loadConfig } from './config';
import { runProcess } from './run-process';
import { createWorker } from './worker-app';

/** The worker process. */
runProcess(async () => {
  const config = loadConfig(process.env);
  const app = await createWorker(config);
  await app.listen(config.worker.port, config.worker.host);
  return { app };
});
