import type { ServerResponse } from 'node:http';
import { eventually, onThisMachine, startService } from '../support';
import { FileBench, type HostedDocument } from '../support/file-bench';
import { pdfFile } from '../support/file-server';

let bench: FileBench;
beforeAll(async () => (bench = await FileBench.start()));
beforeEach(() => bench.renewSubject());
afterAll(() => bench.close());

describe('any number of looks at once', () => {
  it('first looks in two processes: fetched once, all see the same', async () => {
    const second = await startService({ env: { ...bench.service.environment } });
    let served = 0;
    const { id, path } = await bench.documentOf((_request, response) => {
      served += 1;
      const bytes = pdfFile(`fetch ${served}`);
      setTimeout(() => response.writeHead(200).end(bytes), 300);
    });
    const looks = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        bench.view(id, { url: index % 2 === 0 ? bench.service.url : second.url }),
      ),
    );
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(looks.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(bench.host.count(path)).toBe(1);
    await second.stop();
  });

  it('a fetch that fails fails for all who wait for it, in both processes; the next look tries again', async () => {
    const second = await startService({ env: { ...bench.service.environment } });
    const { id, path } = await bench.documentOf((_request, response) => {
      setTimeout(() => response.writeHead(503).end(), onThisMachine(500));
    });
    const looks = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        bench.view(id, { url: index % 2 === 0 ? bench.service.url : second.url }),
      ),
    );
    expect(new Set(looks.map(({ message }) => message))).toEqual(
      new Set(['The file could not be fetched: the server answered with status 503.']),
    );
    const faults = looks.map(({ data }) => `${data?.fault} ${data?.http_status}`);
    expect(new Set(faults)).toEqual(new Set(['status 503']));
    expect(bench.host.count(path)).toBe(1);
    bench.host.host(path, pdfFile());
    expect((await bench.view(id, { url: second.url })).status).toBe(200);
    expect(bench.host.count(path)).toBe(2);
    await second.stop();
  });

  it('a process that died while it fetched is taken over when its lease ends', async () => {
    const { id, path } = await bench.documentOf(pdfFile());
    const startedMs = performance.now();
    // What such a process leaves behind.
    await bench.query(
      `INSERT INTO document_files (merchant_id, document_id, attempt_id, leased_until)
        SELECT merchant_id, id, gen_random_uuid(), now() + interval '2 seconds' FROM submerchant_documents WHERE id = $1`,
      id,
    );
    const looks = await Promise.all([bench.view(id), bench.view(id), bench.view(id)]);
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(performance.now() - startedMs).toBeGreaterThan(1_500);
    expect(bench.host.count(path)).toBe(1);
  });

  it('neither a connection nor a transaction is held while a server is slow', async () => {
    const small = await startService({ env: { ...bench.service.environment, DATABASE_POOL_SIZE: '2' } });
    const waiting: ServerResponse[] = [];
    const slow: HostedDocument[] = [];
    for (let count = 0; count < 6; count += 1) {
      // Of two merchants: of one, only four are fetched at once.
      if (count === 3) await bench.renewSubject();
      slow.push(await bench.documentOf((_request, response) => waiting.push(response)));
    }
    const ended: (string | null)[] = [];
    const looks = slow.map(async ({ id }) => {
      const answer = await bench.view(id, { url: small.url });
      ended.push(answer.message);
      return answer;
    });
    await eventually(() => expect({ asked: waiting.length, ended }).toEqual({ asked: 6, ended: [] }));
    const [asked] = await bench.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
    const quick = await bench.documentOf(pdfFile('quick'));
    expect((await bench.view(quick.id, { url: small.url })).status).toBe(200);
    // Between two of its statements every transaction is idle for a moment: held is one that has been since then.
    const held = await bench.query(
      `SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND state_change < $1`,
      asked?.at,
    );
    expect(held).toEqual([]);
    for (const response of waiting) response.writeHead(200).end(pdfFile());
    expect((await Promise.all(looks)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    await small.stop();
  });

  it('one merchant’s slow server does not keep the files of others waiting', async () => {
    const waiting: ServerResponse[] = [];
    const file_url = bench.host.host('/never', (_request, response) => waiting.push(response));
    const ids = await Promise.all(Array.from({ length: 14 }, () => bench.documentAt(file_url)));
    const looks = ids.map((id) => bench.view(id));
    await eventually(() => expect(waiting.length).toBeGreaterThan(3));
    await bench.renewSubject();
    const other = await bench.documentOf(pdfFile('other'));
    expect((await bench.view(other.id)).status).toBe(200);
    expect(waiting).toHaveLength(4);
    // Each that ends makes room for the next.
    bench.host.host('/never', pdfFile('at last'));
    for (const response of waiting) response.writeHead(200).end(pdfFile('at last'));
    expect((await Promise.all(looks)).map(({ status }) => status)).toEqual(Array(14).fill(200));
  });
});

it('the metrics count what became of fetches', async () => {
  await bench.view((await bench.documentOf(pdfFile())).id);
  await bench.view((await bench.documentOf(Buffer.from('text'))).id);
  const { text } = await bench.service.anonymous.get('/metrics');
  expect(text).toMatch(/repasse_document_files_total\{outcome="kept"\} [1-9]/);
  expect(text).toMatch(/repasse_document_files_total\{outcome="FILE_TYPE_REFUSED"\} [1-9]/);
  expect(text).toMatch(/repasse_document_file_fetch_duration_seconds_count [1-9]/);
});
