import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startService, type TestService } from '../support';
import { Collector } from '../support/collector';
import { startProcess, type TestProcess } from '../support/process';

/** Says, when the process ends, which of the files that it ran belong to OpenTelemetry. */
const LISTING = `process.once('exit', () => {
  const files = Object.keys(require.cache).map((file) => require('node:path').basename(file));
  console.log('loaded: ' + JSON.stringify(files.filter((file) => /open-?telemetry/.test(file))));
});`;

describe('a built process', () => {
  let folder: string;
  let service: TestService;
  let collector: Collector;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'repasse-loaded-'));
    writeFileSync(join(folder, 'listing.cjs'), LISTING);
    service = await startService();
    collector = await Collector.listen();
  });
  afterAll(async () => {
    await service.stop();
    await collector.close();
    await rm(folder, { recursive: true });
  });

  const start = (kind: 'main' | 'worker', env: Record<string, string> = {}): Promise<TestProcess> =>
    startProcess(service, kind, { ...env, NODE_OPTIONS: `--require ${join(folder, 'listing.cjs')}` });

  it.each(['main', 'worker'] as const)(
    '%s loads nothing of OpenTelemetry unless it is turned on',
    async (kind) => {
      const off = await start(kind);
      expect(await off.end('SIGTERM')).toBe(0);
      expect(off.output()).toContain('loaded: []');

      const on = await start(kind, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
      if (kind === 'main') await on.client().get('/v1/merchant', { 'x-request-id': 'the-last-one' });
      expect(await on.end('SIGTERM')).toBe(0);
      expect(on.output()).toMatch(/loaded: \["open-telemetry/);
      // What had not been sent yet goes out before the process ends, and its line names the trace.
      if (kind === 'main') {
        await eventually(() => expect(collector.texts.join('')).toContain('the-last-one'));
        const traceId = collector.spans.find(({ name }) => name === 'GET /v1/merchant')?.traceId;
        expect(on.output()).toContain(`"trace_id":"${traceId}"`);
      }
    },
  );
});
