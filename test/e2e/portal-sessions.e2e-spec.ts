import { randomUUID } from 'node:crypto';
import {
  auditOf,
  basic,
  BEHIND_PROXY,
  cookieOf,
  Onboarding,
  openPortal,
  SessionClient,
  startService,
  type TestMerchant,
  type TestService,
  TimeMachine,
  within1s,
} from '../support';
import { openLink, PORTAL, PORTAL_SESSION, tokenOf } from '../support/portal';

const MINUTE = 60;

/** Links into the merchant's portal and the sessions that they open (contract §2, decision 0048). */
describe('POST /v1/portal-sessions', () => {
  let machine: TimeMachine;
  let service: TestService;
  let other: TestService;
  let merchant: TestMerchant;
  let onboarding: Onboarding;

  beforeAll(async () => {
    machine = await TimeMachine.install();
    service = await startService({ env: BEHIND_PROXY });
    await machine.freeze();
    other = await startService({ env: service.environment });
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });
  beforeEach(async () => {
    merchant = await service.merchant();
    onboarding = new Onboarding(merchant.client);
  });

  const link = async (body: object = {}): Promise<string> => {
    const answer = await merchant.client.post(PORTAL, body);
    expect(answer.status).toBe(201);
    return answer.body.data.url as string;
  };
  const status = async (client: SessionClient, path = PORTAL_SESSION): Promise<number> =>
    (await client.get(path)).status;

  describe('the session', () => {
    it('says whose it is; its cookie is out of reach for scripts and other sites', async () => {
      const submerchant_id = await onboarding.person();
      const opened = await openLink(service, await link({ submerchant_id }));
      expect(opened.headers['set-cookie']).toMatch(
        /^repasse_portal=[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      expect(opened.headers['cache-control']).toBe('no-store');
      expect(opened.body.data).toMatchObject({
        merchant: { id: merchant.id, mode: 'test' },
        submerchant: { id: submerchant_id },
        scopes: ['read', 'write', 'money'],
      });
      const session = await new SessionClient(service.url, cookieOf(opened)).get(PORTAL_SESSION);
      expect(session.body.data).toEqual(opened.body.data);
    });

    it('opens what the pages need, and nothing else that shows a secret again or moves money elsewhere', async () => {
      const portal = await openPortal(service, merchant);
      const endpoint = await merchant.client.post('/v1/postbacks/endpoints', {
        url: 'https://hooks.example.com/a',
        events: ['*'],
      });
      const id = endpoint.body.data.id as string;
      for (const path of ['submerchants', 'charges', 'postbacks/endpoints', 'merchant/keys'])
        expect([path, await status(portal, `/v1/${path}`)]).toEqual([path, 200]);
      expect((await portal.get(`/v1/postbacks/endpoints/${id}`)).body.data.secret).toBeUndefined();
      expect(JSON.stringify((await portal.get('/v1/merchant/keys')).body)).not.toMatch(/sk_/);
      const refused = [
        await portal.post(`/v1/postbacks/endpoints/${id}/secret/regenerate`),
        await portal.post('/v1/charges', {}),
        await portal.post(`/v1/wallets/${merchant.id}/transfers`, {}),
        await portal.patch(`/v1/wallets/${merchant.id}`, { automatic_withdrawal: null }),
        await portal.get('/v1/review/submerchants'),
      ];
      expect(refused.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 401]);
    });

    it('moves money where its key pair may, of the whole merchant alone (decision 0048)', async () => {
      const key = () => ({ 'idempotency-key': randomUUID() });
      const destinations = (of: TestMerchant) => `/v1/wallets/${of.id}/destinations`;
      const destination = { type: 'pix_key', pix_key_type: 'email', pix_key: 'paid@sandbox.example' };
      const looking = await service.merchant({ scopes: ['read', 'write'] });
      const onlyLooks = await openPortal(service, looking);
      expect((await onlyLooks.get(PORTAL_SESSION)).body.data.scopes).toEqual(['read', 'write']);
      expect(await status(onlyLooks, '/v1/wallets')).toBe(200);
      for (const [path, body] of [
        [destinations(looking), destination],
        ['/v1/withdrawals', { amount: 1 }],
        ['/v1/anticipations', {}],
      ] as const) {
        const refused = await onlyLooks.post(path, body, key());
        expect([path, refused.status, refused.body.message]).toEqual([
          path,
          403,
          'This key pair lacks the scope money.',
        ]);
      }

      const portal = await openPortal(service, merchant);
      const added = await portal.post(destinations(merchant), destination, key());
      expect([added.status, added.body.data?.pix_key]).toEqual([201, 'p***@sandbox.example']);
      expect((await portal.post('/v1/withdrawals', { amount: 100 })).body.error).toBe(
        'IDEMPOTENCY_KEY_REQUIRED',
      );
      expect((await portal.post('/v1/withdrawals', { amount: 100 }, key())).body.error).not.toBe('FORBIDDEN');
      // A page of another site has the cookie of nobody, and is refused should it have one.
      const foreign = await portal.post(
        '/v1/withdrawals',
        { amount: 100 },
        { ...key(), origin: 'https://evil.example' },
      );
      expect([foreign.status, foreign.body.error]).toEqual([403, 'FORBIDDEN']);

      const seller = await onboarding.person();
      const ofSeller = await openPortal(service, merchant, { submerchant_id: seller });
      expect(await status(ofSeller, `/v1/wallets/${seller}`)).toBe(403);
      expect((await ofSeller.post('/v1/withdrawals', { wallet_id: seller, amount: 1 }, key())).status).toBe(
        403,
      );
    });

    it("may no more than its key pair: another merchant's ids are unknown", async () => {
      const stranger = await service.merchant();
      const theirs = await new Onboarding(stranger.client).person();
      const portal = await openPortal(service, merchant);
      for (const path of ['', '/requirements', '/documents'])
        expect(await status(portal, `/v1/submerchants/${theirs}${path}`)).toBe(404);
      expect((await portal.get('/v1/submerchants')).body.data).toEqual([]);
    });

    it('of one submerchant shows that one alone', async () => {
      const [mine, another] = [await onboarding.person(), await onboarding.person()];
      const portal = await openPortal(service, merchant, { submerchant_id: mine });
      for (const path of ['', '/requirements', '/documents', '/legal-representatives']) {
        expect(await status(portal, `/v1/submerchants/${mine.toUpperCase()}${path}`)).toBe(200);
        expect(await status(portal, `/v1/submerchants/${another}${path}`)).toBe(404);
      }
      for (const path of ['submerchants', 'charges', 'postbacks/endpoints', 'merchant/keys'])
        expect(await status(portal, `/v1/${path}`)).toBe(403);
      expect((await portal.post(`/v1/submerchants/${another}/submit-for-review`)).status).toBe(404);
    });

    it('of one submerchant uses up nothing of what the merchant may ask', async () => {
      const mine = await onboarding.person();
      const portal = await openPortal(service, merchant, { submerchant_id: mine });
      const left = async () =>
        Number((await merchant.client.get('/v1/submerchants')).headers['x-ratelimit-remaining']);
      const before = await left();
      for (let asked = 0; asked < 5; asked += 1) await portal.get(`/v1/submerchants/${mine}`);
      expect(await left()).toBe(before - 1);
      const whole = await openPortal(service, merchant);
      await whole.get('/v1/submerchants');
      expect(await left()).toBe(before - 3);
    });

    it('ends with the log-out, here at once and elsewhere within a second', async () => {
      const portal = await openPortal(service, merchant);
      const elsewhere = new SessionClient(other.url, portal.cookie);
      expect(await status(elsewhere)).toBe(200);
      const ended = await portal.delete(PORTAL_SESSION);
      expect([ended.status, ended.headers['set-cookie']]).toEqual([
        204,
        'repasse_portal=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
      ]);
      expect(await status(portal)).toBe(401);
      await within1s(async () => expect(await status(elsewhere)).toBe(401));
      const late = await portal.get('/v1/charges');
      expect([late.status, late.headers['www-authenticate']]).toEqual([401, 'Session realm="portal"']);
    });

    it('ends within a second when its key pair is revoked', async () => {
      const portal = await openPortal(service, merchant);
      expect(await status(portal)).toBe(200);
      const admin = await (await service.operator({ role: 'admin' })).logIn();
      await admin.delete(`/v1/review/merchants/${merchant.id}/keys/${merchant.publicKey}`);
      await within1s(async () => expect(await status(portal)).toBe(401));
    });

    it('ends after 30 idle minutes', async () => {
      const portal = await openPortal(service, merchant);
      await machine.advance(29 * MINUTE);
      expect(await status(portal)).toBe(200);
      await machine.advance(31 * MINUTE);
      expect(await status(portal)).toBe(401);
    });

    it('a new link in the same browser ends the session before', async () => {
      const first = await openPortal(service, merchant);
      const second = await openLink(service, await link(), { cookie: first.cookie });
      expect(second.status).toBe(200);
      expect(await status(first)).toBe(401);
      expect(await status(new SessionClient(service.url, cookieOf(second)))).toBe(200);
    });

    it.each([
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ origin: 'http://repasse.test', 'sec-fetch-site': 'same-origin' }, 204],
    ])('a page with %j changes something with the cookie: %d', async (headers, expected) => {
      const portal = await openPortal(service, merchant);
      expect((await portal.delete(PORTAL_SESSION, headers)).status).toBe(expected);
    });

    it('a token opens no other session, and no link the API', async () => {
      const portal = await openPortal(service, merchant);
      const another = await openPortal(service, await service.merchant());
      const [name, value = ''] = portal.cookie.split('=');
      const [id] = value.split('.');
      const [, foreign] = another.cookie.split('.');
      const unopened = tokenOf(await link());
      for (const cookie of [
        `${name}=${id}.${foreign}`,
        `${name}=${id}`,
        `${name}=${unopened}`,
        `repasse_session=${value}`,
      ])
        expect(await status(new SessionClient(service.url, cookie))).toBe(401);
    });

    it('beside the session of an operator, each on its own paths', async () => {
      const operator = await (await service.operator({ role: 'viewer' })).logIn();
      const portal = await openPortal(service, merchant);
      const both = new SessionClient(service.url, `${operator.cookie}; ${portal.cookie}`);
      expect([await status(both), await status(both, '/v1/review/session')]).toEqual([200, 200]);
      expect((await both.get('/v1/charges', { authorization: basic(merchant) })).status).toBe(200);
    });

    it('is in the audit log, with the address and without the token', async () => {
      const portal = await openPortal(service, merchant);
      await portal.delete(PORTAL_SESSION);
      const [, id = '', token = ''] = /=(.*)\.(.*)$/.exec(portal.cookie) ?? [];
      const entries = await auditOf(service, id);
      expect(entries.map(({ action }) => action)).toEqual(['portal.opened', 'portal.closed']);
      expect(entries[0]?.details).toEqual({ address: expect.any(String) as string });
      expect(JSON.stringify(entries)).not.toContain(token);
    });

    it('the database keeps the limits, whoever writes', async () => {
      await openPortal(service, merchant);
      const write = (set: string) =>
        service.dataSource.query(`UPDATE portal_sessions SET ${set} WHERE merchant_id = $1`, [merchant.id]);
      await expect(write(`expires_at = opened_at + interval '12 hours 1 second'`)).rejects.toThrow(
        'ck_portal_sessions_absolute',
      );
      await expect(write(`idle_expires_at = last_seen_at + interval '31 minutes'`)).rejects.toThrow(
        'ck_portal_sessions_idle',
      );
      await expect(write('opened_at = NULL')).rejects.toThrow('ck_portal_sessions_opened');
      await expect(write(`link_expires_at = created_at + interval '2 hours'`)).rejects.toThrow(
        'ck_portal_sessions_link',
      );
    });
  });
});
