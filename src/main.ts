import 'reflect-metadata';
import { createApi } from './api';
import { loadConfig } from './config';
import { SingleApiLock } from './database';
import { endProcess, runProcess } from './run-process';

/** The API process. */
runProcess(async () => {
  const config = loadConfig(process.env);
  const app = await createApi(config);
  if (config.redis === null) {
    const lock = new SingleApiLock(config.database.url, (error) => void endProcess(app, error));
    await lock.acquire();
  }
  await app.listen(config.http.port, config.http.host);
});
