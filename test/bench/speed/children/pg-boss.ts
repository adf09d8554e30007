import PgBoss from 'pg-boss';
import { answer } from '../child';
import type { QueuedPosts } from '../job-queues';
import { SignedPosts } from '../signed-posts';

const QUEUE = 'posts';

interface PostJob {
  readonly number: number;
  readonly body: string;
}

let boss: PgBoss;
let posts: SignedPosts;
let given: QueuedPosts;

async function begin(asked: QueuedPosts): Promise<void> {
  given = asked;
  posts = new SignedPosts(given);
  boss = new PgBoss({ connectionString: given.databaseUrl, max: 10 });
  boss.on('error', (error) => process.stderr.write(`${String(error)}\n`));
  await boss.start();
  await boss.createQueue(QUEUE);
}

/** Its own workers look twice a second at most: fetched by hand, as many as may be in flight, the next when these are done. */
async function drain(count: number): Promise<number> {
  const jobs = Array.from({ length: count }, (_, number) => ({
    name: QUEUE,
    data: { number, body: given.body },
  }));
  await boss.insert(jobs);
  const beganMs = performance.now();
  let left = count;
  while (left > 0) {
    const fetched = await boss.fetch<PostJob>(QUEUE, { batchSize: given.inFlight });
    await Promise.all(fetched.map(({ data }) => posts.send(data.number, data.body)));
    await boss.complete(
      QUEUE,
      fetched.map(({ id }) => id),
    );
    left -= fetched.length;
  }
  return (1_000 * count) / (performance.now() - beganMs);
}

answer({ begin, drain });
