import { Injectable } from '@nestjs/common';
import { eventCatalogue } from '../../common/events';
import type { Page } from '../../common/http';
import { type EventTypeResponse, toEventTypeResponse } from './event-type.response';
import type { JsonSchema } from './notification-schema';

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * The kinds of events with their schemas. Those of the resources are in the OpenAPI document, which only the whole
 * application can write: whoever starts it says here how, and it is made when it is first needed.
 */
@Injectable()
export class EventTypeReader {
  private make: () => Schemas = () => {
    throw new Error('nobody has said where the schemas come from');
  };
  private made: Schemas | null = null;

  takeSchemasFrom(make: () => Schemas): void {
    this.make = make;
  }

  /** In the order of the catalogue. */
  list(page: number, limit: number): Page<EventTypeResponse> {
    const schemas = (this.made ??= this.make());
    const { kinds } = eventCatalogue;
    const items = kinds
      .slice((page - 1) * limit, page * limit)
      .map((kind) => toEventTypeResponse(eventCatalogue.get(kind), schemas));
    return { items, page, limit, total: kinds.length, totalPages: Math.ceil(kinds.length / limit) };
  }
}
