import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFree } from '../../src/embedded/ports';
import { eventually, onThisMachine, sayMeasured, Started } from '../support';
import { portToUse } from '../support/ports';

describe('a second npm start on the same data (contract §10)', () => {
  let home: string;
  let port: number;
  let env: Record<string, string>;
  let last: Started;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'repasse-second-start-'));
    chmodSync(home, 0o755);
    port = await portToUse();
    env = { DATA_DIR: join(home, 'data'), PORT: String(port), WORKER_PORT: '0', LOG_LEVEL: 'warn' };
    last = new Started(env);
    await last.ready();
  });
  afterAll(async () => {
    last.child.kill('SIGTERM');
    await last.ended;
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ['was stopped', 'SIGTERM'],
    ['was killed', 'SIGKILL'],
  ] as const)('is ready within 10 seconds after the first %s', async (how, signal) => {
    last.child.kill(signal);
    await last.ended;
    // The children of a killed parent finish what they do first.
    await eventually(async () => expect(await isFree(port, '127.0.0.1')).toBe(true), 30_000);
    const begunMs = Date.now();
    last = new Started(env);
    await last.ready();
    const tookMs = Date.now() - begunMs;
    sayMeasured(`a start after the one before ${how}: ${tookMs} ms`);
    expect(tookMs).toBeLessThan(onThisMachine(10_000));
  });
});
