import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { request } from 'undici';
import { basic, type TestMerchant, useService } from '../support';
import { Payouts } from '../support/payouts';

const service = useService({ worker: true });

interface File {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly bytes: Buffer;
}

/** The file as bytes: the tests' client reads text. */
async function download(path: string, headers: Record<string, string>): Promise<File> {
  const response = await request(`${service.url}${path}`, { headers });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes };
}

const receiptOf = (id: string, keys: TestMerchant): Promise<File> =>
  download(`/v1/withdrawals/${id}/receipt.pdf`, { authorization: basic(keys) });

const errorOf = ({ status, bytes }: File): unknown => [
  status,
  (JSON.parse(bytes.toString()) as { error: string }).error,
];

/** What an independent reader sees: the lines of each page, by the height that they stand at. */
async function read(bytes: Buffer): Promise<{ pages: number; lines: string[] }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const lines = new Map<number, string[]>();
  const { items } = await (await pdf.getPage(1)).getTextContent();
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const height = Math.round((item.transform as number[])[5] ?? 0);
    lines.set(height, [...(lines.get(height) ?? []), item.str]);
  }
  return { pages: pdf.numPages, lines: [...lines.values()].map((parts) => parts.join('|')) };
}

async function paidTo(payouts: Payouts, holder: string, account = '1234599'): Promise<string> {
  const destination_id = await payouts.destination('paid', account, holder);
  const id = await payouts.asked({ amount: 123_456, destination_id });
  await payouts.is(id, 'paid');
  return id;
}

describe('Money contract §15: GET …/receipt.pdf', () => {
  it('is one page that says what the JSON says, for its merchant and for operators', async () => {
    const payouts = await Payouts.open(service, 200_000);
    const { merchant } = payouts.bench;
    const id = await paidTo(payouts, 'João d’Ávila Gonçalves');
    const { body } = await payouts.client.get(`/v1/withdrawals/${id}/receipt`);
    const { payer, payee, ...receipt } = body.data;
    expect(payee).toEqual({
      ...{ name: 'João d’Ávila Gonçalves', tax_id: '*******4725', pix_key: null },
      ...{ ispb: '00000000', branch: '1', account: '****599' },
    });
    const file = await receiptOf(id, merchant);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'cache-control': 'no-store' },
      ...{ 'content-length': String(file.bytes.length), 'x-ratelimit-limit': expect.any(String) },
      'content-disposition': `attachment; filename="receipt-${id}.pdf"`,
    });
    const { pages, lines } = await read(file.bytes);
    expect(pages).toBe(1);
    expect(lines).toEqual([
      'Comprovante de transferência',
      'Valor|R$ 1.234,56',
      expect.stringMatching(/^Pago em\|\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d \(horário de Brasília\)$/),
      ...['De', `Nome|${payer.name}`, `CPF/CNPJ|${payer.tax_id}`],
      ...['Para', `Nome|${payee.name}`, `CPF/CNPJ|${payee.tax_id}`],
      `Instituição|Banco do Brasil S.A. · ISPB ${payee.ispb}`,
      ...[`Agência|${payee.branch}`, `Conta|${payee.account}`],
      ...['Identificação', `ID da transação|${receipt.end_to_end_id}`],
      ...[`Autenticação|${receipt.authentication}`, `Saque|${id}`],
    ]);
    expect((await receiptOf(id, merchant)).bytes.equals(file.bytes)).toBe(true);
    const { cookie } = await (await service.operator({ role: 'reviewer' })).logIn();
    const theirs = await download(`/v1/review/withdrawals/${id}/receipt.pdf`, { cookie });
    expect(theirs.bytes.equals(file.bytes)).toBe(true);
  });

  it('shows a key as the JSON does, and is none before it is paid, of nobody’s and of another merchant’s', async () => {
    const payouts = await Payouts.open(service);
    const { merchant } = payouts.bench;
    await payouts.destination();
    const id = await payouts.asked();
    await payouts.is(id, 'paid');
    const { lines } = await read((await receiptOf(id, merchant)).bytes);
    expect(lines).toContain('Chave Pix|p***@sandbox.example');
    expect(lines.some((line) => line.startsWith('Instituição'))).toBe(false);
    const failed = await payouts.asked({
      amount: undefined,
      destination_id: await payouts.destination('failed'),
    });
    await payouts.is(failed, 'failed');
    expect(errorOf(await receiptOf(failed, merchant))).toEqual([409, 'INVALID_STATE']);
    const other = await service.merchant();
    for (const [wanted, keys] of [
      [id, other],
      ['01930000-0000-7000-8000-000000000000', merchant],
      ['x', merchant],
    ] as const)
      expect(errorOf(await receiptOf(wanted, keys))).toEqual([404, 'NOT_FOUND']);
  });

  it('writes names of Latin, Greek and Cyrillic letters, and says where it cannot write one', async () => {
    const payouts = await Payouts.open(service, 1_000_000);
    const { merchant } = payouts.bench;
    const names: [string, string][] = [
      ['Łukasz Nguyễn Ştefănescu', 'Łukasz Nguyễn Ştefănescu'],
      ['Ωμέγα Дмитрий Çelik-Öztürk ﬁ', 'Ωμέγα Дмитрий Çelik-Öztürk fi'],
      ['李明 😀 שלום a\u0330 ß\u200d', '?? ? ???? a ß'],
    ];
    for (const [index, [name, written]] of names.entries()) {
      const id = await paidTo(payouts, name, `12345${index}99`);
      const { pages, lines } = await read((await receiptOf(id, merchant)).bytes);
      expect([pages, lines]).toEqual([1, expect.arrayContaining([`Nome|${written}`])]);
      expect(lines.some((line) => line.includes('“?”'))).toBe(written.includes('?'));
    }
  });

  it('the longest name stays on the page', async () => {
    const payouts = await Payouts.open(service, 200_000);
    const id = await paidTo(payouts, 'W'.repeat(200));
    const { pages, lines } = await read((await receiptOf(id, payouts.bench.merchant)).bytes);
    expect(pages).toBe(1);
    expect(lines.join('').match(/W/g)).toHaveLength(200);
    expect(lines.at(-1)).toBe(`Saque|${id}`);
  });
});
