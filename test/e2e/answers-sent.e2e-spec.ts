import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client, startService, type TestMerchant, type TestService } from '../support';
import { basic } from '../support/client';

/** What the cheap way of a request must not lose (decision 0029). */
describe('a request that pays for little', () => {
  let service: TestService;
  let merchant: TestMerchant;

  beforeAll(async () => {
    service = await startService();
    merchant = await service.merchant({ name: 'Feira de São João — açaí' });
  });
  afterAll(() => service.stop());

  const open = (): Socket => connect(Number(new URL(service.url).port), '127.0.0.1');
  const request = (method: string, more = ''): string =>
    `${method} /v1/merchant HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${basic(merchant)}\r\n${more}\r\n`;
  /** Sends bytes as they are, and answers what came back until the connection ended. */
  const sent = async (bytes: string): Promise<string> => {
    const socket = open();
    socket.write(bytes);
    return text(socket);
  };
  const lengthIn = (answer: string): number => Number(/content-length: (\d+)/i.exec(answer)?.[1]);
  const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

  it('is let in by the right secret alone, also just after that opened', async () => {
    const { publicKey, secretKey } = merchant;
    const statusWith = async (secret: string): Promise<number> =>
      (await new Client(service.url, { publicKey, secretKey: secret }).get('/v1/merchant')).status;
    const ofOtherEnd = `${secretKey.slice(0, -1)}${secretKey.endsWith('0') ? '1' : '0'}`;
    for (const wrong of [ofOtherEnd, `${secretKey}x`, secretKey.toUpperCase()])
      expect([await statusWith(secretKey), await statusWith(wrong)]).toEqual([200, 401]);
    expect(await statusWith(secretKey)).toBe(200);
  });

  it('says in its answer how many bytes it has, not how many letters', async () => {
    const answer = await sent(request('GET', 'Connection: close\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(bodyOf(answer)).toContain('Feira de São João — açaí');
    expect(lengthIn(answer)).toBe(Buffer.byteLength(bodyOf(answer)));
  });

  it('has to HEAD the answer to GET without the body', async () => {
    const [get, head] = [
      await sent(request('GET', 'Connection: close\r\n')),
      await sent(request('HEAD', 'Connection: close\r\n')),
    ];
    expect([bodyOf(head), lengthIn(head)]).toEqual(['', lengthIn(get)]);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is answered in its turn when another one was sent before its answer', async () => {
    const answers = await sent(request('GET') + request('HEAD') + request('GET', 'Connection: close\r\n'));
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
    expect(answers.match(/"success":true/g)).toHaveLength(2);
  });

  it('has its whole answer when its sender holds another one', async () => {
    const answer = await sent(request('GET', 'If-None-Match: "another"\r\nConnection: close\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(lengthIn(answer)).toBe(Buffer.byteLength(bodyOf(answer)));
  });

  it('has no answer for a sender who has gone, and the next one has its own', async () => {
    for (let count = 0; count < 20; count += 1) {
      const socket = open();
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.write(request('GET'), resolve));
      socket.destroy();
    }
    const answer = await sent(request('GET', 'Connection: close\r\n'));
    expect(answer.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(1);
  });
});
