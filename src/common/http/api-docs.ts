import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiExtraModels,
  ApiResponse,
  getSchemaPath,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { type DefinedError, errorCatalogue } from '../errors';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];
type SchemaObject = Exclude<Schema, { $ref: string }>;

function success(data: Schema, more: Record<string, Schema> = {}): SchemaObject {
  return {
    type: 'object',
    required: ['success', 'message', 'data', ...Object.keys(more)],
    properties: { success: { type: 'boolean', enum: [true] }, message: { type: 'string' }, data, ...more },
  };
}

/** Documents a handler's success envelope around one resource. */
export function ApiReply(
  status: 200 | 201 | 202,
  data: Type,
  description: string,
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(data),
    ApiResponse({ status, description, schema: success({ $ref: getSchemaPath(data) }) }),
  );
}

export function ApiNoContent(description: string): MethodDecorator & ClassDecorator {
  return ApiResponse({ status: 204, description });
}

/** Documents a handler's list envelope. */
export function ApiListReply(item: Type, description: string): MethodDecorator & ClassDecorator {
  const pagination: SchemaObject = {
    type: 'object',
    required: ['page', 'limit', 'total', 'totalPages'],
    properties: {
      page: { type: 'integer' },
      limit: { type: 'integer' },
      total: { type: 'integer' },
      totalPages: { type: 'integer' },
      next_cursor: {
        type: 'string',
        nullable: true,
        description: 'Only in a walk by cursor; null at its end.',
      },
    },
  };
  const items: SchemaObject = { type: 'array', items: { $ref: getSchemaPath(item) } };
  return applyDecorators(
    ApiExtraModels(item),
    ApiResponse({ status: 200, description, schema: success(items, { pagination }) }),
  );
}

/** One extension an error, so that what several decorators of a handler say adds up. */
const ERROR = 'x-error-';

/** Documents the failures that are a handler's own; those of every route are added to the document in one place. */
export function ApiErrors(...errors: DefinedError[]): MethodDecorator {
  return applyDecorators(...errors.map(({ code }) => ApiExtension(ERROR + code, code)));
}

/** What `ApiErrors` said of an operation of the document, which is left without these marks. */
export function takeErrors(operation: object): DefinedError[] {
  const marks = Object.keys(operation).filter((name) => name.startsWith(ERROR));
  for (const mark of marks) Reflect.deleteProperty(operation, mark);
  return errorCatalogue().filter(({ code }) => marks.includes(ERROR + code));
}

/** Lets a decorator of a parameter document its handler: what reads a header says so. */
export function documentsHandler(...decorators: readonly MethodDecorator[]): ParameterDecorator {
  return (target, key) => {
    const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || descriptor === undefined) return;
    for (const decorate of decorators) decorate(target, key, descriptor);
  };
}
