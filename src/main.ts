import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApi } from './api';
import { HealthChecks } from './common/health';
import { loadConfig } from './config';
import { SingleApiLock } from './database';
import { endProcess, runProcess } from './run-process';

/** A client at work does not leave a connection unused for longer; whoever waits for a restart hardly notices. */
const KEPT_CONNECTIONS_MS = 1_000;

/** The API process. */
runProcess(async () => {
  const config = loadConfig(process.env);
  const app = await createApi(config, KEPT_CONNECTIONS_MS);
  if (config.redis === null) {
    const lock = new SingleApiLock(config.database.url, (error) => void endProcess(app, error));
    await lock.acquire();
  }
  await app.listen(config.http.port, config.http.host);
  const drain = async (): Promise<void> => {
    app.get(HealthChecks).stopServing();
    await sleep(config.http.drainSeconds * 1_000);
  };
  return { app, drain };
});
