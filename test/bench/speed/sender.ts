import { Child } from './child';
import type { PostsGiven } from './signed-posts';

interface SenderQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly send: (given: PostsGiven) => Promise<number>;
}

/** Raw undici in a process of its own: the most that notifications a second can be from here. */
export class Sender {
  private readonly child = Child.start<SenderQuestions>('sender');

  /** How many a second. */
  send(given: PostsGiven): Promise<number> {
    return this.child.ask('send', given);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
