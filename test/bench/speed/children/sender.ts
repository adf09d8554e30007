import { Pool } from 'undici';
import { answer } from '../child';
import type { SenderGiven } from '../sender';
import { signatureHeaders } from '../../../../src/postbacks/signature';

/** Posts so many signed bodies to the receivers, and nothing else: no rows, no queue, no retries. */
async function send({ ports, count, inFlight, secret, headers, body }: SenderGiven): Promise<number> {
  const pools = ports.map(
    (port) =>
      new Pool(`http://127.0.0.1:${port}`, {
        connections: Math.ceil(inFlight / ports.length),
        pipelining: 1,
      }),
  );
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < count) {
      const number = sent;
      sent += 1;
      const eventId = `bench-${number}`;
      const signed = signatureHeaders(
        { eventId, sentAt: new Date(), body },
        { first: secret, previous: null, next: null },
      );
      const response = await pools[number % pools.length]!.request({
        method: 'POST',
        path: '/hooks',
        headers: { ...headers, ...signed, 'x-service-delivery-id': eventId },
        body,
      });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`a receiver answered ${response.statusCode}`);
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const seconds = (performance.now() - beganMs) / 1_000;
  await Promise.all(pools.map((pool) => pool.close()));
  return count / seconds;
}

answer({ send });
