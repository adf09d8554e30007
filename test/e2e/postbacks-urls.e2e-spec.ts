import { receiver, startService, type TestService } from '../support';

const PATH = '/v1/postbacks/endpoints';
const body = (more: object): object => ({
  url: 'https://8.8.8.8/hooks',
  events: ['charge.captured'],
  ...more,
});

describe('contract §7, URLs', () => {
  let service: TestService;

  afterEach(() => service.stop());

  const statusOf = async (
    url: unknown,
    mode: 'test' | 'live' = 'test',
  ): Promise<[number, string | undefined]> => {
    const { client } = await service.merchant({ mode });
    const answer = await client.post(PATH, body({ url }));
    return [answer.status, answer.body.details?.[0]?.code as string | undefined];
  };

  it('http(s), no credentials, no fragment; at most 2,048 characters', async () => {
    service = await startService();
    for (const url of [
      'ftp://8.8.8.8/',
      'nonsense',
      '/hooks',
      'http://',
      'http:8.8.8.8',
      'http://8.8.8.8\\@x/',
      17,
      null,
    ]) {
      expect((await statusOf(url))[0]).toBe(422);
    }
    expect(await statusOf('https://user:pass@8.8.8.8/')).toEqual([422, 'url_with_credentials']);
    expect(await statusOf('https://@8.8.8.8/')).toEqual([422, 'url_with_credentials']);
    expect(await statusOf('https://8.8.8.8/#x')).toEqual([422, 'url_with_fragment']);
    expect((await statusOf(`https://8.8.8.8/${'x'.repeat(2_033)}`))[0]).toBe(422);
  });

  it('never an inside address, in any spelling; no value is repeated in the answer', async () => {
    service = await startService({ env: { ALLOW_PRIVATE_ADDRESSES: 'false' } });
    const inside = [
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://[::ffff:7f00:1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://169.254.169.254/latest',
      'http://168.63.129.16/',
      'http://localhost/',
      'http://localhost./',
      'http://127.0.0.1./',
      'http://intranet/',
    ];
    for (const url of inside) expect(await statusOf(url)).toEqual([422, 'address_not_allowed']);
    expect(await statusOf('http://8.8.8.8/')).toEqual([201, undefined]);
  });

  it('a name that does not resolve is accepted', async () => {
    service = await startService({ env: { ALLOW_PRIVATE_ADDRESSES: 'false' } });
    expect((await statusOf('https://no-such-name.invalid/hooks'))[0]).toBe(201);
  });

  it('https for live merchants', async () => {
    service = await startService();
    expect(await statusOf('http://8.8.8.8/', 'live')).toEqual([422, 'https_required']);
    expect(await statusOf('https://8.8.8.8/', 'live')).toEqual([201, undefined]);
  });

  it('ALLOW_PRIVATE_ADDRESSES lifts this for test merchants, never for live ones', async () => {
    service = await startService();
    const shop = await receiver();
    expect(await statusOf(shop.url)).toEqual([201, undefined]);
    expect(await statusOf('https://127.0.0.1/', 'live')).toEqual([422, 'address_not_allowed']);
    await shop.close();
  });

  it('PATCH checks the address like POST', async () => {
    service = await startService({ env: { ALLOW_PRIVATE_ADDRESSES: 'false' } });
    const { client } = await service.merchant();
    const made = await client.post(PATH, body({}));
    const answer = await client.patch(`${PATH}/${made.body.data.id as string}`, { url: 'http://10.0.0.1/' });
    expect([answer.status, answer.body.details[0].code]).toEqual([422, 'address_not_allowed']);
  });
});
