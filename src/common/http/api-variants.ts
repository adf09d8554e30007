import { ApiProperty, type ApiPropertyOptions, type OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** What is particular to one kind of a resource. */
export interface Variant {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

/** The kinds of a resource, which the value of one of its fields tells apart. */
export interface Variants {
  /** The field that tells them apart. */
  readonly by: string;
  /** What is of several kinds, as it stands in the names of schemas: they are named by it, `Charge` → `PixCharge`. */
  readonly noun: string;
  readonly of: Readonly<Record<string, Variant>>;
}

const VARIANTS = 'x-variants';

/** Documents a field whose shape depends on another one: the document has one schema for each kind of the resource. */
export function ApiVariantField(variants: Variants): PropertyDecorator {
  return ApiProperty({
    type: 'object',
    additionalProperties: true,
    [VARIANTS]: variants,
  } as ApiPropertyOptions);
}

/** What `ApiVariantField` said of a property of the document; undefined when it said nothing. */
export function variantsOf(property: object): Variants | undefined {
  return (property as { readonly [VARIANTS]?: Variants })[VARIANTS];
}
