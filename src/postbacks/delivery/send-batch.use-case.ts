import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorMessage, Randomness } from '../../common';
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
import { BatchSenders, BatchUnderWay, type BegunDelivery, type Steps } from './batch-senders';
import { DatabasePriorityService } from './database-priority.service';
import type { AttemptOutcome, RecordedDelivery } from './attempt.repository';
import { type ClaimedDelivery, DeliveryRepository } from './delivery.repository';
import { nextWaitMs, parseRetryAfter, retryJobs } from './attempt.rules';
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

/** The loop of one endpoint in which its batches are sent. */
export interface BatchLoop {
  /** Whether it may look for another batch. */
  mayGoOn(): boolean;
  /** Resolves when somebody has asked since it last looked. */
  asked(): Promise<void>;
  /** It is about to look; answers whether somebody had asked. */
  looks(): boolean;
}

/** Delivers batches of one endpoint: prepare, send, record, decide what is next. */
@Injectable()
export class SendBatchUseCase {
  private readonly logger = new Logger(SendBatchUseCase.name);

  private readonly steps: Steps = {
    send: ({ underWay: { batch, traces }, delivery }) =>
      this.traces.attempt(batch.key, delivery, traces, () => this.send(batch, delivery)),
    write: (begun, outcome, isAfterFailure) => this.write(begun, outcome, isAfterFailure),
    settle: (underWay) => this.settle(underWay),
    noteFault: (error) => {
      this.logger.error(`delivery: ${errorMessage(error)}`);
    },
  };

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

  /**
   * One batch, and in a loop, as long as all goes well, also those after it, each taken while those before are still being sent:
   * an answer that is long in coming holds up nothing but its place. `isStopping` ends it early; what was not begun is given back.
   */
  async execute(
    key: EndpointKey,
    speed: Speed,
    isStopping: () => boolean,
    loop?: BatchLoop,
  ): Promise<BatchResult> {
    const senders = new BatchSenders(this.steps, isStopping);
    let result: BatchResult;
    try {
      do {
        loop?.looks();
        const taken: Batch | BatchResult = await this.preparing.execute(key, speed);
        if (typeof taken === 'string') result = taken;
        else result = await this.begin(taken, senders);
        const isMoreDue = Promise.all([senders.isHalfBegun, result === 'done' ? loop?.asked() : undefined]);
        await Promise.race([senders.ended(), isMoreDue]);
      } while (loop?.mayGoOn() === true && result !== 'other_queue' && senders.mayBeginMore);
    } finally {
      await senders.ended();
    }
    return senders.isAnyLeft ? 'more' : result;
  }

  /** Resolves when it is being sent, with what is due besides. */
  private async begin(batch: Batch, senders: BatchSenders): Promise<BatchResult> {
    const { key, target, deliveries, isAll } = batch;
    // It may get fewer requests at a time than those before.
    if (!batch.mayBeFollowed) await senders.ended();
    const traces = await this.traces.find(key, deliveries);
    senders.add(new BatchUnderWay(batch, new AttemptRecorder(batch, this.attempts, this.successes), traces));
    return isAll && !target.isReplaying ? 'done' : 'more';
  }

  private async write(
    { underWay: { recorder, recorded }, delivery }: BegunDelivery,
    outcome: AttemptOutcome,
    isAfterFailure: boolean,
  ): Promise<void> {
    const written = await recorder.add(outcome, isAfterFailure);
    this.noteLate(delivery, written);
    if (written !== null) recorded.push(written);
  }

  /** Gives back what was not begun, and has what is to be tried again looked at then. */
  private async settle({ batch: { key, bodies }, left, recorded }: BatchUnderWay): Promise<void> {
    try {
      if (left.length > 0) await this.release(key, left);
      await this.queues.add(retryJobs(key, recorded, this.clock.now()));
    } finally {
      bodies.release();
    }
  }

  private async release(key: EndpointKey, left: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.run(key.endpointId, () =>
      this.txRunner.runStatement((tx) => this.deliveries.release(tx, key, left)),
    );
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
