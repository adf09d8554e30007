import { Validator } from '@seriousme/openapi-schema-validator';
import { startService, type TestService } from '../support';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly security?: unknown;
  readonly responses: Record<string, { description?: string; content?: Record<string, { schema?: object }> }>;
  readonly requestBody?: { content: Record<string, { schema?: object }> };
}

describe('the OpenAPI document (contract §10)', () => {
  let service: TestService;
  let document: {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };

  beforeAll(async () => {
    service = await startService();
    document = (await service.anonymous.get('/openapi.json')).body;
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

  it('is OpenAPI 3.1, valid by its official schema', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(
      await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>),
    ).toEqual({ valid: true });
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
    for (const { name, method, operation } of operations()) {
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
        '401',
        '403',
        '422',
        '429',
        '500',
        '503',
        ...(method === 'post' ? ['400', '409', '413', '415'] : []),
      ]) {
        expect([name, status, operation.responses[status]?.content?.['application/json']?.schema]).toEqual([
          name,
          status,
          { $ref: '#/components/schemas/Failure' },
        ]);
      }
    }
  });

  it('every reference leads somewhere, every operation has an id of its own', () => {
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ].map(([, name]) => name ?? '');
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name);
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
      expect([name, 'properties' in schema && Object.keys(schema.properties as object).length > 0]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('/docs loads nothing from outside', async () => {
    const page = await service.anonymous.get('/docs');
    expect(page.status).toBe(200);
    expect(
      [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)]
        .map(([, url]) => url)
        .filter((url) => /^(https?:)?\/\//.test(url ?? '')),
    ).toEqual([]);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('DOCS=off hides both', async () => {
    const hidden = await startService({ env: { DOCS: 'off' } });
    const answers = await Promise.all([hidden.anonymous.get('/openapi.json'), hidden.anonymous.get('/docs')]);
    await hidden.stop();
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});
