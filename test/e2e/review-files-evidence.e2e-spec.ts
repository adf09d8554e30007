import { Onboarding } from '../support';
import { FileBench, sha256 } from '../support/file-bench';
import { pdfFile, PNG_FILE } from '../support/file-server';

const MAX_BYTES = 10 * 1_024 * 1_024;

let bench: FileBench;
beforeAll(async () => (bench = await FileBench.start()));
beforeEach(() => bench.renewSubject());
afterAll(() => bench.close());

const findingsOf = async (
  submerchant: string,
): Promise<{ code: string; target: string; message: string }[]> =>
  (await bench.viewer.client.get(`/v1/review/submerchants/${submerchant}`)).body.data.findings;
const mismatches = async (): Promise<string[][]> =>
  (await findingsOf(bench.person))
    .filter(({ code }) => code.endsWith('_mismatch') || code === 'duplicate_file')
    .map(({ code, target }) => [code, target]);

describe('findings of a file that was fetched (contract §8)', () => {
  it('content_mismatch and size_mismatch: known once somebody has looked', async () => {
    const { id } = await bench.documentOf(PNG_FILE, { file_size: 1_024 });
    expect(await mismatches()).toEqual([]);
    await bench.view(id);
    expect(await mismatches()).toEqual([
      ['content_mismatch', id],
      ['size_mismatch', id],
    ]);
    const messages = (await findingsOf(bench.person)).map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining([
        'front_id: declared as application/pdf, by its content it is image/png.',
        `front_id: declared with 1024 bytes, it has ${PNG_FILE.length}.`,
      ]),
    );
  });

  it('none of one that is as it was declared', async () => {
    await bench.view((await bench.documentOf(pdfFile())).id);
    expect(await mismatches()).toEqual([]);
  });

  it('content_mismatch of one that was refused for its type, size_mismatch of one that was too large', async () => {
    const page = await bench.documentOf(Buffer.from('<!doctype html><script>alert(1)</script>'));
    expect((await bench.view(page.id)).error).toBe('FILE_TYPE_REFUSED');
    expect(await mismatches()).toEqual([['content_mismatch', page.id]]);
    const large = await bench.documentOf(Buffer.alloc(MAX_BYTES + 1, '%PDF-1.7\n'), { file_size: 1_000 });
    expect((await bench.view(large.id)).error).toBe('FILE_TOO_LARGE');
    expect(await mismatches()).toEqual([['size_mismatch', large.id]]);
  });

  it('duplicate_file: the same content under other addresses; other content under one address is none', async () => {
    const bytes = pdfFile(`twins of ${bench.person}`);
    const front = await bench.documentOf(bytes);
    const back = await bench.onboarding.document(bench.person, 'back_id', {
      file_url: bench.host.host(`/twin-of-${bench.person}`, bytes),
    });
    const elsewhere = new Onboarding((await bench.service.merchant()).client);
    const foreign = await elsewhere.document(await elsewhere.person(), 'front_id', {
      file_url: bench.host.host(`/foreign-${bench.person}`, bytes),
    });
    await bench.view(front.id);
    await bench.view(foreign);
    expect(await mismatches()).toEqual([]);
    await bench.view(back);
    const twins = (await findingsOf(bench.person)).filter(({ code }) => code === 'duplicate_file');
    expect(twins.map(({ target }) => target)).toEqual([front.id, back]);
    expect(twins[0]?.message).toContain(`back_id ${back} of submerchant ${bench.person}`);
    expect(twins[0]?.message).not.toContain(foreign);

    // One address whose content changes between two looks: equal by address until both are known.
    const path = `/changing-${bench.person}`;
    const file_url = bench.host.host(path, pdfFile('before'));
    const selfie = await bench.onboarding.document(bench.person, 'selfie_with_id', { file_url });
    const proof = await bench.onboarding.document(bench.person, 'proof_of_residence', { file_url });
    const duplicates = async () =>
      (await findingsOf(bench.person))
        .filter(({ code }) => code === 'duplicate_file')
        .map(({ target }) => target);
    expect(await duplicates()).toEqual([front.id, back, selfie, proof]);
    await bench.view(selfie);
    bench.host.host(path, pdfFile('after'));
    await bench.view(proof);
    expect(await duplicates()).toEqual([front.id, back]);
  });
});

