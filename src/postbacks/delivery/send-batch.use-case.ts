import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage, OneBehind, Randomness } from '../../common';
import { JobQueues } from '../../common/queue';
import { SafeHttp, SafeHttpError } from '../../common/safe-http';
import { AppConfig } from '../../config';
import { TxRunner } from '../../database';
import { DeliveryTracesService } from '../delivery-traces.service';
import type { Speed } from '../dispatch-jobs';
import { EndpointUrlService } from '../endpoints/endpoint-url.service';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { signatureHeaders, type SigningSecrets } from '../signature';
import { AttemptRecorder } from './attempt-recorder';
import { DatabasePriorityService } from './database-priority.service';
import type { AttemptOutcome, RecordedDelivery } from './attempt.repository';
import { type ClaimedDelivery, DeliveryRepository } from './delivery.repository';
import { isPlainSuccess, nextWaitMs, parseRetryAfter, retryJobs } from './attempt.rules';
import { type Batch, type BatchResult, PrepareBatchUseCase } from './prepare-batch.use-case';
import { RecordAttemptsUseCase } from './record-attempts.use-case';
import { RecordSuccessUseCase } from './record-success.use-case';

const MAX_READ_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;
const MAX_KEPT_HEADERS = 50;
const MAX_KEPT_HEADER_LENGTH = 500;
const MAX_ERROR_LENGTH = 200;
const GONE = 410;

/** What of an attempt is known without its answer. */
type Beginning = Pick<AttemptOutcome, 'merchantId' | 'id' | 'claim' | 'at' | 'durationMs' | 'triedNext'>;

/** Delivers one batch of one endpoint: prepare, send, record, decide what is next. */
@Injectable()
export class SendBatchUseCase {
  private readonly logger = new Logger(SendBatchUseCase.name);

  constructor(
    private readonly preparing: PrepareBatchUseCase,
    private readonly attempts: RecordAttemptsUseCase,
    private readonly successes: RecordSuccessUseCase,
    private readonly txRunner: TxRunner,
    private readonly database: DatabasePriorityService,
    private readonly deliveries: DeliveryRepository,
    private readonly http: SafeHttp,
    private readonly urls: EndpointUrlService,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly traces: DeliveryTracesService,
    private readonly config: AppConfig,
  ) {}

  /** `isStopping` ends the batch early; what was not begun is given back. */
  async execute(key: EndpointKey, speed: Speed, isStopping: () => boolean): Promise<BatchResult> {
    const batch = await this.preparing.execute(key, speed);
    if (typeof batch === 'string') return batch;
    try {
      const { recorded, left } = await this.sendAll(batch, isStopping);
      if (left.length > 0) await this.release(key, left);
      await this.queues.add(retryJobs(key, recorded, this.clock.now()));
      return !batch.isAll || left.length > 0 || batch.target.isReplaying ? 'more' : 'done';
    } finally {
      batch.end();
    }
  }

  private async release(key: EndpointKey, left: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.run(key.endpointId, () =>
      this.txRunner.runStatement((tx) => this.deliveries.release(tx, key, left)),
    );
  }

