import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { errorMessage } from '../common';
import { Metrics } from '../common/metrics';
import { SeldomLogger } from '../common/queue';
import { hasRefusedData } from '../database';
import type { ApiRequest } from './api-request.entity';
import { WriteRequestsUseCase } from './write-requests.use-case';

const WRITE_EVERY_MS = 500;
/** Of one statement. */
const ROWS_A_WRITE = 2_000;
/** Some megabytes. What comes while the database is away for longer than that lasts is counted, and gone. */
const MAX_WAITING = 20_000;

/**
 * Writes requests down a moment after they were answered, many at a time: nobody waits for it. What cannot be written is tried
 * again, and written at the latest when the process ends.
 */
@Injectable()
export class RequestLogService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly failures = new SeldomLogger(new Logger(RequestLogService.name));
  private readonly dropped;
  private waiting: ApiRequest[] = [];
  private writing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly writeRequests: WriteRequestsUseCase,
    metrics: Metrics,
  ) {
    this.dropped = metrics.counter(
      'repasse_request_log_dropped_total',
      "Requests that the merchants' log has lost, because the database took nothing for too long, or not them",
    );
  }

  note(request: ApiRequest): void {
    if (this.waiting.length >= MAX_WAITING) this.dropped.inc();
    else this.waiting.push(request);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.writeWaiting(), WRITE_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.writeWaiting();
    // What came while that was written.
    await this.writeWaiting();
  }

  /** One at a time. What fails is said, and stays for the next one. */
  private writeWaiting(): Promise<void> {
    this.writing ??= this.writeAll()
      .catch((error: unknown) => this.failures.warn(`request log: ${errorMessage(error)}`))
      .finally(() => (this.writing = null));
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const written = this.waiting.slice(0, ROWS_A_WRITE);
      await this.write(written);
      this.waiting = this.waiting.slice(written.length);
    }
  }

  /** One that the database will never take keeps nobody else's from being written. */
  private async write(requests: readonly ApiRequest[]): Promise<void> {
    try {
      await this.writeRequests.execute(requests);
    } catch (error) {
      if (!hasRefusedData(error)) throw error;
      if (requests.length === 1) {
        this.dropped.inc();
        this.failures.warn(`request log: one is left out: ${errorMessage(error)}`);
        return;
      }
      const half = requests.length >> 1;
      await this.write(requests.slice(0, half));
      await this.write(requests.slice(half));
    }
  }
}
