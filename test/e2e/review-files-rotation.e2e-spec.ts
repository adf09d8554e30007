import { randomBytes } from 'node:crypto';
import { runCommandLine } from '../../src/cli/program';
import { startService, type JsonBody } from '../support';
import { FileBench } from '../support/file-bench';
import { pdfFile } from '../support/file-server';

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

describe('secrets rotate encrypts the files of documents anew (contract §9)', () => {
  const [older, newer] = [key('k_1'), key('k_2')];
  const large = Buffer.alloc(2_500_000, 'x');
  large.write('%PDF-1.7\n');
  let bench: FileBench;
  let ids: string[];

  beforeAll(async () => {
    bench = await FileBench.start({ ENCRYPTION_KEYS: older });
    ids = [];
    for (const bytes of [pdfFile('small'), large, pdfFile('spoilt')]) {
      const { id } = await bench.documentOf(bytes);
      ids.push(id);
      expect((await bench.view(id)).status).toBe(200);
    }
    // One that nobody could fetch has nothing to encrypt.
    expect((await bench.view(await bench.documentAt(`${bench.host.origin}/none`))).status).toBe(409);
    await bench.query(
      `UPDATE document_files SET sealed = set_byte(sealed, 50, 255 - get_byte(sealed, 50)) WHERE document_id = $1`,
      ids[2],
    );
  });
  afterAll(() => bench.close());

  const rotate = async (ring: string): Promise<{ code: number; json: JsonBody }> => {
    let stdout = '';
    const env = { ...bench.service.environment, ENCRYPTION_KEYS: ring };
    const code = await runCommandLine(['secrets', 'rotate', '--json'], env, {
      answer: (text) => (stdout += text),
      note: () => undefined,
    });
    return { code, json: JSON.parse(stdout) };
  };

  it('what opens, whatever its size; what does not is named; done again it finds nothing more', async () => {
    const [, , spoilt] = ids;
    expect(await rotate(`${newer},${older}`)).toEqual({
      code: 1,
      json: { key: 'k_2', rotated: 2, failed: [spoilt] },
    });
    expect((await rotate(`${newer},${older}`)).json).toEqual({ key: 'k_2', rotated: 0, failed: [spoilt] });
  });

  it('the older key may leave the ring then: the same bytes, fetched once', async () => {
    const after = await startService({ env: { ...bench.service.environment, ENCRYPTION_KEYS: newer } });
    const looks = await Promise.all(ids.map((id) => bench.view(id, { url: after.url })));
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 500]);
    expect(looks[0]?.bytes).toEqual(pdfFile('small'));
    expect(looks[1]?.bytes.equals(large)).toBe(true);
    expect(bench.host.requests.filter(({ path }) => path !== '/none')).toHaveLength(3);
    await after.stop();
  });

  it('a process that still has the older ring alone says 500, and shows nothing', async () => {
    const { status, error } = await bench.view(ids[0]!);
    expect([status, error]).toEqual([500, 'INTERNAL_ERROR']);
  });
});
