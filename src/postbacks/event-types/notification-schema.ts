import { type EventType, prefixOf } from '../event-catalogue';

/** A JSON Schema (draft 2020-12) as plain data, as OpenAPI 3.1 writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where the OpenAPI document keeps the schemas of resources. */
export const COMPONENTS = '#/components/schemas/';

/** The resource that an event's body carries, by the event's prefix (contract §7, Body). */
const RESOURCES: Readonly<Record<string, { field: string; schema: string }>> = {
  charge: { field: 'charge', schema: 'ChargeResponse' },
  submerchant: { field: 'submerchant', schema: 'SubmerchantResponse' },
  document: { field: 'document', schema: 'DocumentResponse' },
  endpoint: { field: 'endpoint', schema: 'EndpointResponse' },
  ping: { field: 'endpoint', schema: 'EndpointResponse' },
};

/** Events whose body shows a refund beside the charge. */
const REFUND_EVENTS: readonly EventType[] = [
  'charge.partially_refunded',
  'charge.refunded',
  'charge.refund_failed',
];

/** The name under which a notification carries its resource. */
export function resourceField(event: EventType): string {
  return resourceOf(event).field;
}

/** The body of a notification; resources are references into the components of the OpenAPI document. */
export function notificationSchema(event: EventType): JsonSchema {
  const resource = resourceOf(event);
  const properties: Record<string, JsonSchema> = {
    id: id('The delivery: the same in every attempt and resend, so that repeats can be dropped.'),
    event_id: id('The event: the same for all endpoints.'),
    event: { type: 'string', enum: [event] },
    occurred_at: { type: 'string', format: 'date-time' },
    sequence: {
      type: 'integer',
      minimum: 1,
      description: "Counts this endpoint's deliveries by one, without gaps.",
    },
    [resource.field]: { $ref: `${COMPONENTS}${resource.schema}` },
    ...(REFUND_EVENTS.includes(event) ? { refund: { $ref: `${COMPONENTS}RefundResponse` } } : {}),
  };
  return { type: 'object', required: Object.keys(properties), properties };
}

function resourceOf(event: EventType): { field: string; schema: string } {
  const resource = RESOURCES[prefixOf(event)];
  if (resource === undefined) throw new Error(`no resource is documented for ${event}`);
  return resource;
}

function id(description: string): JsonSchema {
  return { type: 'string', format: 'uuid', description };
}
