import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import {
  basic,
  type Client,
  documentBody,
  eventually,
  onThisMachine,
  openPortal,
  startService,
  type SessionClient,
  type TestMerchant,
} from '../support';
import { SweepUploadsTask } from '../../src/documents/uploads/sweep-uploads.task';
import { FileBench } from '../support/file-bench';
import { JPEG_FILE, pdfFile, PNG_FILE } from '../support/file-server';
import { Onboarding } from '../support/onboarding';

const MAX_BYTES = 10 * 1_024 * 1_024;
const PDF = { 'content-type': 'application/pdf' };

/** Files of documents that are uploaded to the service itself. */
describe('POST /v1/submerchants/{id}/uploads', () => {
  let bench: FileBench;
  let merchant: TestMerchant;
  let person: string;

  beforeAll(async () => (bench = await FileBench.start()));
  afterAll(() => bench.close());
  beforeEach(async () => {
    merchant = await bench.service.merchant();
    person = await new Onboarding(merchant.client).person();
  });

  const upload = (bytes: Buffer, headers: Record<string, string> = PDF, by: Client = merchant.client) =>
    by.post(`/v1/submerchants/${person}/uploads`, bytes, headers);
  const send = async (file: { file_url: string; file_size: number; mime_type: string }, by: Client) => {
    const { file_url, file_size, mime_type } = file;
    const body = documentBody('front_id', { file_url, file_size, mime_type, file_name: 'frente.pdf' });
    return by.post(`/v1/submerchants/${person}/documents`, body);
  };

  it.each([
    ['application/pdf', pdfFile('uploaded')],
    ['image/png', PNG_FILE],
    ['image/jpeg', JPEG_FILE],
  ])('takes %s, by its content, and serves it to its merchant', async (mime_type, bytes) => {
    const answer = await upload(bytes);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ mime_type, file_size: bytes.length });
    const path = new URL(answer.body.data.file_url as string).pathname;
    const read = await merchant.client.get(path);
    expect(read.headers).toMatchObject({
      'content-type': mime_type,
      'content-length': String(bytes.length),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const stranger = await bench.service.merchant();
    expect((await stranger.client.get(path)).status).toBe(404);
    expect((await bench.service.anonymous.get(path)).status).toBe(401);
  });

  it('is what operators see of the document, and nobody was asked for it', async () => {
    const bytes = pdfFile('the very bytes');
    const portal = await openPortal(bench.service, merchant, { submerchant_id: person });
    const file = (await upload(bytes, PDF, portal)).body.data;
    const document = await send(file, portal);
    expect(document.status).toBe(201);
    const seen = await bench.view(document.body.data.id as string);
    expect([seen.status, seen.bytes.equals(bytes)]).toEqual([200, true]);
  });

  it('of another submerchant or merchant is no file of this one', async () => {
    const file = (await upload(pdfFile('mine'))).body.data;
    const other = await bench.service.merchant();
    const theirs = await new Onboarding(other.client).person();
    const { file_url, file_size, mime_type } = file;
    const sent = await other.client.post(
      `/v1/submerchants/${theirs}/documents`,
      documentBody('front_id', { file_url, file_size, mime_type }),
    );
    const seen = await bench.view(sent.body.data.id as string);
    expect([seen.status, seen.error]).toEqual([409, 'FILE_UNAVAILABLE']);
  });

  it('the content decides, not what is said of it', async () => {
    for (const bytes of [Buffer.from('<script>alert(1)</script>'), Buffer.from('MZ'), Buffer.alloc(0)]) {
      const answer = await upload(bytes);
      expect([answer.status, answer.body.error]).toEqual([422, 'UPLOAD_TYPE_REFUSED']);
    }
    const html = await upload(pdfFile(), { 'content-type': 'text/html' });
    expect([html.status, html.body.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('has 10 MiB at most', async () => {
    const whole = Buffer.concat([pdfFile(), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES);
    expect((await upload(whole)).status).toBe(201);
    const larger = await upload(Buffer.concat([whole, Buffer.alloc(1)]));
    expect([larger.status, larger.body.error]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('without its length announced it may be as large, and one that is larger hears so', async () => {
    const whole = Buffer.concat([pdfFile(), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES);
    const chunked = async (bytes: Buffer) => {
      const answer = await request(`${bench.service.url}/v1/submerchants/${person}/uploads`, {
        method: 'POST',
        headers: { ...PDF, authorization: basic(merchant) },
        body: Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]),
      });
      return [answer.statusCode, ((await answer.body.json()) as { error?: string }).error];
    };
    expect(await chunked(whole)).toEqual([201, undefined]);
    expect(await chunked(Buffer.concat([whole, Buffer.alloc(1)]))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('more at once than fit into memory wait for each other, and are taken', async () => {
    const whole = Buffer.concat([pdfFile(), Buffer.alloc(MAX_BYTES)]).subarray(0, MAX_BYTES);
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(whole)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  });

  it('who announces much and sends nothing keeps no room from others, and has an answer in seconds', async () => {
    const stalled = (by: TestMerchant) => {
      const socket = connect(Number(new URL(bench.service.url).port), '127.0.0.1');
      socket.write(
        `POST /v1/submerchants/${person}/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(by)}\r\n` +
          `Content-Type: application/pdf\r\nContent-Length: ${MAX_BYTES}\r\n\r\n%PDF-1.4`,
      );
      return text(socket);
    };
    const others = [await bench.service.merchant(), await bench.service.merchant()];
    const begun = performance.now();
    // All the room there is: four of each of two.
    const answers = others.flatMap((other) => Array.from({ length: 4 }, () => stalled(other)));
    expect((await upload(pdfFile('of somebody else'))).status).toBe(201);
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/connection: close/i);
      expect(answer).toContain('MALFORMED_REQUEST');
    }
    expect(performance.now() - begun).toBeLessThan(onThisMachine(20_000));
  });

  it('nobody unknown has a body read, and a foreign page has none taken', async () => {
    expect((await upload(pdfFile(), PDF, bench.service.anonymous)).status).toBe(401);
    const portal: SessionClient = await openPortal(bench.service, merchant);
    expect((await upload(pdfFile(), { ...PDF, origin: 'https://evil.example' }, portal)).status).toBe(403);
  });

  it('is kept once per Idempotency-Key; another file under it is refused', async () => {
    const key = { ...PDF, 'idempotency-key': 'upload-1' };
    const first = await upload(pdfFile('one'), key);
    const again = await upload(pdfFile('one'), key);
    expect(again.body.data).toEqual(first.body.data);
    const other = await upload(pdfFile('two'), key);
    expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('lies sealed in the database', async () => {
    const bytes = pdfFile('secret of the seller');
    await upload(bytes);
    const rows = await bench.service.dataSource.query<{ sealed: Buffer; sha256: Buffer }[]>(
      'SELECT sealed, sha256 FROM uploads WHERE merchant_id = $1',
      [merchant.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.sealed.includes('secret of the seller')).toBe(false);
    expect(rows[0]!.sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true);
  });

  it('50 that became no document are enough; a day later they are gone, and the document’s stays', async () => {
    const named = (await upload(pdfFile('named'))).body.data;
    expect((await send(named, merchant.client)).status).toBe(201);
    for (let round = 0; round < 25; round += 1)
      await Promise.all([upload(pdfFile(`a${round}`)), upload(pdfFile(`b${round}`))]);
    const tooMany = await upload(pdfFile('one more'));
    expect([tooMany.status, tooMany.body.error]).toEqual([422, 'TOO_MANY_UPLOADS']);

    const worker = await startService({ env: bench.service.environment, worker: true });
    await bench.service.dataSource.query(
      `UPDATE uploads SET created_at = created_at - interval '25 hours' WHERE merchant_id = $1`,
      [merchant.id],
    );
    await worker.worker!.get(SweepUploadsTask, { strict: false }).run();
    await eventually(async () => {
      const left = await bench.service.dataSource.query<{ file_url: string }[]>(
        'SELECT file_url FROM uploads WHERE merchant_id = $1',
        [merchant.id],
      );
      expect(left).toEqual([{ file_url: named.file_url as string }]);
    });
    await worker.stop();
  });
});
