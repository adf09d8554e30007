import { Pool, type PoolClient } from 'pg';
import { DeadlineClient } from './deadline-client';

/** A connection that said nothing for so long is asked before it is lent. */
const ASKED_AFTER_MS = 1_000;
const ANSWERS_WITHIN_MS = 1_000;

type Lent = (error?: Error, client?: PoolClient, release?: (error?: unknown) => void) => void;

/**
 * A pool that lends no connection which went silent while it lay idle: one that was still for a second is asked first, and
 * replaced when it does not answer. When one is found deaf, those that were not heard of since are thrown away unasked.
 */
export class CheckedPool extends Pool {
  /** Who was not heard of after this moment is not trusted. */
  private trustedAfter = 0;

  override connect(): Promise<PoolClient>;
  override connect(callback: Lent): void;
  override connect(callback?: Lent): Promise<PoolClient> | undefined {
    if (callback !== undefined) {
      this.lend(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.lend((error, client) => {
        if (client === undefined) reject(error ?? new Error('no connection'));
        else resolve(client);
      });
    });
  }

  private lend(callback: Lent): void {
    super.connect((error, client, release) => {
      if (!(client instanceof DeadlineClient)) {
        callback(error, client, release);
        return;
      }
      client.onSilence ??= (since) => this.distrust(since);
      client.forgetTransaction();
      const stillForMs = performance.now() - client.heardAt;
      if (!client.isUnfit && client.heardAt >= this.trustedAfter && stillForMs < ASKED_AFTER_MS) {
        callback(undefined, client, release);
        return;
      }
      void this.ask(client).then((failure) => {
        if (failure === null) {
          callback(undefined, client, release);
          return;
        }
        release(failure);
        this.lend(callback);
      });
    });
  }

  private async ask(client: DeadlineClient): Promise<Error | null> {
    if (client.isUnfit) return new Error('its server takes no writes');
    if (client.heardAt < this.trustedAfter) return new Error('others as silent as this one were deaf');
    try {
      await client.ask(ANSWERS_WITHIN_MS);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error('the connection does not answer');
    }
  }

  private distrust(since: number): void {
    this.trustedAfter = Math.max(this.trustedAfter, since);
  }
}
