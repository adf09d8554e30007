import { cookieOf, SessionClient, startService, type TestService } from '../support';
import { buildPages } from '../support/built-pages';
import { openLink, PORTAL, PORTAL_SESSION } from '../support/portal';

const SHOP = 'https://loja.example';
const PANEL = 'http://localhost:4000';

/** Decision 0048. */
describe('a portal that pages of others may have in a frame', () => {
  let service: TestService;

  beforeAll(async () => {
    buildPages();
    service = await startService({ env: { PORTAL_FRAME_ORIGINS: `${SHOP},${PANEL}` } });
  });
  afterAll(() => service.stop());

  it.each(['/portal', '/portal/open', '/portal/wallets'])(
    '%s names them, and nothing else differs',
    async (path) => {
      const [framed, desk] = [await service.anonymous.get(path), await service.anonymous.get('/backoffice/')];
      expect(framed.status).toBe(200);
      expect(framed.headers['x-frame-options']).toBeUndefined();
      const policy = String(framed.headers['content-security-policy']);
      expect(policy).toContain(`frame-ancestors ${SHOP} ${PANEL}`);
      expect(policy.replace(`${SHOP} ${PANEL}`, "'none'")).toBe(desk.headers['content-security-policy']);
    },
  );

  it.each(['/backoffice/', '/docs', '/v1/merchant', '/portal/assets/nothing.js'])(
    '%s is in no frame',
    async (path) => {
      const { headers } = await service.anonymous.get(path);
      expect(headers['x-frame-options']).toMatch(/^(DENY|SAMEORIGIN)$/);
      expect(String(headers['content-security-policy'])).toMatch(/frame-ancestors '(none|self)'/);
    },
  );

  it('its cookie is kept for the page around it alone, and opens what it opened', async () => {
    const merchant = await service.merchant();
    const { url } = (await merchant.client.post(PORTAL, {})).body.data as { url: string };
    const opened = await openLink(service, url);
    expect(opened.headers['set-cookie']).toMatch(
      /^repasse_framed_portal=[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned$/,
    );
    const session = new SessionClient(service.url, cookieOf(opened));
    expect((await session.get(PORTAL_SESSION)).body.data.merchant.id).toBe(merchant.id);
    const left = await session.delete(PORTAL_SESSION);
    expect(left.headers['set-cookie']).toBe(
      'repasse_framed_portal=; Path=/; HttpOnly; SameSite=None; Secure; Partitioned; Max-Age=0',
    );
  });

  it("operators' sessions are as strict as ever", async () => {
    const { email, password } = await service.operator({ role: 'admin' });
    const answer = await service.anonymous.post('/v1/review/session', { email, password });
    expect(answer.headers['set-cookie']).toMatch(/^repasse_session=.*; SameSite=Strict$/);
  });
});
