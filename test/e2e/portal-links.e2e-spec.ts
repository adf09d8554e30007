import {
  BEHIND_PROXY,
  cookieOf,
  Onboarding,
  openPortal,
  SessionClient,
  startService,
  type TestMerchant,
  type TestService,
  TimeMachine,
} from '../support';
import { openLink, PORTAL, PORTAL_SESSION, tokenOf } from '../support/portal';

/** Links into the merchant's portal and the sessions that they open (contract §2, decision 0048). */
describe('POST /v1/portal-sessions', () => {
  let machine: TimeMachine;
  let service: TestService;
  let other: TestService;
  let merchant: TestMerchant;

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
  });

  const link = async (body: object = {}): Promise<string> => {
    const answer = await merchant.client.post(PORTAL, body);
    expect(answer.status).toBe(201);
    return answer.body.data.url as string;
  };
  const status = async (client: SessionClient, path = PORTAL_SESSION): Promise<number> =>
    (await client.get(path)).status;

  describe('the link', () => {
    it('leads to the pages, with a token that no server is sent, for five minutes unless it says otherwise', async () => {
      const { body } = await merchant.client.post(PORTAL);
      expect(body.data.url).toMatch(
        /^http:\/\/repasse\.test\/portal\/open#[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/,
      );
      expect(Date.parse(body.data.expires_at) - machine.now().getTime()).toBe(300_000);
      const long = await merchant.client.post(PORTAL, { expires_in_seconds: 3_600 });
      expect(Date.parse(long.body.data.expires_at) - machine.now().getTime()).toBe(3_600_000);
    });

    it.each([3_601, 29, 0, -1, 1.5, '60'])('expires_in_seconds %p: 422', async (expires_in_seconds) => {
      const answer = await merchant.client.post(PORTAL, { expires_in_seconds });
      expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_FAILED']);
    });

    it('is made once per Idempotency-Key, and shown in the first answer alone', async () => {
      const key = { 'idempotency-key': 'portal-1' };
      const first = await merchant.client.post(PORTAL, {}, key);
      const again = await merchant.client.post(PORTAL, {}, key);
      expect([first.body.data.url, again.body.data.url]).toEqual([expect.any(String), null]);
      expect(again.headers['idempotent-replayed']).toBe('true');
    });

    it('opens once, however many try at once, on whichever process', async () => {
      const url = await link();
      const answers = await Promise.all(
        [service, other, service, other, service, other].map((process) => openLink(process, url)),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
      expect((await openLink(service, url)).status).toBe(401);
      const cookies = answers.map(cookieOf).filter((cookie) => cookie !== '');
      expect(cookies).toHaveLength(1);
      expect(await status(new SessionClient(other.url, cookies[0]!))).toBe(200);
    });

    it('does not open after its time', async () => {
      const url = await link({ expires_in_seconds: 60 });
      await machine.advance(60);
      const late = await openLink(service, url);
      expect([late.status, late.body.error, late.headers['set-cookie']]).toEqual([
        401,
        'UNAUTHORIZED',
        undefined,
      ]);
    });

    it('does not open when its key pair was revoked', async () => {
      const admin = await (await service.operator({ role: 'admin' })).logIn();
      const url = await link();
      const keys = `/v1/review/merchants/${merchant.id}/keys/${merchant.publicKey}`;
      expect((await admin.delete(keys)).status).toBe(204);
      expect((await openLink(service, url)).status).toBe(401);
    });

    it('every refusal is the same: unknown, wrong, used, late', async () => {
      const [used, late] = [await link(), await link({ expires_in_seconds: 60 })];
      await openLink(service, used);
      await machine.advance(60);
      const fresh = tokenOf(await link());
      const wrong = `${fresh.slice(0, -1)}${fresh.endsWith('A') ? 'B' : 'A'}`;
      const bodies = await Promise.all(
        [used, late, `#${wrong}`, '#nonsense', `#01900000-0000-7000-8000-000000000000.${'A'.repeat(43)}`].map(
          async (url) => {
            const answer = await openLink(service, url);
            expect([answer.status, answer.headers['www-authenticate']]).toEqual([
              401,
              'Session realm="portal"',
            ]);
            const { request_id: _, ...body } = answer.body;
            return body;
          },
        ),
      );
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
      // Trying a wrong one does not use it up.
      expect((await openLink(service, `#${fresh}`)).status).toBe(200);
    });

    it('another site cannot open one in a browser', async () => {
      const answer = await openLink(service, await link(), { origin: 'https://evil.example' });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    });

    it('is made for none but the own submerchants', async () => {
      const stranger = await service.merchant();
      const theirs = await new Onboarding(stranger.client).person();
      for (const submerchant_id of [theirs, '01900000-0000-7000-8000-000000000000'])
        expect((await merchant.client.post(PORTAL, { submerchant_id })).status).toBe(404);
    });

    it('is made by key pairs alone', async () => {
      const portal = await openPortal(service, merchant);
      expect((await portal.post(PORTAL)).status).toBe(403);
    });
  });
});
