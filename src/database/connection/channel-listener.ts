import type { AppConfig } from '../../config';
import { clientWithDeadline, DeadlineClient } from './deadline-client';

/** Nothing is sent while it listens: so often it is asked whether the other side is still there. */
const ASK_EVERY_MS = 5_000;

/** What a listener tells its owner. */
interface Heard {
  notified(payload: string): void;
  /** The connection is gone; whoever calls `listen` makes a new one. What was notified meanwhile is missed. */
  lost(error: Error): void;
}

/** Hears what is notified on a channel of PostgreSQL, over a connection of its own that is opened when it is first wanted. */
export class ChannelListener {
  private listening: Promise<DeadlineClient> | null = null;

  constructor(
    private readonly config: AppConfig['database'],
    private readonly channel: string,
    private readonly heard: Heard,
  ) {}

  /** Resolves when it listens, at once when it does already. Rejects when it cannot; the next call tries again. */
  async listen(): Promise<void> {
    this.listening ??= this.connect();
    try {
      await this.listening;
    } catch (error) {
      this.listening = null;
      throw error;
    }
  }

  async end(): Promise<void> {
    const client = await this.listening?.catch(() => null);
    await client?.end();
  }

  private async connect(): Promise<DeadlineClient> {
    const client = new DeadlineClient({
      ...clientWithDeadline(ASK_EVERY_MS),
      connectionString: this.config.url,
      application_name: `repasse-${this.channel.replaceAll('_', '-')}`,
      connectionTimeoutMillis: this.config.connectTimeoutMs,
    });
    client.on('notification', ({ payload }) => this.heard.notified(payload ?? ''));
    // pg tells of one end twice: the second must not end the connection that was made meanwhile.
    client.once('error', (error: Error) => {
      this.listening = null;
      this.heard.lost(error);
    });
    await client.connect();
    await client.query(`LISTEN ${this.channel}`);
    client.askEvery(ASK_EVERY_MS);
    return client;
  }
}
