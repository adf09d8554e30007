import { Injectable } from '@nestjs/common';
import type { JsonSchema } from './notification-schema';

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * The schemas of all resources, as the OpenAPI document has them. Only the whole application can write that
 * document, so whoever starts it says here how; it is made when it is first needed.
 */
@Injectable()
export class ResourceSchemas {
  private make: () => Schemas = () => {
    throw new Error('nobody has said where the schemas come from');
  };
  private made: Schemas | null = null;

  register(make: () => Schemas): void {
    this.make = make;
  }

  get(): Schemas {
    this.made ??= this.make();
    return this.made;
  }
}
