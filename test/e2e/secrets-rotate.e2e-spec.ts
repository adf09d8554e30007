import { randomBytes } from 'node:crypto';
import { runCommandLine } from '../../src/cli/program';
import {
  expectedSignature,
  PostbackBench,
  startService,
  type TestService,
  verifyStandard,
  type JsonBody,
} from '../support';

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const ENDPOINTS = '/v1/postbacks/endpoints';

describe('secrets rotate (contract §9)', () => {
  const [older, newer] = [key('k_1'), key('k_2')];
  let service: TestService;
  let bench: PostbackBench;

  beforeAll(async () => {
    service = await startService({ env: { ENCRYPTION_KEYS: older } });
    bench = new PostbackBench(service, await service.merchant());
  });
  afterAll(async () => {
    await bench.close();
    await service.stop();
  });

  const rotate = async (
    ring: string,
    ...more: string[]
  ): Promise<{ code: number; stdout: string; json: JsonBody }> => {
    let stdout = '';
    const env = { ...service.environment, ENCRYPTION_KEYS: ring };
    const code = await runCommandLine(['secrets', 'rotate', ...more], env, {
      answer: (text) => (stdout += text),
      note: (text) => (stdout += text),
    });
    return { code, stdout, json: more.includes('--json') ? JSON.parse(stdout) : null };
  };
  const keysInUse = async (): Promise<string[]> => {
    const rows = await service.dataSource.query<{ key: string }[]>(
      `SELECT DISTINCT split_part(box, '.', 1) AS key
         FROM postback_endpoints, unnest(ARRAY[secret_box, previous_secret_box]) AS box WHERE box IS NOT NULL`,
    );
    return rows.map((row) => row.key);
  };

  it('encrypts every secret anew with the newest key, previous ones too; the older key may leave the ring', async () => {
    const shop = await bench.open();
    const { id, secret } = await bench.subscribe(shop.url);
    for (let count = 0; count < 5; count += 1) await bench.subscribe(shop.url, ['charge.failed']);
    const regenerated = await bench.merchant.client.post(`${ENDPOINTS}/${id}/secret/regenerate`);
    const shown = (await bench.merchant.client.get(`${ENDPOINTS}/${id}`)).body.data;
    expect(await keysInUse()).toEqual(['k_1']);

    const { code, json } = await rotate(`${newer},${older}`, '--json');
    expect([code, json]).toEqual([0, { key: 'k_2', rotated: 6, failed: [] }]);
    expect(await keysInUse()).toEqual(['k_2']);
    // Nothing that the merchant sees has changed.
    expect((await bench.merchant.client.get(`${ENDPOINTS}/${id}`)).body.data).toEqual(shown);
    expect((await rotate(`${newer},${older}`, '--json')).json).toMatchObject({ rotated: 0 });

    const worker = await startService({
      worker: true,
      env: { ...service.environment, ENCRYPTION_KEYS: newer },
    });
    await bench.happens();
    const [received] = await shop.wait(1);
    const current = regenerated.body.data.secret as string;
    expect(received?.headers['x-service-signature']).toBe(expectedSignature(current, received!.text));
    for (const each of [secret, current]) verifyStandard(each, received!);
    await worker.stop();
  });

  it('a secret that no key opens is named, the others are rotated all the same; exit code 1', async () => {
    const { id } = await bench.subscribe('https://shop.example.com/hooks');
    await service.dataSource.query(
      `UPDATE postback_endpoints SET secret_box = 'k_1.' || secret_box WHERE id = $1`,
      [id],
    );
    const { code, json } = await rotate(`${key('k_3')},${newer}`, '--json');
    expect([code, json]).toEqual([1, { key: 'k_3', rotated: 6, failed: [id] }]);
    expect((await rotate(`${key('k_3')},${newer}`)).stdout).toContain(id);
  });
});
