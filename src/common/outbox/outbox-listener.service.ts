import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppConfig } from '../../config';
import { ChannelListener, DatabaseGate } from '../../database';
import { SeldomLogger } from '../queue';
import { errorMessage } from '../text';
import { OutboxRelay } from './outbox.relay';
import { OUTBOX_CHANNEL } from './outbox.repository';

const RECONNECT_MS = 1_000;

/** Has the relay look at once when somebody says that events were committed. Without its connection the relay looks by itself. */
@Injectable()
export class OutboxListenerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly failures = new SeldomLogger(new Logger(OutboxListenerService.name));
  private readonly listener: ChannelListener;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly database: DatabaseGate,
    config: AppConfig,
    private readonly relay: OutboxRelay,
  ) {
    this.listener = new ChannelListener(config.database, OUTBOX_CHANNEL, {
      notified: () => relay.runNow(),
      lost: (error) => this.again(error),
    });
  }

  onApplicationBootstrap(): void {
    void this.database.opened().then((isOpen) => (isOpen ? this.listen() : undefined));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.listener.end();
  }

  private async listen(): Promise<void> {
    try {
      await this.listener.listen();
      // What was committed before, nobody told.
      this.relay.runNow();
    } catch (error) {
      this.again(error);
    }
  }

  private again(error: unknown): void {
    if (this.isStopping) return;
    this.failures.warn(`waiting for events: ${errorMessage(error)}`);
    this.timer = setTimeout(() => void this.listen(), RECONNECT_MS).unref();
  }
}
