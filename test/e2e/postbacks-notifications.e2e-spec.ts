import { emit, eventually, expectedSignature, usePostbacks, verifyStandard } from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';

describe('notifications', () => {
  const { service, merchant, bench } = usePostbacks({
    worker: true,
    env: { POSTBACK_RETRY_WAITS: '0,1,1,1' },
  });

  describe('specification, Events', () => {
    it('are delivered by HTTP to each active endpoint for the event kinds in its events array', async () => {
      const [captured, everything, refunds] = [await bench.open(), await bench.open(), await bench.open()];
      await bench.subscribe(captured.url, ['charge.captured']);
      await bench.subscribe(everything.url, ['charge.*']);
      await bench.subscribe(refunds.url, ['charge.refunded']);
      await bench.happens('charge.captured');
      await bench.happens('charge.failed');
      await everything.wait(2);
      await captured.wait(1);
      await bench.happens('charge.refunded');
      await refunds.wait(1);
      await everything.wait(3);
      expect([captured, everything, refunds].map(({ received }) => received.length)).toEqual([1, 3, 1]);
    });

    it("do not reach another merchant's endpoint", async () => {
      const [mine, theirs] = [await bench.open(), await bench.open()];
      await bench.subscribe(mine.url);
      const other = await service.merchant();
      await other.client.post(ENDPOINTS, { url: theirs.url, events: ['*'] });
      await bench.happens();
      await mine.wait(1);
      expect(theirs.received).toEqual([]);
    });

    it('X-Service-Signature: sha256= and the hex HMAC-SHA256 of the request body with the endpoint secret as key', async () => {
      const shop = await bench.open();
      const { secret } = await bench.subscribe(shop.url);
      await bench.happens();
      const [received] = await shop.wait(1);
      expect(received?.headers['x-service-signature']).toBe(expectedSignature(secret, received?.text ?? ''));
    });
  });

  describe('contract §7, The notification', () => {
    it('carries its headers, and the Standard Webhooks headers that the public library verifies unchanged', async () => {
      const shop = await bench.open();
      const { secret } = await bench.subscribe(shop.url);
      await bench.happens();
      const [received] = await shop.wait(1);
      const { headers, body } = received!;
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Service-Postback/1.0',
        'x-service-event': 'charge.captured',
        'x-service-delivery-id': body.id,
        'x-service-attempt': '1',
        'webhook-id': body.event_id,
      });
      expect(headers['x-service-signature-previous']).toBeUndefined();
      expect(verifyStandard(secret, received!)).toEqual(body);
    });

    it('body: id, event_id, event, occurred_at, sequence and the whole resource under its prefix, frozen as it was then', async () => {
      const shop = await bench.open();
      await bench.subscribe(shop.url);
      const charge = {
        id: 'x',
        amount: 9_999_999_999,
        text: 'Olá "ção" \u2028 😀',
        nested: { a: [1, 2.5, null] },
      };
      await emit(service, { merchantId: merchant.id, payload: { charge, refund: { id: 'r' } } });
      const [received] = await shop.wait(1);
      expect(received?.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: 'charge.captured',
        occurred_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        sequence: 1,
        charge,
        refund: { id: 'r' },
      });
      expect(received?.text).toContain(JSON.stringify(charge).slice(1));
    });

    it('during the overlap both secrets sign; after it, or with overlap 0, the new one alone', async () => {
      const shop = await bench.open();
      const { id, secret } = await bench.subscribe(shop.url);
      const regenerate = async (body?: object): Promise<string> =>
        (await merchant.client.post(`${ENDPOINTS}/${id}/secret/regenerate`, body)).body.data.secret as string;
      const second = await regenerate();
      await bench.happens();
      const overlapping = (await shop.wait(1))[0]!;
      expect(overlapping.headers['x-service-signature']).toBe(expectedSignature(second, overlapping.text));
      expect(overlapping.headers['x-service-signature-previous']).toBe(
        expectedSignature(secret, overlapping.text),
      );
      for (const each of [secret, second])
        expect(verifyStandard(each, overlapping)).toEqual(overlapping.body);

      await service.dataSource.query(
        `UPDATE postback_endpoints SET previous_secret_expires_at = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      await bench.happens();
      const after = (await shop.wait(2))[1]!;
      expect(after.headers['x-service-signature-previous']).toBeUndefined();
      expect(() => verifyStandard(secret, after)).toThrow();

      const third = await regenerate({ overlap_seconds: 0 });
      await bench.happens();
      const last = (await shop.wait(3))[2]!;
      expect(verifyStandard(third, last)).toEqual(last.body);
      expect(() => verifyStandard(second, last)).toThrow();
    });

    it('sequence counts the deliveries of an endpoint by one without gaps, held ones and pings too', async () => {
      const shop = await bench.open();
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(30);
      await merchant.client.post(`${ENDPOINTS}/${id}/ping`);
      await shop.wait(31);
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { status: 'paused' });
      await bench.happens();
      await eventually(async () => expect(await bench.logs('status=held')).toHaveLength(1));
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { status: 'active' });
      await bench.happens();
      await shop.wait(32);
      const sequences = (await bench.logs())
        .map(({ sequence }) => sequence)
        .sort((left, right) => left - right);
      expect(sequences).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
    });
  });

  it('an event that was rolled back is not delivered', async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url);
    await service.dataSource
      .transaction(async (manager) => {
        await manager.query(
          `INSERT INTO outbox_events (id, type, merchant_id, resource_id, payload, occurred_at)
           VALUES (gen_random_uuid(), 'charge.captured', $1, gen_random_uuid(), '{}', now())`,
          [merchant.id],
        );
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await bench.happens('charge.failed');
    await shop.wait(1);
    expect(shop.received.map(({ body }) => body.event as string)).toEqual(['charge.failed']);
  });
});
