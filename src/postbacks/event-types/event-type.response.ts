import { ApiProperty } from '@nestjs/swagger';
import { type DeclaredEvent, eventCatalogue } from '../../common/events';
import { exampleNotification } from './example-notification';
import { type JsonSchema, notificationSchema } from './notification-schema';
import { standaloneSchema } from './standalone-schema';

/** One kind of event: what it means, and what its notification looks like. */
export class EventTypeResponse {
  @ApiProperty({ type: String, enum: eventCatalogue.kinds })
  event: string;

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
  event: DeclaredEvent,
  components: Readonly<Record<string, JsonSchema>>,
): EventTypeResponse {
  const schema = standaloneSchema(notificationSchema(event), components);
  return {
    event: event.kind,
    description: event.description?.text ?? '',
    schema,
    example: exampleNotification(event, schema),
  };
}
