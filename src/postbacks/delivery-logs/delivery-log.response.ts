import { ApiProperty } from '@nestjs/swagger';
import { iso, isoOrNull } from '../../common';
import { eventCatalogue } from '../../common/events';
import type { PostbackAttempt } from '../delivery/postback-attempt.entity';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery.transitions';
import type { DeliveryDetail } from './delivery-log.repository';

/** One row of the delivery log: an event for an endpoint, and how far its delivery has come. */
export class DeliveryLogResponse {
  @ApiProperty({
    format: 'uuid',
    description: 'The delivery; X-Service-Delivery-Id and id of its notification.',
  })
  id: string;

  @ApiProperty({ format: 'uuid' })
  endpoint_id: string;

  @ApiProperty({ format: 'uuid', description: 'The event; webhook-id of its notification.' })
  event_id: string;

  @ApiProperty({ type: String, enum: eventCatalogue.kinds })
  event: string;

  @ApiProperty({ format: 'uuid' })
  resource_id: string;

  @ApiProperty({ type: 'integer', description: "Counts the endpoint's deliveries by one without gaps." })
  sequence: number;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  status: DeliveryStatus;

  @ApiProperty({ type: 'integer' })
  attempt_count: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Not before this moment; later while the endpoint is asked with one delivery at a time only (health.next_probe_at).',
  })
  next_attempt_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  delivered_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** One HTTP try. */
export class DeliveryAttemptResponse {
  @ApiProperty({ type: 'integer' })
  number: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'HTTP status of the answer; null when there was none.',
  })
  status: number | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, nullable: true })
  headers: Record<string, string> | null;

  @ApiProperty({ type: String, nullable: true, description: 'The first 4 KiB of the answer.' })
  body: string | null;

  @ApiProperty({ type: 'integer' })
  duration_ms: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why there was no answer.' })
  error: string | null;
}

export class DeliveryLogDetailResponse extends DeliveryLogResponse {
  @ApiProperty({ description: 'The body of the notification, the same bytes in every attempt.' })
  request_body: string;

  @ApiProperty({ type: [DeliveryAttemptResponse] })
  attempts: DeliveryAttemptResponse[];
}

export function toDeliveryLogResponse(delivery: PostbackDelivery): DeliveryLogResponse {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event: delivery.event,
    resource_id: delivery.resourceId,
    sequence: delivery.sequence,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: isoOrNull(delivery.nextAttemptAt),
    delivered_at: isoOrNull(delivery.deliveredAt),
    created_at: iso(delivery.createdAt),
    updated_at: iso(delivery.updatedAt),
  };
}

export function toDeliveryLogDetailResponse({
  delivery,
  body,
  attempts,
}: DeliveryDetail): DeliveryLogDetailResponse {
  return Object.assign(toDeliveryLogResponse(delivery), {
    request_body: body,
    attempts: attempts.map(toAttemptResponse),
  });
}

function toAttemptResponse(attempt: PostbackAttempt): DeliveryAttemptResponse {
  return {
    number: attempt.number,
    at: iso(attempt.at),
    status: attempt.statusCode,
    headers: attempt.responseHeaders,
    body: attempt.responseBody,
    duration_ms: attempt.durationMs,
    error: attempt.error,
  };
}
