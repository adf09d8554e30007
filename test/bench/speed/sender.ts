import { Child } from './child';

/** What is sent, and where to. */
export interface SenderGiven {
  readonly ports: readonly number[];
  readonly count: number;
  readonly inFlight: number;
  readonly secret: string;
  /** But for those that differ from one request to the next. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SenderQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly send: (given: SenderGiven) => Promise<number>;
}

/** Raw undici in a process of its own: the most that notifications a second can be from here. */
export class Sender {
  private readonly child = Child.start<SenderQuestions>('sender');

  /** How many a second. */
  send(given: SenderGiven): Promise<number> {
    return this.child.ask('send', given);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}
