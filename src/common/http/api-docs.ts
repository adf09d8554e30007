import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { DefinedError } from '../errors';
import { statusOf } from './error.filter';

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

/** Documents the failures that are a handler's own; those of every route are added to the document in one place. */
export function ApiErrors(...errors: DefinedError[]): MethodDecorator {
  const byStatus = new Map<number, DefinedError[]>();
  for (const error of errors) {
    const status = statusOf(error.kind);
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return applyDecorators(
    ...[...byStatus].map(([status, group]) =>
      ApiResponse({
        status,
        description: describeErrors(group),
        schema: { $ref: '#/components/schemas/Failure' },
      }),
    ),
  );
}

/** One line a code, for the description of a documented failure. */
export function describeErrors(errors: readonly DefinedError[]): string {
  return errors.map((error) => `\`${error.code}\`: ${error.message}`).join('\n\n');
}
