import { answer } from '../child';
import { type PostsGiven, SignedPosts } from '../signed-posts';

/** Posts so many signed bodies to the receivers, and nothing else: no rows, no queue, no retries. */
async function send({ count, body, ...given }: PostsGiven): Promise<number> {
  const posts = new SignedPosts(given);
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < count) {
      const number = sent;
      sent += 1;
      await posts.send(number, body);
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: given.inFlight }, work));
  const seconds = (performance.now() - beganMs) / 1_000;
  await posts.close();
  return count / seconds;
}

answer({ send });
