import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SessionCookieService } from '../auth';
import { commonErrors, type DefinedError, errorCatalogue } from '../common/errors';
import { describeErrors, statusOf } from '../common/http';
import { isReviewPath } from '../common/rate-limit';
import type { AppConfig } from '../config';
import { webhooks } from './webhooks';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const DESCRIPTION = `A marketplace payment service: onboard sub-sellers, charge on their behalf with splits, receive signed notifications.

Every answer is an envelope: \`success\`, \`message\`, \`data\`, and \`pagination\` for lists; every failure has \`success: false\`,
\`message\`, \`error\` (a code), \`request_id\` and, where fields are wrong, \`details\`; some
codes carry \`data\` too, see the schema ErrorData. Amounts are integer cents. A POST that
changes something takes an \`Idempotency-Key\`.`;

/** Writes the OpenAPI 3.1 document from the code: every operation, schema and error. */
export function createDocument(app: INestApplication, config: AppConfig): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Repasse')
    .setVersion('1')
    .setDescription(DESCRIPTION)
    .addServer(config.http.publicUrl)
    .addBasicAuth(
      {
        type: 'http',
        scheme: 'basic',
        description: 'The public key as user name, the secret key as password.',
      },
      'basic',
    )
    .addCookieAuth(
      app.get(SessionCookieService).name,
      {
        type: 'apiKey',
        in: 'cookie',
        description:
          "An operator's session, as the log-in sets it. Scripts send an operator key pair instead.",
      },
      'session',
    )
    .addSecurityRequirements('basic')
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
    extraModels: errorCatalogue().flatMap(({ dataClass }) => dataClass ?? []),
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Failure: failureSchema(), ErrorData: errorDataSchema() },
    headers: HEADERS,
  };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation !== undefined) complete(operation, method, path);
    }
  }
  return withoutNullable({ ...document, webhooks: webhooks() }) as OpenAPIObject;
}

/** Adds to an operation what every operation has: the shared failures, and the headers of each answer. */
function complete(operation: Operation, method: (typeof METHODS)[number], path: string): void {
  const isPost = method === 'post';
  // What a decorator says counts: the log-in needs nothing, some routes need a session.
  if (isReviewPath(path)) operation.security ??= [{ session: [] }, { basic: [] }];
  const common: DefinedError[] = [
    commonErrors.UNAUTHORIZED,
    commonErrors.FORBIDDEN,
    commonErrors.RATE_LIMIT_EXCEEDED,
  ];
  common.push(commonErrors.INTERNAL_ERROR, commonErrors.UNAVAILABLE, commonErrors.VALIDATION_FAILED);
  if (path.includes('{')) common.push(commonErrors.NOT_FOUND);
  if (method !== 'get' && method !== 'delete') {
    common.push(
      commonErrors.MALFORMED_JSON,
      commonErrors.PAYLOAD_TOO_LARGE,
      commonErrors.UNSUPPORTED_MEDIA_TYPE,
    );
  }
  if (isPost) {
    common.push(
      commonErrors.INVALID_IDEMPOTENCY_KEY,
      commonErrors.IDEMPOTENCY_IN_PROGRESS,
      commonErrors.IDEMPOTENCY_KEY_REUSED,
    );
    operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY_PARAMETER];
  }
  for (const error of common) addFailure(operation.responses, error);
  for (const response of Object.values(operation.responses)) {
    if (response !== undefined && 'description' in response)
      Object.assign(response, { headers: HEADER_REFERENCES });
  }
}

function addFailure(responses: Responses, error: DefinedError): void {
  const status = String(statusOf(error.kind));
  const present = responses[status];
  const line = describeErrors([error]);
  if (present !== undefined && 'description' in present) {
    present.description = `${present.description}\n\n${line}`;
    return;
  }
  responses[status] = {
    description: line,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

const IDEMPOTENCY_KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'Makes repeating the request safe for 24 hours: the same key and body get the first answer again.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' as const } });

const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request, in our logs too.',
    schema: { type: 'string' as const },
  },
  'X-RateLimit-Limit': integerHeader('Requests allowed in the window.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the window.'),
  'X-RateLimit-Reset': integerHeader('Unix time in seconds at which the window ends.'),
};

const HEADER_REFERENCES = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function failureSchema(): Schema {
  const text = { type: 'string' as const };
  return {
    type: 'object',
    required: ['success', 'message', 'error', 'request_id'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      message: { ...text, description: 'For people: what went wrong and what to do.' },
      error: {
        ...text,
        enum: errorCatalogue().map((error) => error.code),
        description: 'For programs: a stable code.',
      },
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
        description: 'What some codes carry beside the message: see ErrorData.',
        anyOf: [...new Set(Object.values(dataReferences()).map(({ $ref }) => $ref))].map(($ref) => ({
          $ref,
        })),
      },
      retry_after_seconds: { type: 'integer' },
    },
  };
}

/** No answer has this shape: it says by code what `data` of a failure is. */
function errorDataSchema(): Schema {
  return {
    type: 'object',
    description: 'What `data` of a failure is, by its `error`; codes that are not here have none.',
    properties: dataReferences(),
  };
}

function dataReferences(): Record<string, { $ref: string }> {
  return Object.fromEntries(
    errorCatalogue().flatMap(({ code, dataClass }) =>
      dataClass === null ? [] : [[code, { $ref: getSchemaPath(dataClass) }]],
    ),
  );
}

/** OpenAPI 3.1 has no `nullable`: null is one of the types, or one of the alternatives to a referenced schema. */
function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable);
  if (typeof node !== 'object' || node === null) return node;
  const clean: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutNullable(value)]),
  );
  if (clean['nullable'] !== true) return clean;
  const { allOf, type, ...rest } = clean;
  delete rest['nullable'];
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as unknown[]), { type: 'null' }] };
  const values = Array.isArray(rest['enum']) ? { enum: [...(rest['enum'] as unknown[]), null] } : {};
  return { ...rest, ...values, type: [type, 'null'] };
}
