import {
  eventually,
  expectedSignature,
  PostbackBench,
  type Received,
  type Receiver,
  usePostbacks,
  verifyStandard,
} from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const REFUSED = 401;

/** A receiver that knows one secret and reads X-Service-Signature alone. */
class SimpleReceiver {
  readonly answers: number[] = [];
  readonly shop: Promise<Receiver>;
  /** Set: it answers this, whatever the signature. */
  isDownWith: number | null = null;

  constructor(
    bench: PostbackBench,
    public secret = '',
  ) {
    this.shop = bench.open((received) => {
      const isKnown =
        received.headers['x-service-signature'] === expectedSignature(this.secret, received.text);
      const answer = this.isDownWith ?? (isKnown ? 200 : REFUSED);
      this.answers.push(answer);
      return answer;
    });
  }
}

describe('sign_with: previous (contract §7, secret)', () => {
  const { service, merchant, bench } = usePostbacks({
    worker: true,
    env: { POSTBACK_RETRY_WAITS: '0,1,1,1' },
  });

  const regenerate = async (id: string, body?: object): Promise<string> => {
    const answer = await merchant.client.post(`${ENDPOINTS}/${id}/secret/regenerate`, body);
    expect(answer.status).toBe(200);
    return answer.body.data.secret as string;
  };
  const read = async (id: string): Promise<{ sign_with: string }> =>
    (await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data as { sign_with: string };

  const open = async (): Promise<{ simple: SimpleReceiver; shop: Receiver; id: string; secret: string }> => {
    const simple = new SimpleReceiver(bench);
    const shop = await simple.shop;
    const { id, secret } = await bench.subscribe(shop.url);
    simple.secret = secret;
    return { simple, shop, id, secret };
  };

  it('a receiver that knows the old secret alone refuses nothing; Next carries the new one', async () => {
    const { simple, shop, id, secret } = await open();
    const second = await regenerate(id, { sign_with: 'previous' });
    await bench.happenMany(20);
    const received = await shop.wait(20);
    for (const each of received) {
      expect(each.headers['x-service-signature-next']).toBe(expectedSignature(second, each.text));
      expect(each.headers['x-service-signature-previous']).toBeUndefined();
      for (const either of [secret, second]) expect(verifyStandard(either, each)).toEqual(each.body);
    }
    await eventually(async () => expect(await bench.logs('status=delivered')).toHaveLength(20));
    expect(new Set(simple.answers)).toEqual(new Set([200]));
    expect(await read(id)).toMatchObject({ sign_with: 'previous' });
  });

  it('when it has got the new secret one refusal tells, and from the first success on the new one signs', async () => {
    const { simple, shop, id } = await open();
    const second = await regenerate(id, { sign_with: 'previous' });
    simple.secret = second;
    await bench.happens();
    await bench.logged('delivered');
    expect(simple.answers).toEqual([REFUSED, 200]);
    expect(await read(id)).toMatchObject({ sign_with: 'new' });
    await bench.happenMany(5);
    const later = (await shop.wait(7)).slice(2);
    await eventually(async () => expect(await bench.logs('status=delivered')).toHaveLength(6));
    expect(simple.answers.slice(2)).toEqual([200, 200, 200, 200, 200]);
    for (const each of later) {
      expect(each.headers['x-service-signature-next']).toBeUndefined();
      expect(each.headers['x-service-signature-previous']).toEqual(expect.stringMatching(/^sha256=/));
    }
  });

  it('a receiver that fails for another reason is asked with what it knows, and every second time after a refusal', async () => {
    const { simple, shop, id, secret } = await open();
    await regenerate(id, { sign_with: 'previous' });
    simple.isDownWith = 503;
    await bench.happens();
    await shop.wait(3);
    expect(shop.received.map((each) => madeWith(secret, each))).toEqual([true, true, true]);
    simple.isDownWith = null;
    await bench.logged('delivered');
    expect(simple.answers).toEqual([503, 503, 503, 200]);

    simple.isDownWith = 403;
    await bench.happens();
    await shop.wait(6);
    simple.isDownWith = null;
    await eventually(async () => expect(await bench.logs('status=delivered')).toHaveLength(2));
    expect(shop.received.slice(4).map((each) => madeWith(secret, each))).toEqual([true, false, true]);
    expect(await read(id)).toMatchObject({ sign_with: 'previous' });
  });

  it('the end of the overlap ends it; without an overlap there is nothing to sign with but the new one', async () => {
    const { simple, id } = await open();
    simple.secret = await regenerate(id, { sign_with: 'previous' });
    await service.dataSource.query(
      `UPDATE postback_endpoints SET previous_secret_expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    const over = { id, previous_secret_expires_at: null, sign_with: 'new' };
    expect(await read(id)).toMatchObject(over);
    expect((await merchant.client.get(ENDPOINTS)).body.data).toMatchObject([over]);
    const viewer = await service.operator({ role: 'viewer' });
    expect((await viewer.client.get(`/v1/review/endpoints/${id}`)).body.data).toMatchObject(over);
    await bench.happens();
    await bench.logged('delivered');
    expect(simple.answers).toEqual([200]);
    simple.secret = await regenerate(id, { sign_with: 'previous', overlap_seconds: 0 });
    expect((await read(id)).sign_with).toBe('new');
    await bench.happens();
    await eventually(async () => expect(await bench.logs('status=delivered')).toHaveLength(2));
    expect(simple.answers).toEqual([200, 200]);
  });

  it('a second regeneration keeps the secret that the receiver knows, not the one that was never taken', async () => {
    const { simple, shop, id, secret } = await open();
    const lost = await regenerate(id, { sign_with: 'previous' });
    const third = await regenerate(id, { sign_with: 'previous' });
    await bench.happens();
    await bench.logged('delivered');
    expect(simple.answers).toEqual([200]);
    const [received] = shop.received;
    for (const either of [secret, third]) expect(verifyStandard(either, received!)).toEqual(received!.body);
    expect(() => verifyStandard(lost, received!)).toThrow();
  });

  it('takes new and previous alone; the database keeps both secrets while the previous one signs', async () => {
    const { id } = await open();
    for (const sign_with of ['both', '', 1]) {
      const answer = await merchant.client.post(`${ENDPOINTS}/${id}/secret/regenerate`, { sign_with });
      expect(answer.status).toBe(422);
    }
    await expect(
      service.dataSource.query(`UPDATE postback_endpoints SET sign_with = 'previous' WHERE id = $1`, [id]),
    ).rejects.toThrow('ck_postback_endpoints_sign_with');
    await regenerate(id, { sign_with: 'previous' });
    expect((await merchant.client.delete(`${ENDPOINTS}/${id}`)).status).toBe(204);
  });
});

function madeWith(secret: string, { headers, text }: Received): boolean {
  return headers['x-service-signature'] === expectedSignature(secret, text);
}
