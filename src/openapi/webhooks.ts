import type { OpenAPIObject } from '@nestjs/swagger';
import { eventCatalogue } from '../common/events';
import { notificationSchema } from '../postbacks';

type PathItem = OpenAPIObject['paths'][string];

/** One entry an event kind: what the receiver gets, and what it answers. */
export function webhooks(): Record<string, PathItem> {
  return Object.fromEntries(eventCatalogue.kinds.map((kind) => [kind, { post: notification(kind) }]));
}

function notification(kind: string): NonNullable<PathItem['post']> {
  const event = eventCatalogue.get(kind);
  return {
    operationId: `notification.${kind}`,
    tags: ['Notifications'],
    summary: kind,
    description: event.description?.text ?? '',
    security: [],
    parameters: HEADERS.map(([name, description]) => ({
      name,
      in: 'header' as const,
      required: !OVERLAP_HEADERS.has(name),
      description,
      schema: { type: 'string' as const },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: notificationSchema(event) } },
    },
    responses: {
      '2XX': { description: 'Received. Anything else, and no answer within 15 seconds, is tried again.' },
    },
  };
}

const OVERLAP_HEADERS = new Set(['X-Service-Signature-Previous', 'X-Service-Signature-Next']);
const HEADERS: readonly (readonly [string, string])[] = [
  [
    'X-Service-Signature',
    "`sha256=` and the hex HMAC-SHA256 of the body's bytes under the endpoint's secret.",
  ],
  ['X-Service-Signature-Previous', 'The same under the previous secret, while both are valid.'],
  ['X-Service-Signature-Next', 'The same under the new secret, while the first is still the previous one.'],
  ['X-Service-Event', 'The event kind.'],
  ['X-Service-Delivery-Id', 'The id of the body.'],
  ['X-Service-Attempt', 'The number of this attempt, from 1.'],
  ['webhook-id', 'Standard Webhooks: the event id.'],
  ['webhook-timestamp', 'Standard Webhooks: Unix time of this attempt in seconds.'],
  ['webhook-signature', 'Standard Webhooks: `v1,` and the signature; both secrets while they overlap.'],
];
