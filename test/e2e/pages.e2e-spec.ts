import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type TestService } from '../support';
import { buildPages } from '../support/built-pages';

const ROOT = join(__dirname, '..', '..');

describe("the operators' pages under /backoffice", () => {
  let service: TestService;
  let assets: string[];

  beforeAll(async () => {
    buildPages();
    assets = readdirSync(join(ROOT, 'dist', 'backoffice', 'assets'));
    service = await startService();
  });
  afterAll(() => service.stop());

  const page = (path: string, headers = {}) => service.anonymous.get(path, headers);

  it.each([
    '/backoffice',
    '/backoffice/',
    '/backoffice/queue?status=active',
    '/backoffice/cases/0190-not-there',
  ])('%s is the page, asked again at each visit', async (path) => {
    const answer = await page(path);
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(answer.text).toContain('<div id="root">');
  });

  it.each(['/portal', '/portal/', '/portal/open', '/portal/sellers/0190-not-there'])(
    "%s is the merchant's portal, under the same policy",
    async (path) => {
      const [answer, desk] = [await page(path), await page('/backoffice/')];
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(answer.headers['content-security-policy']).toBe(desk.headers['content-security-policy']);
      expect(answer.text).toContain('/assets/portal-');
      expect(desk.text).not.toContain('/assets/portal-');
      expect((await page('/portal/index.html')).status).toBe(404);
    },
  );

  it('allows scripts of its own alone, no frame around it, and nothing from elsewhere', async () => {
    const { headers, text } = await page('/backoffice/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe-inline|unsafe-eval'[^;]*'unsafe-eval'/);
    expect([
      headers['x-frame-options'],
      headers['x-content-type-options'],
      headers['referrer-policy'],
    ]).toEqual(['DENY', 'nosniff', 'no-referrer']);
    expect(text).not.toMatch(/<script(?![^>]*src=)|https?:\/\//);
  });

  it("keeps its policy to itself: the API's is as strict as before", async () => {
    const { headers } = await page('/v1/review/session');
    expect(String(headers['content-security-policy'])).not.toContain('wasm-unsafe-eval');
  });

  it('its files are kept for ever, and come compressed', async () => {
    const script = assets.find((name) => /^index-.*\.js$/.test(name)) ?? '';
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { status, headers } = await page(`/backoffice/assets/${script}`, { 'accept-encoding': accepted });
      expect([
        status,
        headers['content-encoding'],
        headers['content-type'],
        headers['cache-control'],
        headers['vary'],
      ]).toEqual([
        200,
        encoding,
        'text/javascript; charset=utf-8',
        'public, max-age=31536000, immutable',
        'Accept-Encoding',
      ]);
    }
  });

  it.each(['/backoffice/', 'asset'])(
    '%s, once it is there, is not sent again, under the same policy',
    async (what) => {
      const path =
        what === 'asset' ? `/backoffice/assets/${assets.find((name) => name.endsWith('.css')) ?? ''}` : what;
      const { headers: first } = await page(path);
      const again = await page(path, { 'if-none-match': first['etag'] });
      expect([again.status, again.text]).toEqual([304, '']);
      for (const name of ['content-security-policy', 'cache-control']) {
        expect([name, again.headers[name]]).toEqual([name, first[name]]);
      }
    },
  );

  it.each([
    '/backoffice/assets/none-12345678.js',
    '/backoffice/assets/',
    '/backoffice/.built-from',
    '/backoffice/.vite/manifest.json',
    '/backoffice/..%2fsrc%2fmain.js',
    '/backoffice/%2e%2e/%2e%2e/package.json',
  ])('%s is not there, and nobody keeps that answer', async (path) => {
    const { status, headers, body } = await page(path);
    expect([status, body?.error]).toEqual([404, 'NOT_FOUND']);
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it('are to be read only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await service.anonymous.send(method, '/backoffice/queue', undefined)).status).toBe(404);
    }
  });
});