describe('what is written down of looks and verdicts', () => {
  interface Entry {
    readonly actor_email: string;
    readonly details: string;
    readonly merchant_id: string;
  }
  const entries = (action: string, target: string) =>
    bench.query<Entry>(
      `SELECT actor_email, details, merchant_id FROM audit_entries WHERE action = $1 AND target_id = $2 ORDER BY sequence`,
      action,
      target,
    );

  it('each operator’s look at each file, once in 24 hours; nothing of a look that showed nothing', async () => {
    const bytes = pdfFile();
    const { id } = await bench.documentOf(bytes);
    const other = await bench.service.operator();
    await Promise.all(Array.from({ length: 5 }, () => bench.view(id)));
    await bench.view(id, { operator: other });
    const looks = await entries('document.file_viewed', id);
    expect(looks.map(({ actor_email }) => actor_email)).toEqual([bench.viewer.email, other.email]);
    expect(JSON.parse(looks[0]!.details)).toEqual({ submerchant_id: bench.person, sha256: sha256(bytes) });

    await bench.query(
      `UPDATE document_file_views SET viewed_at = viewed_at - interval '24 hours' WHERE document_id = $1`,
      id,
    );
    await bench.view(id);
    expect(await entries('document.file_viewed', id)).toHaveLength(3);

    const missing = await bench.onboarding.document(bench.person, 'back_id', {
      file_url: `${bench.host.origin}/none`,
    });
    expect((await bench.view(missing)).status).toBe(409);
    expect(await entries('document.file_viewed', missing)).toEqual([]);
  });

  it('a verdict names the SHA-256 that was seen; the merchant’s timeline is as before', async () => {
    const bytes = pdfFile('judged');
    await bench.onboarding.address(bench.person);
    const { id } = await bench.documentOf(bytes);
    for (const type of ['back_id', 'selfie_with_id', 'proof_of_residence'])
      await bench.onboarding.document(bench.person, type);
    await bench.onboarding.submit(bench.person);
    await bench.view(id);
    const reviewer = await bench.service.operator();
    await reviewer.client.post(`/v1/review/documents/${id}/reject`, { code: 'cropped' });
    await reviewer.client.post(`/v1/review/documents/${id}/approve`);
    expect((await reviewer.client.post(`/v1/review/submerchants/${bench.person}/approve`)).status).toBe(200);

    const { timeline } = (await bench.viewer.client.get(`/v1/review/submerchants/${bench.person}`)).body.data;
    const verdicts = (timeline as { type: string; details: Record<string, unknown> }[])
      .filter(({ type }) => /^document_(approved|rejected)$/.test(type))
      .map(({ type, details }) => [type, details['document_type'], details['file_sha256']]);
    const seen = sha256(bytes);
    expect(verdicts).toHaveLength(5);
    expect(verdicts).toEqual(
      expect.arrayContaining([
        ['document_rejected', 'front_id', seen],
        ['document_approved', 'front_id', seen],
        ['document_approved', 'back_id', null],
      ]),
    );
    for (const verdict of ['document.rejected', 'document.approved']) {
      const [entry] = await entries(verdict, id);
      expect(JSON.parse(entry!.details)).toMatchObject({ file_sha256: seen });
    }
    const [whole] = await entries('case.approved', bench.person);
    const { documents } = JSON.parse(whole!.details) as { documents: Record<string, unknown>[] };
    expect(documents.map(({ document_type, file_sha256 }) => [document_type, file_sha256])).toEqual([
      ['back_id', null],
      ['selfie_with_id', null],
      ['proof_of_residence', null],
    ]);
    const shownToMerchant = await bench.onboarding.client.get(`/v1/submerchants/${bench.person}/timeline`);
    expect([shownToMerchant.status, shownToMerchant.text.includes('sha256')]).toEqual([200, false]);
  });
});
