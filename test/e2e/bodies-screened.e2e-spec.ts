import { startService, type TestMerchant, type TestService } from '../support';
import { pixBody } from '../support/charges';

let app: TestService;
let merchant: TestMerchant;

beforeAll(async () => {
  app = await startService();
  merchant = await app.merchant();
});

afterAll(() => app.stop());

const post = (body: unknown, path = '/v1/charges') => merchant.client.post(path, body);
const charges = async () =>
  (await merchant.client.get('/v1/charges?limit=1')).body.pagination.total as number;

/** The members of an object with one more or a replaced one, written by hand: JSON.stringify repeats no name. */
const withMember = (body: object, member: string) => `${JSON.stringify(body).slice(0, -1)},${member}}`;

describe('a body is screened before anything walks it (contract §1)', () => {
  it.each([
    ['a name twice', withMember(pixBody(), '"amount":1')],
    ['a name twice, once escaped', withMember(pixBody(), '"amo\\u0075nt":1')],
    ['a name twice further inside', withMember(pixBody(), '"metadata":{"a":{"b":1,"c":[{"d":1,"d":1}]}}')],
    ['33 levels', withMember(pixBody(), `"metadata":${'['.repeat(32)}${']'.repeat(32)}`)],
    ['5,000 levels', withMember(pixBody(), `"metadata":${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
    ['120,000 levels', '['.repeat(120_000) + ']'.repeat(120_000)],
    ['more than 5,000 values', withMember(pixBody(), `"metadata":[${'1,'.repeat(5_000)}1]`)],
    ['60,000 items', withMember({ ...pixBody(), items: undefined }, `"items":[${'{},'.repeat(59_999)}{}]`)],
  ])('%s: 400 MALFORMED_JSON, and nothing is made', async (_what, body) => {
    const before = await charges();
    for (const path of ['/v1/charges', '/v1/charges/preview']) {
      const answer = await post(body, path);
      expect([answer.status, answer.body.error]).toEqual([400, 'MALFORMED_JSON']);
      expect(answer.body.details).toBeUndefined();
    }
    expect(await charges()).toBe(before);
  });

  it('32 levels and 5,000 values are read: what is wrong about them is reported field by field', async () => {
    const deep = await post(withMember(pixBody(), `"metadata":{"a":${'['.repeat(30)}${']'.repeat(30)}}`));
    expect([deep.status, deep.body.details]).toEqual([
      422,
      [expect.objectContaining({ field: 'metadata.a', code: 'invalid_value' })],
    ]);
    const many = await post(withMember(pixBody(), `"metadata":[${'1,'.repeat(4_900)}1]`));
    expect([many.status, many.body.details]).toEqual([
      422,
      [expect.objectContaining({ field: 'metadata', code: 'invalid_type' })],
    ]);
  });

  it('a list that is too long is refused by its length, beside everything else that is wrong', async () => {
    const items = Array.from({ length: 4_000 }, () => ({}));
    const answer = await post({ ...pixBody(), items, amount: '1', customer: items.slice(0, 900) });
    expect(answer.status).toBe(422);
    expect(
      answer.body.details
        .map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
        .sort(),
    ).toEqual(['amount invalid_type', 'customer invalid_type', 'items too_many']);
  });

  it('details hold 100 entries at most, the last says how many more; the answer is at most 64 KB', async () => {
    const unknown = (count: number, name: (index: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), 1]));
    const answer = await post({ ...pixBody(), ...unknown(101, (index) => `field_${index}`) });
    expect(answer.status).toBe(422);
    expect(answer.body.details).toHaveLength(100);
    expect(answer.body.details[99]).toEqual({ field: '', code: 'more', message: 'and 2 more' });
    const exact = await post({ ...pixBody(), ...unknown(100, (index) => `field_${index}`) });
    expect(exact.body.details).toHaveLength(100);
    expect(exact.body.details[99].code).toBe('unknown_field');
    const items = Array.from({ length: 20 }, () => unknown(100, (index) => `${index}-${'x'.repeat(90)}`));
    const long = await post({ ...pixBody(), items });
    expect(long.status).toBe(422);
    expect(Buffer.byteLength(long.text)).toBeLessThanOrEqual(64 * 1024);
    const [last] = (long.body.details as { code: string; message: string }[]).slice(-1);
    expect(last?.code).toBe('more');
    // Where no field takes a body, nothing else counts them.
    const bare = await merchant.client.post(
      '/v1/charges/x/void',
      unknown(3_000, (index) => `f${index}`),
    );
    expect(bare.status).toBe(422);
    expect(bare.body.details).toHaveLength(100);
  });

  it.each(['9007199254740992', '9007199254740993', '-9007199254740993', '1e20', '1e400'])(
    'an integer that JSON.parse would round is refused in metadata: %s',
    async (number) => {
      const answer = await post(withMember(pixBody(), `"metadata":{"order":${number}}`));
      expect([answer.status, answer.body.details]).toEqual([
        422,
        [expect.objectContaining({ field: 'metadata.order', code: 'invalid_value' })],
      ]);
    },
  );

  it('the largest integers are kept as they were sent', async () => {
    const metadata = { most: Number.MAX_SAFE_INTEGER, least: Number.MIN_SAFE_INTEGER };
    const created = await post(pixBody({ metadata }));
    expect(created.status).toBe(201);
    const { body } = await merchant.client.get(`/v1/charges/${created.body.data.id}`);
    expect(body.data.metadata).toEqual(metadata);
  });

  it('what others signed is not screened: the body of a notification to verify is a text like any other', async () => {
    const answer = await merchant.client.post('/v1/postbacks/verify', {
      secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
      signature: 't=1,v1=00',
      body: `${'['.repeat(500)}{"a":1,"a":2}${']'.repeat(500)}`,
    });
    expect([answer.status, answer.body.data.valid]).toEqual([200, false]);
  });

  it('a byte order mark and an empty body are read as ever', async () => {
    expect((await post(`\ufeff${JSON.stringify(pixBody())}`)).status).toBe(201);
    expect((await post('')).status).toBe(422);
  });
});
