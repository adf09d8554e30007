import { spawnSync } from 'node:child_process';
import { hasNginx } from './nginx';
import { hasRedisServer } from './redis-server';
import { canSkewClocks } from './skewed-clock';
import { canOpenTerminals } from './started';

/** `describe` or `it`, as far as it is used here. */
interface Declaring<Body> {
  (title: string, body: Body): void;
  skip(title: string, body: Body): void;
}

/** Declares tests that need something of the machine: without it they are skipped, and their title says for want of what. */
function needing<Body>(
  isThere: boolean,
  want: string,
  declare: Declaring<Body>,
): (title: string, body: Body) => void {
  return (title, body) => {
    if (isThere) declare(title, body);
    else declare.skip(`${title} [${want}]`, body);
  };
}

const NO_REDIS = 'no redis-server was found';

/** Tests that start and stop a Redis of their own. */
export const describeOnRedis = needing(hasRedisServer, NO_REDIS, describe);
export const itOnRedis = needing(hasRedisServer, NO_REDIS, it);

/** Tests that give a process a wrong clock. */
export const describeWithSkewedClocks = needing(canSkewClocks, 'no libfaketime was found', describe);

/** Tests that put a proxy before two API processes, with a Redis between them. */
export const describeBehindNginx = needing(
  hasNginx && hasRedisServer,
  hasNginx ? NO_REDIS : 'no nginx was found',
  describe,
);

/** Tests that ask Prometheus' own tool. */
export const itWithPromtool = needing(
  spawnSync('promtool', ['--version']).status === 0,
  'no promtool was found',
  it,
);

/** Tests that look at what a person sees in a terminal. */
export const itInTerminal = needing(canOpenTerminals, 'no script of util-linux was found', it);
