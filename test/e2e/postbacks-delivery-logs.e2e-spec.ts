import { emit, eventually, expectedSignature, usePostbacks } from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

describe('the delivery log (contract §7)', () => {
  const { service, merchant, bench } = usePostbacks({ worker: true, env: { POSTBACK_RETRY_WAITS: '0,1' } });

  const detail = async (id: string): Promise<Record<string, unknown>> =>
    (await merchant.client.get(`${LOGS}/${id}`)).body.data as Record<string, unknown>;

  it('a row has the delivery, its endpoint, event, resource, sequence, status and attempts', async () => {
    const shop = await bench.open();
    const { id: endpoint_id } = await bench.subscribe(shop.url);
    const resource_id = await bench.happens();
    const id = await bench.logged('delivered');
    const { body } = (await shop.wait(1))[0]!;
    expect((await bench.logs())[0]).toEqual({
      id,
      endpoint_id,
      event_id: body.event_id,
      event: 'charge.captured',
      resource_id,
      sequence: 1,
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      delivered_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(body.id).toBe(id);
  });

  it('the detail has every attempt: number, at, status, headers, first 4 KiB of the body, duration, error', async () => {
    const shop = await bench.open((_received, index) =>
      index === 0
        ? 'reset'
        : (_, response) => {
            response.writeHead(200, { 'x-shop': 'ok' }).end(`${'ç'.repeat(3_000)}\0`);
          },
    );
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('delivered');
    const { attempts, request_body } = await detail(id);
    const answered = attempts as { body: string; headers: Record<string, string> }[];
    expect(attempts).toEqual([
      {
        number: 1,
        at: expect.stringMatching(/Z$/),
        status: null,
        headers: null,
        body: null,
        duration_ms: expect.any(Number),
        error: expect.any(String),
      },
      expect.objectContaining({ number: 2, status: 200, error: null }),
    ]);
    expect(answered[1]?.headers['x-shop']).toBe('ok');
    expect(answered[1]?.body).toBe('ç'.repeat(2_048));
    expect(request_body).toBe(shop.received[0]?.text);
  });

  it('an answer with NUL bytes and broken UTF-8 is kept readable', async () => {
    const shop = await bench.open(() => (_, response) => {
      response.writeHead(200).end(Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80]));
    });
    await bench.subscribe(shop.url);
    await bench.happens();
    const { attempts } = await detail(await bench.logged('delivered'));
    expect((attempts as { body: string }[])[0]?.body).toMatch(/^a\uFFFD+$/);
  });

  it('the list takes status, dates, search over resource and event id, endpoint_id and event', async () => {
    const [good, bad] = [await bench.open(), await bench.open(() => 500)];
    const { id: goodId } = await bench.subscribe(good.url, ['charge.captured']);
    await bench.subscribe(bad.url, ['charge.failed']);
    const captured = await bench.happens();
    await bench.logged('delivered');
    const failed = await bench.happens('charge.failed');
    await bench.logged('exhausted', 'event=charge.failed');
    const resources = async (query: string): Promise<unknown[]> =>
      ((await bench.logs(query)) as unknown as { resource_id: string }[]).map(
        ({ resource_id }) => resource_id,
      );
    expect(await resources('')).toEqual([failed, captured]);
    expect(await resources('status=delivered,held')).toEqual([captured]);
    expect(await resources(`endpoint_id=${goodId}`)).toEqual([captured]);
    expect(await resources('event=charge.failed')).toEqual([failed]);
    expect(await resources(`search=${captured.slice(0, 18).toUpperCase()}`)).toEqual([captured]);
    expect(await resources(`search=${String(good.received[0]?.body.event_id)}`)).toEqual([captured]);
    expect(await resources('date_to=2020-01-01')).toEqual([]);
    for (const wrong of ['status=sent', 'endpoint_id=1', 'event=charge.paid', 'search=x']) {
      expect((await merchant.client.get(`${LOGS}?${wrong}`)).status).toBe(422);
    }
  });

  it("another merchant's delivery is not there", async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url);
    await bench.happens();
    const id = await bench.logged('delivered');
    const other = (await service.merchant()).client;
    for (const each of [id, UNKNOWN_ID, 'nonsense']) {
      expect((await other.get(`${LOGS}/${each}`)).status).toBe(404);
      expect((await other.post(`${LOGS}/${each}/resend`)).status).toBe(404);
    }
    expect((await other.get(LOGS)).body.data).toEqual([]);
  });

  describe('resend', () => {
    it('of a delivered one: 202, one attempt more with the same id and bytes', async () => {
      const shop = await bench.open();
      await bench.subscribe(shop.url);
      await bench.happens();
      const id = await bench.logged('delivered');
      const answer = await merchant.client.post(`${LOGS}/${id}/resend`);
      expect([answer.status, answer.body.data]).toMatchObject([202, { id, status: 'retrying' }]);
      const [first, second] = await shop.wait(2);
      expect(second?.text).toBe(first?.text);
      expect(second?.headers).toMatchObject({
        'webhook-id': first?.headers['webhook-id'],
        'x-service-delivery-id': id,
        'x-service-attempt': '2',
      });
      await bench.logged('delivered');
    });

    it('of an exhausted one: a single attempt more, with the present secret', async () => {
      const shop = await bench.open(() => 500);
      const { id: endpointId } = await bench.subscribe(shop.url);
      await bench.happens();
      const id = await bench.logged('exhausted');
      const { secret } = (
        await merchant.client.post(`${ENDPOINTS}/${endpointId}/secret/regenerate`, { overlap_seconds: 0 })
      ).body.data;
      await merchant.client.post(`${LOGS}/${id}/resend`);
      const third = (await shop.wait(3))[2]!;
      expect(third.headers['x-service-signature']).toBe(expectedSignature(secret as string, third.text));
      await eventually(async () =>
        expect((await bench.logs())[0]).toMatchObject({ status: 'exhausted', attempt_count: 3 }),
      );
      shop.answerWith(200);
      await merchant.client.post(`${LOGS}/${id}/resend`);
      await bench.logged('delivered');
      expect(shop.received).toHaveLength(4);
    });

    it('of a delivered one that fails: it stays delivered', async () => {
      const shop = await bench.open((_received, index) => (index === 0 ? 200 : 500));
      await bench.subscribe(shop.url);
      await bench.happens();
      const id = await bench.logged('delivered');
      await merchant.client.post(`${LOGS}/${id}/resend`);
      await eventually(async () =>
        expect((await bench.logs())[0]).toMatchObject({ status: 'delivered', attempt_count: 2 }),
      );
    });

    it('while an attempt is in flight: one more follows it', async () => {
      const shop = await bench.open(() => (_, response) => {
        setTimeout(() => response.writeHead(200).end(), 700);
      });
      await bench.subscribe(shop.url);
      await bench.happens();
      await shop.wait(1);
      const id = (await bench.logs())[0]?.id ?? '';
      expect((await merchant.client.post(`${LOGS}/${id}/resend`)).status).toBe(202);
      await shop.wait(2);
      await eventually(async () =>
        expect((await bench.logs())[0]).toMatchObject({ status: 'delivered', attempt_count: 2 }),
      );
    });

    it('while an attempt is in flight that succeeds: the one more may fail, and no schedule follows it', async () => {
      const shop = await bench.open((_received, index) =>
        index === 0
          ? (_, response) => {
              setTimeout(() => response.writeHead(200).end(), 700);
            }
          : 500,
      );
      await bench.subscribe(shop.url);
      await bench.happens();
      await shop.wait(1);
      const id = (await bench.logs())[0]?.id ?? '';
      expect((await merchant.client.post(`${LOGS}/${id}/resend`)).status).toBe(202);
      await eventually(async () =>
        expect((await bench.logs())[0]).toMatchObject({ status: 'delivered', attempt_count: 2 }),
      );
      expect(shop.received).toHaveLength(2);
    });

    it('on a paused endpoint: 409 ENDPOINT_PAUSED; of a deleted one: 409 INVALID_STATE', async () => {
      const shop = await bench.open();
      const { id: endpointId } = await bench.subscribe(shop.url);
      await bench.happens();
      const id = await bench.logged('delivered');
      await merchant.client.patch(`${ENDPOINTS}/${endpointId}`, { status: 'paused' });
      const paused = await merchant.client.post(`${LOGS}/${id}/resend`);
      expect([paused.status, paused.body.error]).toEqual([409, 'ENDPOINT_PAUSED']);
      await merchant.client.delete(`${ENDPOINTS}/${endpointId}`);
      const deleted = await merchant.client.post(`${LOGS}/${id}/resend`);
      expect([deleted.status, deleted.body.error]).toEqual([409, 'INVALID_STATE']);
    });

    it('with an Idempotency-Key is done once', async () => {
      const shop = await bench.open();
      await bench.subscribe(shop.url);
      await bench.happens();
      const id = await bench.logged('delivered');
      const headers = { 'idempotency-key': 'again' };
      const answers = [
        await merchant.client.post(`${LOGS}/${id}/resend`, undefined, headers),
        await merchant.client.post(`${LOGS}/${id}/resend`, undefined, headers),
      ];
      // As it stands by then, or with its outcome: postbacks-resend.
      expect(answers[1]?.headers['idempotent-replayed']).toBe('true');
      expect(answers.map(({ body }) => body.data.id as string)).toEqual([id, id]);
      await shop.wait(2);
      await emit(service, { merchantId: merchant.id });
      await shop.wait(3);
      expect(shop.received).toHaveLength(3);
    });
  });

  describe('ping', () => {
    it('202 with the log row; goes to this endpoint whatever its events, and carries the endpoint', async () => {
      const [shop, other] = [await bench.open(), await bench.open()];
      const { id, secret } = await bench.subscribe(shop.url, ['charge.refunded']);
      await bench.subscribe(other.url, ['*', 'ping']);
      const answer = await merchant.client.post(`${ENDPOINTS}/${id}/ping`);
      expect([answer.status, answer.body.data]).toMatchObject([
        202,
        { endpoint_id: id, event: 'ping', status: 'pending', sequence: 1 },
      ]);
      const ping = (await shop.wait(1))[0]!;
      expect(ping.body).toMatchObject({
        event: 'ping',
        id: answer.body.data.id,
        endpoint: { id, url: shop.url },
      });
      expect(ping.text).not.toContain('whsec_');
      expect(ping.headers['x-service-signature']).toBe(expectedSignature(secret, ping.text));
      expect(other.received).toEqual([]);
    });

    it('on a paused endpoint: 409 ENDPOINT_PAUSED', async () => {
      const shop = await bench.open();
      const { id } = await bench.subscribe(shop.url);
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { status: 'paused' });
      const answer = await merchant.client.post(`${ENDPOINTS}/${id}/ping`);
      expect([answer.status, answer.body.error]).toEqual([409, 'ENDPOINT_PAUSED']);
    });
  });
});
