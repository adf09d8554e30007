import { Injectable, Logger } from '@nestjs/common';
import { errorMessage } from '../common';
import { EventTraceRepository, type EventTraces } from '../common/outbox';
import { Tracing } from '../common/tracing';
import type { EndpointKey } from './endpoints/postback-endpoint.entity';

/** What a trace says of a delivery. */
interface Traced {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  /** Before this attempt. */
  readonly attemptCount: number;
}

interface Outcome {
  readonly succeeded: boolean;
  readonly statusCode: number | null;
}

const NONE: EventTraces = new Map();

/**
 * Attempts go on with the trace in which their event happened. That is read from the event's row, and while tracing is on
 * alone: the delivery's row does not have it, nor does the job, which names endpoints (decision 0007).
 */
@Injectable()
export class DeliveryTracesService {
  private readonly logger = new Logger(DeliveryTracesService.name);

  constructor(
    private readonly events: EventTraceRepository,
    private readonly tracing: Tracing,
  ) {}

  /** Never rejects: a delivery matters more than its trace. */
  async find({ merchantId }: EndpointKey, deliveries: readonly Traced[]): Promise<EventTraces> {
    if (!this.tracing.isOn) return NONE;
    const ids = deliveries.map(({ eventId }) => eventId);
    try {
      return await this.events.list(merchantId, ids);
    } catch (error) {
      this.logger.warn(`traces of deliveries: ${errorMessage(error)}`);
      return NONE;
    }
  }

  /** Makes an attempt, as a span where its event was traced. */
  attempt<Made extends Outcome>(
    { endpointId }: EndpointKey,
    delivery: Traced,
    traces: EventTraces,
    send: () => Promise<Made>,
  ): Promise<Made> {
    const parent = traces.get(delivery.eventId) ?? null;
    if (parent === null) return send();
    const facts = {
      'repasse.event_id': delivery.eventId,
      'repasse.delivery_id': delivery.id,
      'repasse.endpoint_id': endpointId,
      'repasse.attempt': delivery.attemptCount + 1,
    };
    return this.tracing.span(`deliver ${delivery.event}`, { parent, facts }, async (span) => {
      const outcome = await send();
      if (!outcome.succeeded) span.fail(String(outcome.statusCode ?? 'no_answer'));
      return outcome;
    });
  }
}
