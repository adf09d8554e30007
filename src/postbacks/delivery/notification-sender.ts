import { Injectable } from '@nestjs/common';
import { Clock, Randomness } from '../../common';
import { SafeHttp, SafeHttpError } from '../../common/safe-http';
import { AppConfig } from '../../config';
import type { DeliveryTarget } from '../endpoints/endpoint.repository';
import { EndpointSecrets } from '../endpoints/endpoint-secrets';
import { EndpointUrls } from '../endpoints/endpoint-urls';
import type { AttemptOutcome, ClaimedDelivery } from './delivery.repository';
import { nextWaitMs, parseRetryAfter } from './retry-schedule';
import { signatureHeaders } from './signature';

const MAX_READ_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;
const MAX_KEPT_HEADERS = 50;
const MAX_KEPT_HEADER_LENGTH = 500;
const MAX_ERROR_LENGTH = 200;
const GONE = 410;

/** The secrets that sign for an endpoint at this moment. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous: string | null;
}

/** Makes one attempt: signs the frozen bytes, sends them, and says what came of it. Writes nothing. */
@Injectable()
export class NotificationSender {
  constructor(
    private readonly http: SafeHttp,
    private readonly secrets: EndpointSecrets,
    private readonly urls: EndpointUrls,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
  ) {}

  /** Throws when a secret cannot be opened: a fault on our side, for which no attempt is counted. */
  secretsOf({ endpoint }: DeliveryTarget): SigningSecrets {
    if (endpoint.secretBox === null) throw new Error('an endpoint that is not deleted has a secret');
    const { previousSecretBox: previous, previousSecretExpiresAt: until } = endpoint;
    const overlaps = previous !== null && until !== null && until > this.clock.now();
    return {
      current: this.secrets.open(endpoint.id, endpoint.secretBox),
      previous: overlaps ? this.secrets.open(endpoint.id, previous) : null,
    };
  }

  async send(
    target: DeliveryTarget,
    secrets: SigningSecrets,
    delivery: ClaimedDelivery,
  ): Promise<AttemptOutcome> {
    const at = this.clock.now();
    const startedMs = performance.now();
    const measured = (): Pick<AttemptOutcome, 'id' | 'claim' | 'at' | 'durationMs'> => ({
      id: delivery.id,
      claim: delivery.claim,
      at,
      durationMs: Math.round(performance.now() - startedMs),
    });
    try {
      const response = await this.http.request({
        method: 'POST',
        url: target.endpoint.url,
        headers: this.headers(delivery, secrets, at),
        body: delivery.body,
        ...this.urls.rules(target.mode),
        totalTimeoutMs: this.config.postbacks.totalTimeoutMs,
        maxReadBytes: MAX_READ_BYTES,
        maxKeptBytes: MAX_KEPT_BYTES,
      });
      const retryAfterMs = parseRetryAfter(response.headers['retry-after'], this.clock.now());
      return {
        ...measured(),
        statusCode: response.status,
        headers: keptHeaders(response.headers),
        body: storable(response.body.toString('utf8')),
        error: null,
        // contract §7, Success: any 2xx; a redirect is a failure.
        succeeded: response.status >= 200 && response.status < 300,
        gone: response.status === GONE,
        waitMs: this.waitMs(delivery, retryAfterMs),
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

  private headers(delivery: ClaimedDelivery, secrets: SigningSecrets, sentAt: Date): Record<string, string> {
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Postback/1.0',
      'X-Service-Event': delivery.event,
      'X-Service-Delivery-Id': delivery.id,
      'X-Service-Attempt': String(delivery.attemptCount + 1),
      ...signatureHeaders(
        { eventId: delivery.eventId, sentAt, body: delivery.body },
        secrets.current,
        secrets.previous,
      ),
    };
  }

  private waitMs(delivery: ClaimedDelivery, retryAfterMs: number | null): number {
    const random = this.randomness.bytes(4).readUInt32BE() / 2 ** 32;
    return nextWaitMs(
      this.config.postbacks.retryWaitsSeconds,
      delivery.attemptCount + 1,
      random,
      retryAfterMs,
    );
  }
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
