import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { pixBody } from '../../support/charges';
import { flameGraph, type Profile } from './flame-graph';
import { LoadGenerator } from './load';
import type { Site } from './site';

const PRESSURE = { connections: 32, seconds: 10 };
const WARM_UP = { connections: 32, seconds: 60, atMost: 3_000 };

/** Draws where the API's processor time goes while it creates charges, as SVG; answers how many a second these were. */
export async function drawChargePath(site: Site, file: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-profile-'));
  const PROFILE_FILE = join(folder, 'profile.json');
  const NODE_OPTIONS = `--require=${join(__dirname, 'profiler.cjs')}`;
  const installation = await site.installation({ NODE_OPTIONS, PROFILE_FILE });
  const load = new LoadGenerator();
  try {
    await installation.start(1, 0);
    const server = installation.apis[0]!;
    const keys = await installation.merchant();
    const wanted = { method: 'POST', path: '/v1/charges', keys, body: pixBody() } as const;
    await load.run(server, wanted, WARM_UP);
    await installation.query('ANALYZE');
    server.signal('SIGUSR2');
    const { answered, seconds } = await load.run(server, wanted, PRESSURE);
    server.signal('SIGUSR2');
    const profile = await eventually(async () => JSON.parse(readFileSync(PROFILE_FILE, 'utf8')) as Profile);
    writeFileSync(
      file,
      flameGraph('POST /v1/charges, pix, 32 connections: processor time of the API', profile),
    );
    return Math.round(answered / seconds);
  } finally {
    await load.stop();
    await site.discard(installation);
    rmSync(folder, { recursive: true, force: true });
  }
}
