import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { Demo } from './demo';

const TIMEOUT_MS = 5_000;

/** True unless the service at this address refuses a key pair of `demo.json`, or there is no such file. */
export async function demoKeysWork(dataDir: string, apiUrl: string): Promise<boolean> {
  try {
    const { merchant, operator } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
    const statuses = await Promise.all([
      statusOf(`${apiUrl}/v1/merchant`, merchant),
      statusOf(`${apiUrl}/v1/review/submerchants?limit=1`, operator),
    ]);
    return statuses.every((status) => status !== 401);
  } catch {
    return false;
  }
}

async function statusOf(url: string, keys: { public_key: string; secret_key: string }): Promise<number> {
  const credentials = Buffer.from(`${keys.public_key}:${keys.secret_key}`).toString('base64');
  // Our own process on this machine: no address to guard against.
  const { statusCode, body } = await request(url, {
    headers: { authorization: `Basic ${credentials}` },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  await body.dump();
  return statusCode;
}
