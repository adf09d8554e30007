import 'reflect-metadata';
import { constants, setPriority } from 'node:os';
import { Logger } from '@nestjs/common';
import { errorMessage } from './common';
import { loadConfig } from './config';
import { runProcess } from './run-process';
import { createWorker } from './worker-app';

/** The worker process. */
runProcess(async () => {
  const config = loadConfig(process.env);
  const app = await createWorker(config);
  letApiGoFirst();
  await app.listen(config.worker.port, config.worker.host);
  return { app };
});

/** On a machine that both share. Where a process may not even say so of itself, it is as any other. */
function letApiGoFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    new Logger('Worker').warn(`priority as any process: ${errorMessage(error)}`);
  }
}
