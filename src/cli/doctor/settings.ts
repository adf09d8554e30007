import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { request } from 'undici';
import { errorMessage } from '../../common';
import type { AppConfig } from '../../config';
import { type Finding, warning, well } from './finding';

const TIMEOUT_MS = 5_000;
const LEAST_FREE_BYTES = 1024 ** 3;
const LEAST_FREE_SHARE = 0.05;
const LOOPBACK = /^(localhost|127\.|\[::1\]$)/;

/** What production accepts and somebody may regret; nothing of it is asked of a machine of one's own. */
export function productionSettings(config: AppConfig): Finding[] {
  if (!config.isProduction) return [];
  const { publicUrl, trustedProxies } = config.http;
  const { protocol, hostname } = new URL(publicUrl);
  const regrets: [boolean, string][] = [
    [protocol !== 'https:', 'PUBLIC_URL is not https: browsers keep no session of an operator'],
    [LOOPBACK.test(hostname), 'PUBLIC_URL leads to this machine itself: set the address that clients use'],
    [
      trustedProxies.some((each) => each.endsWith('/0')),
      'TRUSTED_PROXIES believes everybody: who sends X-Forwarded-For is counted as whom he likes',
    ],
    [config.metricsToken === null, 'METRICS_TOKEN is not set: nobody can read /metrics'],
    [
      config.review.fourEyes.for === 'off',
      'FOUR_EYES=off: one operator alone decides what is risky and final',
    ],
    [config.redis === null, 'REDIS_URL is not set: one API process alone may run'],
  ];
  const found = regrets.filter(([is]) => is).map(([, message]) => warning('settings', message));
  return found.length > 0 ? found : [well('settings', 'nothing that production should not have')];
}

/** Whether the service answers where clients look for it. */
export async function publicUrl({ http }: AppConfig): Promise<Finding> {
  const check = 'public url';
  const url = `${http.publicUrl}/health/live`;
  try {
    const { statusCode, body } = await request(url, {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await body.text();
    return statusCode === 200 && answer.includes('"live"')
      ? well(check, `${http.publicUrl} answers`)
      : warning(check, `${url} answers ${statusCode}, and not as this service does`);
  } catch (error) {
    return warning(check, `${url} is not reached from here: ${errorMessage(error)}`);
  }
}

/** The disk of this machine: of the embedded database, or of the processes and their logs. */
export async function disk(dataDir: string): Promise<Finding> {
  try {
    return space(await statfs(dataDir).catch(() => statfs('.')));
  } catch (error) {
    return warning('disk', `not known: ${errorMessage(error)}`);
  }
}

/** A gigabyte, and a twentieth of the disk, is the least. */
export function space({ bavail, blocks, bsize }: Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>): Finding {
  const freeBytes = bavail * bsize;
  const message = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free`;
  return freeBytes < LEAST_FREE_BYTES || bavail < blocks * LEAST_FREE_SHARE
    ? warning('disk', `${message}: little`)
    : well('disk', message);
}
