import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { commonErrors, type DefinedError } from '../common/errors';
import { statusOf, takeErrors } from '../common/http';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Components = NonNullable<OpenAPIObject['components']>;
type Schema = NonNullable<Components['schemas']>[string];
type Response = NonNullable<Components['responses']>[string];

const EVERYWHERE: readonly DefinedError[] = [
  commonErrors.MALFORMED_REQUEST,
  commonErrors.UNAUTHORIZED,
  commonErrors.FORBIDDEN,
  commonErrors.VALIDATION_FAILED,
  commonErrors.RATE_LIMIT_EXCEEDED,
  commonErrors.INTERNAL_ERROR,
  commonErrors.UNAVAILABLE,
];

/** Whatever is no GET may be sent a body, and one that cannot be read is refused, wanted or not. */
const OF_BODIES: readonly DefinedError[] = [
  commonErrors.MALFORMED_JSON,
  commonErrors.PAYLOAD_TOO_LARGE,
  commonErrors.UNSUPPORTED_MEDIA_TYPE,
];

/** The failures that an operation can answer: its own, and those of every one like it. */
export function errorsOf(operation: Operation, method: string, path: string): DefinedError[] {
  const errors = new Set([...takeErrors(operation), ...EVERYWHERE]);
  if (method !== 'get') for (const error of OF_BODIES) errors.add(error);
  if (path.includes('{')) errors.add(commonErrors.NOT_FOUND);
  return [...errors].sort((left, right) => left.code.localeCompare(right.code));
}

/** Gathers what the failures of a document's operations have in common. */
export class Failures {
  readonly responses: Record<string, Response> = {};
  private readonly errors = new Set<DefinedError>();

  /** Adds to an operation a response for each status of these errors. */
  add(operation: Operation, errors: readonly DefinedError[]): void {
    for (const status of new Set(errors.map(({ kind }) => statusOf(kind))))
      operation.responses[String(status)] = this.response(
        errors.filter(({ kind }) => statusOf(kind) === status),
      );
    for (const error of errors) this.errors.add(error);
  }

  get schemas(): Record<string, Schema> {
    return { Failure: failureSchema(dataOf([...this.errors])) };
  }

  /** What features have no part in is the same with many operations: it is written once. */
  private response(group: readonly DefinedError[]): Response {
    if (!group.every((error) => COMMON.has(error))) return failureResponse(group);
    const name = group.map(({ code }) => wordsOf(code)).join('Or');
    this.responses[name] ??= failureResponse(group);
    return { $ref: `#/components/responses/${name}` };
  }
}

const COMMON: ReadonlySet<DefinedError> = new Set(Object.values(commonErrors));

/** `STALE_VERSION` → `StaleVersion`. */
function wordsOf(code: string): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function failureResponse(errors: readonly DefinedError[]): Response {
  const code: Schema = { type: 'string', enum: errors.map((error) => error.code) };
  const [first, ...others] = dataOf(errors);
  const said = { description: `By code: ${dataByCode(errors)}.` };
  const shape = others.length === 0 ? first : { anyOf: [first, ...others] };
  const data: Record<string, Schema> = first === undefined ? {} : { data: { ...said, ...shape } as Schema };
  const own: Schema = { type: 'object', required: ['error'], properties: { error: code, ...data } };
  return {
    description: errors.map((error) => `\`${error.code}\`: ${error.message}`).join('\n\n'),
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, own] } },
    },
  };
}

function failureSchema(anyOf: { $ref: string }[]): Schema {
  const text = { type: 'string' as const };
  return {
    type: 'object',
    required: ['success', 'message', 'error', 'request_id'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      message: { ...text, description: 'For people: what went wrong and what to do.' },
      error: { ...text, description: 'For programs: a stable code. Each operation names its own.' },
      request_id: text,
      details: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'code', 'message'],
          properties: { field: { ...text, example: 'items[0].quantity' }, code: text, message: text },
        },
      },
      data: {
        description: 'What some codes carry beside the message; each operation says which.',
        anyOf,
      },
      retry_after_seconds: { type: 'integer' },
    },
  };
}

/** What these errors carry beside their message. */
function dataOf(errors: readonly DefinedError[]): { $ref: string }[] {
  const sorted = [...errors].sort((left, right) => left.code.localeCompare(right.code));
  const references = sorted.flatMap(({ dataClass }) =>
    dataClass === null ? [] : [getSchemaPath(dataClass)],
  );
  return [...new Set(references)].map(($ref) => ({ $ref }));
}

/** Which of them carries which. */
function dataByCode(errors: readonly DefinedError[]): string {
  return errors
    .flatMap(({ code, dataClass }) => (dataClass === null ? [] : [`\`${code}\`: ${dataClass.name}`]))
    .join(', ');
}
