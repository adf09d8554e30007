import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '../event-catalogue';
import { exampleNotification } from './example-notification';
import { type JsonSchema, notificationSchema } from './notification-schema';
import { standaloneSchema } from './standalone-schema';

/** What happened when an event of the kind is sent. */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  'charge.pending': 'A charge was created and waits for its payment or its outcome.',
  'charge.authorized': 'A card was authorised; the money waits to be captured.',
  'charge.captured': 'A charge was paid.',
  'charge.failed': 'A charge was refused; its failure says why.',
  'charge.voided': 'An authorisation was given back without a capture.',
  'charge.expired': 'Nobody paid in time.',
  'charge.partially_refunded': 'A part of a charge was given back.',
  'charge.refunded': 'All of a charge was given back.',
  'charge.refund_failed': 'A refund was refused; the charge is as it was before.',
  'charge.chargeback': 'The payer disputed the charge with the card issuer.',
  'submerchant.pending_review': 'A submerchant was submitted for review.',
  'submerchant.active': 'A submerchant was approved, or reactivated: it can be paid.',
  'submerchant.rejected': 'A submerchant was rejected; its rejection says why.',
  'submerchant.resubmission_requested': 'A submerchant is open for changes and waits to be submitted again.',
  'submerchant.suspended': 'A submerchant gets no new charges for now.',
  'document.approved': 'A document was approved.',
  'document.rejected': 'A document was rejected; its rejection says why. Send it again.',
  'document.expiring': 'A document expires in 30 or in 7 days.',
  'document.expired': 'A document has expired. Send a valid one.',
  'endpoint.paused': 'Another webhook endpoint of the merchant was paused.',
  ping: 'Somebody asked for it, to see whether notifications arrive.',
};

/** One kind of event: what it means, and what its notification looks like. */
export class EventTypeResponse {
  @ApiProperty({ enum: EVENT_TYPES })
  event: EventType;

  @ApiProperty({ example: 'A charge was paid.' })
  description: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema (draft 2020-12) of the body, complete in itself.',
  })
  schema: JsonSchema;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'A body that the schema describes.',
  })
  example: Record<string, unknown>;
}

export function toEventTypeResponse(
  event: EventType,
  components: Readonly<Record<string, JsonSchema>>,
): EventTypeResponse {
  const schema = standaloneSchema(notificationSchema(event), components);
  return {
    event,
    description: EVENT_DESCRIPTIONS[event],
    schema,
    example: exampleNotification(event, schema),
  };
}
