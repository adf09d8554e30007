import { Queue, Worker } from 'bullmq';
import { answer } from '../child';
import type { QueuedPosts } from '../job-queues';
import { SignedPosts } from '../signed-posts';

const QUEUE = 'posts';

interface PostJob {
  readonly number: number;
  readonly body: string;
}

let queue: Queue<PostJob>;
let worker: Worker<PostJob>;
let body: string;
let ended: () => void = () => undefined;

async function begin(given: QueuedPosts): Promise<void> {
  const posts = new SignedPosts(given);
  const connection = { url: given.redisUrl };
  const prefix = 'alone';
  queue = new Queue(QUEUE, { connection, prefix, defaultJobOptions: { removeOnComplete: true } });
  worker = new Worker<PostJob>(QUEUE, ({ data }) => posts.send(data.number, data.body), {
    connection: { ...connection, maxRetriesPerRequest: null },
    prefix,
    concurrency: given.inFlight,
  });
  worker.on('completed', () => ended());
  await worker.waitUntilReady();
  body = given.body;
}

async function drain(count: number): Promise<number> {
  let left = count;
  const done = new Promise<void>((resolve) => {
    ended = () => {
      left -= 1;
      if (left === 0) resolve();
    };
  });
  await queue.pause();
  await queue.addBulk(
    Array.from({ length: count }, (_, number) => ({ name: 'post', data: { number, body } })),
  );
  const beganMs = performance.now();
  await queue.resume();
  await done;
  return (1_000 * count) / (performance.now() - beganMs);
}

answer({ begin, drain });
