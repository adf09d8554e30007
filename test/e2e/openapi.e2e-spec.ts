import { Validator } from '@seriousme/openapi-schema-validator';
import { type JsonBody, startService, type TestService } from '../support';
import { DOCUMENTS, servedDocument } from '../support/served-document';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly security?: unknown;
  readonly parameters?: readonly { name: string }[];
  readonly responses: Record<
    string,
    { description?: string; content?: Record<string, { schema?: JsonBody }> }
  >;
  readonly requestBody?: { content: Record<string, { schema?: object }> };
}

describe('the OpenAPI documents (contract §10)', () => {
  let service: TestService;
  let documents: Record<string, JsonBody>;
  let document: {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };

  beforeAll(async () => {
    service = await startService();
    const read = async (path: string): Promise<JsonBody> => (await service.anonymous.get(path)).body;
    documents = Object.fromEntries(
      await Promise.all(DOCUMENTS.map(async (path) => [path, await read(path)] as const)),
    );
    document = await servedDocument(read);
  });
  afterAll(() => service.stop());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method,
        path,
        operation,
      })),
    );

  /** The codes that an operation names for a status. */
  const codesOf = (path: string, method: string, status: number): string[] =>
    document.paths[path]?.[method]?.responses[String(status)]?.content?.['application/json']?.schema.allOf[1]
      .properties.error.enum ?? [];

  it.each(DOCUMENTS)('%s is OpenAPI 3.1, valid by its official schema', async (path) => {
    const served = documents[path];
    expect(served.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate(structuredClone(served) as Record<string, unknown>)).toEqual({
      valid: true,
    });
  });

  it('merchants read of their own paths, operators of theirs, and of no schema that only the others use', () => {
    const [merchants, operators] = DOCUMENTS.map((path) => documents[path]);
    const isReview = (path: string) => path.startsWith('/v1/review/');
    expect(Object.keys(merchants.paths).filter(isReview)).toEqual([]);
    expect(Object.keys(operators.paths).filter((path) => !isReview(path))).toEqual([]);
    expect(Object.keys(operators.webhooks ?? {})).toEqual([]);
    expect(Object.keys(merchants.webhooks).length).toBeGreaterThan(0);
    expect(Object.keys(merchants.components.schemas)).not.toContain('CaseResponse');
    expect(Object.keys(operators.components.schemas)).not.toContain('CreateChargeBody');
    expect(Object.keys(merchants.components.securitySchemes)).toEqual(['basic']);
  });

  it('an operation names the codes that it can answer, and no other', () => {
    const { post: capture } = document.paths['/v1/charges/{id}/capture'] ?? {};
    expect(Object.keys(capture?.responses ?? {})).toEqual([
      '200',
      '202',
      ...[400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503].map(String),
    ]);
    expect(codesOf('/v1/charges/{id}/capture', 'post', 409)).toEqual([
      'IDEMPOTENCY_IN_PROGRESS',
      'INVALID_STATE',
      'OPERATION_IN_PROGRESS',
      'PROVIDER_REFUSED',
    ]);
    expect(codesOf('/v1/charges', 'get', 422)).toEqual(['VALIDATION_FAILED']);
    expect(codesOf('/v1/charges', 'get', 409)).toEqual([]);
    const withBody = ['MALFORMED_JSON', 'MALFORMED_REQUEST'];
    expect(codesOf('/v1/review/submerchants/{id}/decision', 'delete', 400)).toEqual(withBody);
    expect(codesOf('/v1/charges/preview', 'post', 400)).toEqual(withBody);
  });

  it('what takes a header says so', () => {
    const taking = (name: string) =>
      operations().flatMap(({ name: route, operation: { parameters = [] } }) =>
        parameters.some((parameter) => parameter.name === name) ? [route] : [],
      );
    expect(taking('Idempotency-Key')).toEqual(
      expect.arrayContaining(['POST /v1/charges', 'POST /v1/review/submerchants/{id}/approve']),
    );
    for (const free of ['POST /v1/charges/preview', 'POST /v1/review/session', 'POST /v1/postbacks/verify'])
      expect(taking('Idempotency-Key')).not.toContain(free);
    expect(taking('If-Match')).toEqual(
      expect.arrayContaining(['PATCH /v1/submerchants/{id}', 'DELETE /v1/review/submerchants/{id}/decision']),
    );
  });

  it('shows every route of the router under /v1', () => {
    const router = (
      service.api.getHttpAdapter().getInstance() as {
        router: { stack: { route?: { path: unknown; methods: Record<string, boolean> } }[] };
      }
    ).router;
    const routes = router.stack.flatMap(({ route }) =>
      route === undefined ||
      typeof route.path !== 'string' ||
      !route.path.startsWith('/v1') ||
      // Pages of another program, not of the API.
      route.path.startsWith('/v1/review/queue-board') ||
      'connect' in route.methods
        ? []
        : Object.keys(route.methods).map(
            (method) => `${method.toUpperCase()} ${String(route.path).replace(/:(\w+)/g, '{$1}')}`,
          ),
    );
    expect(routes.length).toBeGreaterThan(0);
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(routes.sort());
  });

  it('every operation has a summary, a success with a schema, and the shared failures in the one envelope', () => {
    for (const { name, method, path, operation } of operations()) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
      const statuses = Object.keys(operation.responses);
      const success = statuses.filter((status) => status.startsWith('2'));
      expect([name, success.length > 0]).toEqual([name, true]);
      for (const status of success.filter((found) => found !== '204')) {
        const content = Object.values(operation.responses[status]?.content ?? {});
        expect([
          name,
          status,
          content.every(({ schema }) => schema !== undefined) && content.length > 0,
        ]).toEqual([name, status, true]);
      }
      for (const status of [
        '400',
        '401',
        '403',
        '422',
        '429',
        '500',
        '503',
        ...(method === 'get' ? [] : ['413', '415']),
      ]) {
        const schema = operation.responses[status]?.content?.['application/json']?.schema;
        expect([name, status, schema?.allOf[0]]).toEqual([
          name,
          status,
          { $ref: '#/components/schemas/Failure' },
        ]);
        expect([name, status, codesOf(path, method, Number(status)).length > 0]).toEqual([
          name,
          status,
          true,
        ]);
      }
    }
  });

  it('every reference leads somewhere, every operation has an id of its own', () => {
    for (const served of Object.values(documents)) {
      const references = [...JSON.stringify(served).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
      for (const [, kind = '', name = ''] of references)
        expect(Object.keys(served.components[kind])).toContain(name);
    }
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('what has a format is text or a number, never an object', () => {
    const wrong: string[] = [];
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { type, format } = value as { type?: unknown; format?: unknown };
      if (typeof format === 'string' && type !== undefined && [type].flat().includes('object'))
        wrong.push(at);
      for (const [name, inner] of Object.entries(value)) walk(inner, `${at}.${name}`);
    };
    walk(document.components.schemas, 'schemas');
    expect(wrong).toEqual([]);
  });

  it('whatever names a submerchant may answer that there is none', () => {
    for (const path of ['/v1/charges', '/v1/charges/preview'])
      expect([path, Object.keys(document.paths[path]?.['post']?.responses ?? {})]).toEqual([
        path,
        expect.arrayContaining(['404']),
      ]);
  });

  it('no schema is empty', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const { properties = {}, oneOf = [] } = schema as { properties?: object; oneOf?: object[] };
      expect([name, Object.keys(properties).length > 0 || oneOf.length > 1]).toEqual([name, true]);
    }
  });

  it('a charge is one of a schema for each payment method, which its payment_method tells apart', () => {
    const methods = ['pix', 'credit_card', 'debit_card', 'boleto'];
    const schemas = document.components.schemas as Record<string, JsonBody>;
    for (const name of [
      'CreateChargeBody',
      'PreviewChargeBody',
      'ChargeResponse',
      'OperatorChargeResponse',
    ]) {
      const { propertyName, mapping } = schemas[name].discriminator;
      expect([name, propertyName, Object.keys(mapping)]).toEqual([name, 'payment_method', methods]);
      expect(schemas[name].oneOf).toEqual(Object.values(mapping).map(($ref) => ({ $ref })));
      for (const [method, reference] of Object.entries<string>(mapping))
        expect(schemas[reference.split('/').at(-1) ?? ''].properties.payment_method.enum).toEqual([method]);
    }
  });

  it('/docs is a page whose policy lets nothing of another origin in, and nothing out', async () => {
    const page = await service.anonymous.get('/docs');
    expect(page.status).toBe(200);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['/backoffice/icon.svg', '/docs/scalar.js', '/docs/reference.js']);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    const script = await service.anonymous.get('/docs/reference.js');
    for (const path of DOCUMENTS) expect(script.text).toContain(`"url":"${path}"`);
  });

  it('the bare address leads to the reference and the desk, in a browser and elsewhere', async () => {
    const page = await service.anonymous.get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const answer = await service.anonymous.get('/');
    const paths = answer.body.data.places.map((place: { path: string }) => place.path);
    expect(paths).toEqual(expect.arrayContaining(['/docs', '/backoffice']));
    for (const path of paths) expect(page.text).toContain(`<a href="${path}">`);
  });

  it('DOCS=off hides all of it', async () => {
    const hidden = await startService({ env: { DOCS: 'off' } });
    const answers = await Promise.all([...DOCUMENTS, '/docs'].map((path) => hidden.anonymous.get(path)));
    const door = await hidden.anonymous.get('/');
    await hidden.stop();
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(door.body.data.places.map((place: { path: string }) => place.path)).toEqual([
      '/backoffice',
      '/health/ready',
    ]);
  });
});