  /** Sends side by side as far as the limits allow, until all is sent, time is over or the breaker opens. */
  private async sendAll(
    batch: Batch,
    isStopping: () => boolean,
  ): Promise<{ recorded: RecordedDelivery[]; left: ClaimedDelivery[] }> {
    const left = [...batch.deliveries];
    const traces = await this.traces.find(batch.key, left);
    const recorded: RecordedDelivery[] = [];
    const recorder = new AttemptRecorder(batch, this.attempts, this.successes);
    const mayBegin = (): boolean =>
      !isStopping() && !recorder.isBreakerOpen && performance.now() < batch.beginBeforeMs;
    const write = async (delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<void> => {
      const written = await recorder.add(outcome);
      this.noteLate(delivery, written);
      if (written !== null) recorded.push(written);
    };
    const sendOneByOne = async (): Promise<void> => {
      // A success is written while the next one is sent: nothing follows from it. So few are ever without a record.
      const written = new OneBehind();
      while (mayBegin()) {
        const delivery = left.shift();
        if (delivery === undefined) break;
        const send = (): Promise<AttemptOutcome> => this.send(batch, delivery);
        const outcome = await this.traces.attempt(batch.key, delivery, traces, send);
        await written.add(() => write(delivery, outcome));
        if (!isPlainSuccess(outcome)) await written.ended();
      }
      await written.ended();
    };
    const results = await Promise.allSettled(
      Array.from({ length: batch.limits.concurrency }, () => sendOneByOne()),
    );
    for (const result of results) {
      if (result.status === 'rejected') this.logger.error(`delivery: ${errorMessage(result.reason)}`);
    }
    return { recorded, left };
  }

  private noteLate({ id }: ClaimedDelivery, written: RecordedDelivery | null): void {
    if (written?.late === false) return;
    const what = written === null ? 'the outcome was dropped' : 'the success was written late';
    this.logger.warn(`delivery ${id}: its lease had ended, ${what}`);
  }

  /** Makes one attempt: signs the frozen bytes, sends them, and says what came of it. Writes nothing. */
  private async send({ target, ...batch }: Batch, delivery: ClaimedDelivery): Promise<AttemptOutcome> {
    const at = this.clock.now();
    const secrets = secretsFor(delivery, batch);
    const startedMs = performance.now();
    const measured = (): Beginning => ({
      merchantId: batch.key.merchantId,
      id: delivery.id,
      claim: delivery.claim,
      at,
      durationMs: Math.round(performance.now() - startedMs),
      triedNext: secrets !== batch.secrets,
    });
    try {
      const response = await this.http.request({
        method: 'POST',
        url: target.endpoint.url,
        headers: headersOf(delivery, secrets, at),
        body: delivery.body,
        ...this.urls.rules(target.mode),
        totalTimeoutMs: this.config.postbacks.totalTimeoutMs,
        maxReadBytes: MAX_READ_BYTES,
        maxKeptBytes: MAX_KEPT_BYTES,
      });
      // contract §7, Success: any 2xx; a redirect is a failure.
      const succeeded = response.status >= 200 && response.status < 300;
      const retryAfterMs = parseRetryAfter(response.headers['retry-after'], this.clock.now());
      return {
        ...measured(),
        statusCode: response.status,
        headers: keptHeaders(response.headers),
        body: storable(response.body.toString('utf8')),
        error: null,
        succeeded,
        gone: response.status === GONE,
        waitMs: succeeded ? 0 : this.waitMs(delivery, retryAfterMs),
      };
    } catch (error) {
      if (!(error instanceof SafeHttpError)) throw error;
      return {
        ...measured(),
        statusCode: null,
        headers: null,
        body: null,
        error: error.message.slice(0, MAX_ERROR_LENGTH),
        succeeded: false,
        gone: false,
        waitMs: this.waitMs(delivery, null),
      };
    }
  }

  private waitMs(delivery: ClaimedDelivery, retryAfterMs: number | null): number {
    const random = this.randomness.bytes(4).readUInt32BE() / 2 ** 32;
    const { retryWaitsSeconds } = this.config.postbacks;
    const { attemptCount, extraAttempts } = delivery;
    return nextWaitMs(retryWaitsSeconds, attemptCount + 1 - extraAttempts, random, retryAfterMs);
  }
}

/**
 * A receiver that knows one secret only has changed it, or refuses for another reason: every second attempt of what
 * it refused asks (src/postbacks/README.md).
 */
function secretsFor(
  delivery: ClaimedDelivery,
  { secrets, refused }: Pick<Batch, 'secrets' | 'refused'>,
): SigningSecrets {
  const { first, next } = secrets;
  if (next === null || delivery.attemptCount % 2 === 0 || !refused.has(delivery.id)) return secrets;
  return { first: next, previous: first, next: null };
}

/** contract §7, The notification. */
function headersOf(
  { id, event, eventId, body, attemptCount }: ClaimedDelivery,
  secrets: SigningSecrets,
  sentAt: Date,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Postback/1.0',
    'X-Service-Event': event,
    'X-Service-Delivery-Id': id,
    'X-Service-Attempt': String(attemptCount + 1),
    ...signatureHeaders({ eventId, sentAt, body }, secrets),
  };
}

function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, MAX_KEPT_HEADERS);
  return Object.fromEntries(
    kept.map(([name, value]) => [name, storable(value.slice(0, MAX_KEPT_HEADER_LENGTH))]),
  );
}

/** PostgreSQL's text and jsonb take every character but NUL, and no half of a surrogate pair. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
