import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SessionCookieService } from '../auth';
import { errorCatalogue } from '../common/errors';
import { isReviewPath } from '../common/rate-limit';
import type { AppConfig } from '../config';
import { describeParameters, descriptionOf, tagsOf } from './descriptions';
import { errorsOf, Failures, type Operation } from './failures';
import { readRecording, showFailures, type Shown, showNotifications, showRecorded } from './recorded';
import { closed, schemasOf, withoutNullable } from './schemas';
import { withVariants } from './variants';
import { webhooks } from './webhooks';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const ENVELOPE = `Every answer is an envelope: \`success\`, \`message\`, \`data\`, and \`pagination\` for lists; every failure has \`success: false\`,
\`message\`, \`error\` (a code), \`request_id\` and, where fields are wrong, \`details\`; some
codes carry \`data\` too, of the schema that the operation names. Amounts are integer cents.`;

const FOR_MERCHANTS = `A marketplace payment service: onboard sub-sellers, charge on their behalf with splits, receive signed notifications.

${ENVELOPE} A POST that changes something takes an \`Idempotency-Key\`. What operators use is in a document of its own.`;

const FOR_OPERATORS = `The operators' side of a marketplace payment service: the queue of registrations, decisions, merchants and their keys, the audit log.

${ENVELOPE} Records that people decide on carry \`version\`, which \`If-Match\` holds them to.`;

/** The documents by the name under which they are served: the API of merchants, and that of operators. */
export interface ApiDocuments {
  readonly openapi: OpenAPIObject;
  readonly 'openapi-review': OpenAPIObject;
}

/** Writes the OpenAPI 3.1 documents from the code: every operation, schema and error. */
export function createDocuments(app: INestApplication, config: AppConfig): ApiDocuments {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Repasse')
    .setVersion('1')
    .setDescription(FOR_MERCHANTS)
    .addServer(config.http.publicUrl)
    .build();
  Object.assign(base.info, { license: LICENCE });
  const whole = SwaggerModule.createDocument(app, base, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
    extraModels: errorCatalogue().flatMap(({ dataClass }) => dataClass ?? []),
  });
  const forOperators = { title: `${whole.info.title} for operators`, description: FOR_OPERATORS };
  const recorded = readRecording();
  const pathsOf = (wanted: (path: string) => boolean) =>
    Object.fromEntries(Object.entries(whole.paths).filter(([path]) => wanted(path)));
  return {
    openapi: complete(recorded.merchants, {
      ...whole,
      paths: pathsOf((path) => !isReviewPath(path)),
      webhooks: webhooks(),
      security: [{ basic: [] }],
      components: { ...whole.components, securitySchemes: { basic: BASIC } },
    }),
    'openapi-review': complete(recorded.operators, {
      ...whole,
      info: { ...whole.info, ...forOperators },
      paths: pathsOf(isReviewPath),
      security: [{ session: [] }, { basic: [] }],
      components: { ...whole.components, securitySchemes: { session: session(config), basic: BASIC } },
    }),
  };
}

/** The document with what no decorator says: failures, headers and examples of each answer; without schemas of others. */
function complete(shown: Shown, { components, ...document }: OpenAPIObject): OpenAPIObject {
  const failures = new Failures();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      failures.add(operation, errorsOf(operation, method, path));
      operation.description ??= descriptionOf(operation, method, path);
      describeParameters(operation, path);
      describeHeaders(operation.responses);
      showRecorded(operation, shown);
    }
  }
  describeHeaders(failures.responses);
  for (const response of Object.values(failures.responses)) showFailures(response, shown);
  showNotifications(document, shown);
  const schemas = closed(withVariants({ ...components?.schemas, ...failures.schemas }));
  const { responses } = failures;
  const named = [document, responses];
  return withoutNullable({
    ...document,
    tags: tagsOf(document),
    components: { ...components, schemas: schemasOf(named, schemas), responses, headers: HEADERS },
  }) as OpenAPIObject;
}

function describeHeaders(responses: Operation['responses']): void {
  for (const [name, response] of Object.entries(responses)) {
    if (response === undefined || '$ref' in response) continue;
    const limited = name === '429' || name === 'RateLimitExceeded';
    response.headers = limited ? { ...ALWAYS, 'Retry-After': RETRY_AFTER } : ALWAYS;
  }
}

/** By its name in the list of SPDX. */
const LICENCE = { name: 'MIT License', identifier: 'MIT' };

const BASIC = {
  type: 'http' as const,
  scheme: 'basic',
  description: 'The public key as user name, the secret key as password.',
};

const session = (config: AppConfig) => ({
  type: 'apiKey' as const,
  in: 'cookie',
  name: new SessionCookieService(config).name,
  description: "An operator's session, as the log-in sets it. Scripts send an operator key pair instead.",
});

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

const ALWAYS = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
const RETRY_AFTER = integerHeader('Whole seconds until the next request is let in.');
