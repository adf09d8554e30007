import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BANKS_AS_OF } from '../../src/banks/bank.reader';
import { type TestMerchant, useService } from '../support';

interface Bank {
  readonly code: string;
  readonly ispb: string;
  readonly name: string;
}

describe('banks (money contract §18)', () => {
  const service = useService();
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await service.merchant();
  });
  const get = (path: string, headers?: Record<string, string>) =>
    merchant.client.get(`/v1/banks${path}`, headers);

  it('are listed by code, a page at a time, each once', async () => {
    const banks: Bank[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await get(`?limit=100&page=${page}`);
      banks.push(...(body.data as Bank[]));
      if (page >= body.pagination.totalPages) {
        expect(body.pagination).toMatchObject({ page, limit: 100, total: banks.length });
        break;
      }
    }
    expect(banks.length).toBeGreaterThan(400);
    const codes = banks.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(new Set(banks.map(({ ispb }) => ispb)).size).toBe(banks.length);
    for (const { code, ispb } of banks) expect(`${code} ${ispb}`).toMatch(/^[0-9]{3} [0-9A-Z]{8}$/);
    expect(banks[0]).toEqual({ code: '001', ispb: '00000000', name: 'Banco do Brasil S.A.' });
  });

  it('are read by either number', async () => {
    const brasil = { code: '001', ispb: '00000000', name: 'Banco do Brasil S.A.' };
    expect((await get('/001')).body.data).toEqual(brasil);
    expect((await get('/ispb/00000000')).body.data).toEqual(brasil);
    for (const path of ['/1', '/0001', '/999', '/abc', '/ispb/0', '/ispb/99999999', '/ispb/%00', '/ispb'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('are searched over name, code and ISPB, whatever the case and the accents', async () => {
    const found = async (search: string): Promise<string[]> =>
      ((await get(`?limit=100&search=${encodeURIComponent(search)}`)).body.data as Bank[]).map(
        ({ code }) => code,
      );
    expect(await found('banco do brasil s')).toEqual(['001']);
    expect(await found('PARÁ S')).toEqual(await found('para s'));
    expect(await found('PARÁ S')).toContain('037');
    expect(await found('00000000')).toEqual(['001']);
    expect(await found('237')).toContain('237');
    expect(await found('%%')).toEqual([]);
    expect((await get('?search=x')).status).toBe(422);
    expect((await get('?status=active')).status).toBe(422);
    expect((await get('?page=1000')).body.data).toEqual([]);
  });

  it('may be kept for a day, and are not sent again to who has them', async () => {
    for (const path of ['', '?search=brasil', '/001', '/ispb/00000000']) {
      const first = await get(path);
      expect(first.headers['cache-control']).toBe('private, max-age=86400');
      const tag = first.headers['etag'] as string;
      const again = await get(path, { 'if-none-match': tag });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect((await get('/001')).headers['etag']).not.toBe((await get('/003')).headers['etag']);
  });

  it('are dated by the release of the list', () => {
    const root = join(__dirname, '../../node_modules/@brazilian-utils/brazilian-utils');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const log = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(log).toMatch(new RegExp(`^## \\[${version}\\].*\\(${BANKS_AS_OF}\\)$`, 'm'));
  });
});
