import { FileBench, sha256 } from '../support/file-bench';
import { JPEG_FILE, pdfFile, PNG_FILE } from '../support/file-server';

const MAX_BYTES = 10 * 1_024 * 1_024;

let bench: FileBench;
beforeAll(async () => (bench = await FileBench.start()));
beforeEach(() => bench.renewSubject());
afterAll(() => bench.close());

describe('GET /v1/review/documents/{id}/file (contract §8)', () => {
  it('is fetched once, kept, and served from then on, whatever the host serves later', async () => {
    const first = pdfFile('first');
    const { id, path } = await bench.documentOf(first);
    expect((await bench.view(id)).bytes).toEqual(first);
    bench.host.host(path, pdfFile('exchanged'));
    const again = await bench.view(id);
    expect([again.status, again.bytes.equals(first), bench.host.count(path)]).toEqual([200, true, 1]);
    const [{ hash }] = (await bench.query<{ hash: string }>(
      `SELECT encode(sha256, 'hex') AS hash FROM document_files WHERE document_id = $1`,
      id,
    )) as [{ hash: string }];
    expect(hash).toBe(sha256(first));
  });

  it('asks once, for identity encoding, and says nothing of who looks', async () => {
    const { id, path } = await bench.documentOf(pdfFile());
    await bench.view(id);
    const [asked] = bench.host.requests.filter((request) => request.path === path);
    expect(asked?.headers).toEqual({
      host: expect.any(String) as string,
      connection: 'keep-alive',
      accept: 'application/pdf, image/png, image/jpeg',
      'accept-encoding': 'identity',
      'user-agent': 'Service-Documents/1.0',
    });
  });

  it('with headers that let the browser run, guess and keep nothing', async () => {
    const bytes = pdfFile();
    const { id } = await bench.documentOf(bytes, { file_name: 'contrato social.pdf' });
    const { headers } = await bench.view(id);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="contrato social.pdf"; filename*=UTF-8''contrato%20social.pdf`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-ratelimit-limit': '1200',
    });
  });

  it('type by content, whatever was declared; the name ends as the content does', async () => {
    const png = await bench.documentOf(PNG_FILE, { file_name: 'página"%gpj.pdf' });
    const shown = await bench.view(png.id);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.headers['content-disposition']).toBe(
      `inline; filename="pagina__gpj.pdf.png"; filename*=UTF-8''p%C3%A1gina_%25gpj.pdf.png`,
    );
    const jpeg = await bench.documentOf(JPEG_FILE, { file_name: 'a.JPEG', mime_type: 'image/jpeg' });
    const picture = await bench.view(jpeg.id);
    expect([picture.headers['content-type'], picture.headers['content-disposition']]).toEqual([
      'image/jpeg',
      `inline; filename="a.JPEG"; filename*=UTF-8''a.JPEG`,
    ]);
  });

  it('exactly 10 MiB passes whole, in pieces', async () => {
    const bytes = Buffer.alloc(MAX_BYTES, 'Repasse. ');
    bytes.write('%PDF-1.7\n');
    const { id } = await bench.documentOf(bytes);
    for (const look of ['first', 'second']) {
      const { status, bytes: got } = await bench.view(id);
      expect([look, status, got.length, sha256(got)]).toEqual([look, 200, MAX_BYTES, sha256(bytes)]);
    }
  });

  it('a replaced document’s file stays what it was, and its successor has its own', async () => {
    const [one, two] = [pdfFile('one'), pdfFile('two')];
    const old = await bench.documentOf(one);
    await bench.view(old.id);
    const current = await bench.documentOf(two);
    expect((await bench.view(old.id)).bytes).toEqual(one);
    expect((await bench.view(current.id)).bytes).toEqual(two);
    // Also one that nobody had looked at before it was replaced.
    const unseen = await bench.documentOf(pdfFile('unseen'));
    await bench.documentOf(pdfFile('newest'));
    expect((await bench.view(unseen.id)).bytes).toEqual(pdfFile('unseen'));
  });

  it('the fragment of an address stays at home', async () => {
    const bytes = pdfFile();
    const file_url = `${bench.host.host('/fragment', bytes)}#page=2`;
    const id = await bench.onboarding.document(bench.person, 'front_id', { file_url });
    expect((await bench.view(id)).bytes).toEqual(bytes);
  });

  it('HEAD tells the headers alone', async () => {
    const { id } = await bench.documentOf(pdfFile());
    const { status, headers, text } = await bench.viewer.client.send(
      'HEAD',
      `/v1/review/documents/${id}/file`,
      undefined,
    );
    expect([status, headers['content-length'], text]).toEqual([200, String(pdfFile().length), '']);
  });

  it('goes when its document goes', async () => {
    const company = await bench.onboarding.company();
    const partner = await bench.onboarding.partner(company);
    const file_url = bench.host.host('/partner', pdfFile());
    const id = await bench.onboarding.document(company, 'partner_front_id', {
      file_url,
      legal_representative_id: partner,
    });
    expect((await bench.view(id)).status).toBe(200);
    const path = `/v1/submerchants/${company}/legal-representatives/${partner}`;
    expect((await bench.onboarding.client.delete(path)).status).toBe(204);
    expect((await bench.view(id)).error).toBe('NOT_FOUND');
    expect(await bench.query(`SELECT 1 FROM document_files WHERE document_id = $1`, id)).toEqual([]);
  });
});

