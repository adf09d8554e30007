import type { DeclaredEvent, EventResource } from '../../common/events';

/** A JSON Schema (draft 2020-12) as plain data, as OpenAPI 3.1 writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where the OpenAPI document keeps the schemas of resources. */
export const COMPONENTS = '#/components/schemas/';

/** The body of a notification; resources are references into the components of the OpenAPI document. */
export function notificationSchema(event: DeclaredEvent): JsonSchema {
  const { resource, description } = event;
  const resources = [resource, description?.beside].filter(
    (each): each is EventResource => each !== null && each !== undefined,
  );
  const properties: Record<string, JsonSchema> = {
    id: id('The delivery: the same in every attempt and resend, so that repeats can be dropped.'),
    event_id: id('The event: the same for all endpoints.'),
    event: { type: 'string', enum: [event.kind] },
    occurred_at: { type: 'string', format: 'date-time' },
    sequence: {
      type: 'integer',
      minimum: 1,
      description: "Counts this endpoint's deliveries by one, without gaps.",
    },
    ...Object.fromEntries(
      resources.map((each) => [each.field, { $ref: `${COMPONENTS}${each.resource().name}` }]),
    ),
  };
  return { type: 'object', required: Object.keys(properties), properties };
}

function id(description: string): JsonSchema {
  return { type: 'string', format: 'uuid', description };
}
