import { randomBytes } from 'node:crypto';
import { loadConfig } from '../../config';
import { SessionCookieService } from './session-cookie.service';

const ring = `k1:${randomBytes(32).toString('base64')}`;
const cookieFor = (env: Record<string, string>) =>
  new SessionCookieService(
    loadConfig({
      DATABASE_URL: 'postgres://localhost/repasse',
      API_KEY_PEPPER: ring,
      ENCRYPTION_KEYS: ring,
      AUDIT_KEY: randomBytes(32).toString('base64'),
      ...env,
    }),
  );

const session = { sessionId: '01900000-0000-7000-8000-000000000000', token: 'A'.repeat(43) };
const value = `${session.sessionId}.${session.token}`;

describe('the cookie of a session', () => {
  it.each([
    ['https', { PUBLIC_URL: 'https://pay.example.com' }],
    ['production', { NODE_ENV: 'production', PUBLIC_URL: 'http://pay.example.com' }],
  ])('%s: tied to the host and to TLS', (_, env) => {
    const cookie = cookieFor(env);
    expect(cookie.set(session)).toBe(
      `__Host-repasse_session=${value}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(cookie.clear()).toBe(
      '__Host-repasse_session=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    );
    expect(cookie.read(`__Host-repasse_session=${value}`)).toEqual(session);
    // Another host of the domain, or a page on http, could have set this one.
    expect(cookie.read(`repasse_session=${value}`)).toBeNull();
  });

  it('development on http: without Secure, because the browser would not keep it', () => {
    const cookie = cookieFor({ PUBLIC_URL: 'http://localhost:3000' });
    expect(cookie.set(session)).toBe(`repasse_session=${value}; Path=/; HttpOnly; SameSite=Strict`);
    expect(cookie.read(`a=b; repasse_session=${value}; c=d`)).toEqual(session);
  });

  it.each([
    undefined,
    '',
    'repasse_session',
    'repasse_session=',
    `repasse_session=${value}x`,
    `repasse_session=${value.slice(1)}`,
    `repasse_session="${value}"`,
    `xrepasse_session=${value}`,
    `repasse_session=${session.sessionId}`,
    `repasse_session=; repasse_session=${value}`,
    `${'a=b; '.repeat(2_000)}repasse_session=${value}`,
  ])('%p holds none', (header) => {
    expect(cookieFor({ PUBLIC_URL: 'http://localhost:3000' }).read(header)).toBeNull();
  });
});