describe('who may look', () => {
  it('every role; no merchant, nobody unknown', async () => {
    const { id } = await bench.documentOf(pdfFile());
    for (const role of ['viewer', 'reviewer', 'admin'] as const) {
      expect((await bench.view(id, { operator: await bench.service.operator({ role }) })).status).toBe(200);
    }
    const path = `/v1/review/documents/${id}/file`;
    expect((await bench.onboarding.client.get(path)).body.error).toBe('FORBIDDEN');
    expect((await bench.service.anonymous.get(path)).status).toBe(401);
    expect((await bench.viewer.client.post(path)).status).toBe(405);
    for (const other of ['01890000-0000-7000-8000-000000000000', 'nope']) {
      expect((await bench.view(other)).error).toBe('NOT_FOUND');
    }
  });

  it('a look renews the claim of its holder, and of nobody else', async () => {
    await bench.onboarding.address(bench.person);
    const { id } = await bench.documentOf(pdfFile());
    for (const type of ['back_id', 'selfie_with_id', 'proof_of_residence'])
      await bench.onboarding.document(bench.person, type);
    await bench.onboarding.submit(bench.person);
    const holder = await bench.service.operator();
    const claimed = await holder.client.post(`/v1/review/submerchants/${bench.person}/claim`);
    expect(claimed.status).toBe(200);
    await bench.query(
      `UPDATE case_claims SET expires_at = now() + interval '5 minutes' WHERE submerchant_id = $1`,
      bench.person,
    );
    const minutesLeft = async () => {
      const [row] = await bench.query<{ minutes: number }>(
        `SELECT extract(epoch FROM expires_at - now())::int / 60 AS minutes FROM case_claims WHERE submerchant_id = $1`,
        bench.person,
      );
      return row?.minutes;
    };
    await bench.view(id, { operator: bench.viewer });
    expect(await minutesLeft()).toBeLessThan(6);
    await bench.view(id, { operator: holder });
    expect(await minutesLeft()).toBeGreaterThan(28);
  });
});

describe('how it is kept', () => {
  it('encrypted, bound to its row: changed, moved or told otherwise it is not shown', async () => {
    const bytes = pdfFile('secret words');
    const [mine, other] = [await bench.documentOf(bytes), await bench.documentOf(pdfFile('another'))];
    await bench.view(mine.id);
    await bench.view(other.id);
    const [row] = await bench.query<{ sealed: Buffer }>(
      `SELECT sealed FROM document_files WHERE document_id = $1`,
      mine.id,
    );
    expect(row?.sealed.includes('secret words') || row?.sealed.includes('%PDF')).toBe(false);

    const spoil = async (sql: string): Promise<[number, string | null]> => {
      await bench.query(`UPDATE document_files SET ${sql} WHERE document_id = $1`, mine.id);
      const { status, error } = await bench.view(mine.id);
      await bench.query(`UPDATE document_files SET sealed = $2 WHERE document_id = $1`, mine.id, row?.sealed);
      return [status, error];
    };
    expect(await spoil(`sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40))`)).toEqual([
      500,
      'INTERNAL_ERROR',
    ]);
    expect(
      await spoil(`sealed = (SELECT sealed FROM document_files WHERE document_id = '${other.id}')`),
    ).toEqual([500, 'INTERNAL_ERROR']);
    expect((await bench.view(mine.id)).bytes).toEqual(bytes);
  });

  it('once and for all: the database lets nobody exchange it', async () => {
    const { id } = await bench.documentOf(pdfFile());
    await bench.view(id);
    for (const change of [
      `sha256 = sha256('other')`,
      `size_bytes = 7`,
      `content_type = 'image/png'`,
      `content_type = NULL, size_bytes = NULL, sha256 = NULL, key_id = NULL, sealed = NULL, fetched_at = NULL`,
    ]) {
      await expect(
        bench.query(`UPDATE document_files SET ${change} WHERE document_id = $1`, id),
      ).rejects.toMatchObject({ driverError: { constraint: 'ck_document_files_kept' } });
    }
  });

  it('a file that is spoilt behind its first piece breaks off instead of looking whole', async () => {
    const bytes = Buffer.alloc(3_000_000, 'x');
    bytes.write('%PDF-1.7\n');
    const { id } = await bench.documentOf(bytes);
    expect((await bench.view(id)).bytes).toHaveLength(bytes.length);
    await bench.query(
      `UPDATE document_files SET sealed = set_byte(sealed, 2500000, 255 - get_byte(sealed, 2500000)) WHERE document_id = $1`,
      id,
    );
    await expect(bench.view(id)).rejects.toThrow();
    expect((await bench.viewer.client.get('/v1/review/stats')).status).toBe(200);
  });
});
