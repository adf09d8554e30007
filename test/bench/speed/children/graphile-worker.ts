import { Logger, makeWorkerUtils, run, type WorkerUtils } from 'graphile-worker';
import { answer } from '../child';
import type { QueuedPosts } from '../job-queues';
import { SignedPosts } from '../signed-posts';

interface PostJob {
  readonly number: number;
  readonly body: string;
}

/** All of a backlog in one statement; before 0.17 the library adds one by one. */
const ADD_JOBS = `SELECT count(*) FROM graphile_worker.add_jobs(
  ARRAY(SELECT json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)))`;
const silent = new Logger(() => () => undefined);
let utils: WorkerUtils;
let body: string;
let ended: () => void = () => undefined;

async function begin(given: QueuedPosts): Promise<void> {
  const posts = new SignedPosts(given);
  const connection = { connectionString: given.databaseUrl, logger: silent };
  utils = await makeWorkerUtils(connection);
  await utils.migrate();
  body = given.body;
  const runner = await run({
    ...connection,
    concurrency: given.inFlight,
    maxPoolSize: 10,
    noHandleSignals: true,
    taskList: { post: (job) => posts.send((job as PostJob).number, (job as PostJob).body) },
  });
  // Told when the job's row is gone.
  runner.events.on('job:complete', () => ended());
}

async function drain(count: number): Promise<number> {
  const jobs = Array.from({ length: count }, (_, number) => ({
    identifier: 'post',
    payload: { number, body },
  }));
  let left = count;
  const done = new Promise<void>((resolve) => {
    ended = () => {
      left -= 1;
      if (left === 0) resolve();
    };
  });
  await utils.withPgClient((client) => client.query(ADD_JOBS, [JSON.stringify(jobs)]));
  const beganMs = performance.now();
  await done;
  return (1_000 * count) / (performance.now() - beganMs);
}

answer({ begin, drain });
