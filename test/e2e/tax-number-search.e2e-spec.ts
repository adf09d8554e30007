import {
  auditOf,
  type Client,
  Onboarding,
  useService,
  type TestMerchant,
  type TestOperator,
} from '../support';
import { Charging, pixBody } from '../support/charges';

const CPF = '39053344705';
const MASKED = '390.533.447-05';

const service = useService();
let viewer: TestOperator;
let merchant: TestMerchant;
/** What each list finds when it finds the number. */
let known: Record<string, string>;

beforeAll(async () => {
  viewer = await service.operator({ role: 'viewer' });
  merchant = await service.merchant();
  const submerchant = await new Onboarding(merchant.client).submittedPerson({ tax_id: CPF });
  const body = pixBody();
  const customer = { ...(body['customer'] as object), tax_id: CPF };
  const charge = await new Charging(merchant.client).create({ ...body, customer });
  known = {
    '/v1/review/submerchants': submerchant,
    [`/v1/review/merchants/${merchant.id}/submerchants`]: submerchant,
    '/v1/review/charges': charge.id,
    '/v1/submerchants': submerchant,
    '/v1/charges': charge.id,
  };
});

const lists = (...parts: string[]) =>
  Object.keys(known).filter((path) => parts.some((part) => path.startsWith(part)));
const found = async (client: Client, path: string, search: string) =>
  (
    (await client.get(`${path}?search=${encodeURIComponent(search)}&limit=100`)).body.data as { id: string }[]
  ).map(({ id }) => id);
/** Every part of the number but the whole. */
const parts = [...new Set([2, 3, 6, 10].flatMap((length) => cut(length)))];
function cut(length: number): string[] {
  return Array.from({ length: CPF.length - length + 1 }, (_, from) => CPF.slice(from, from + length));
}

describe('operators find tax numbers whole, never by a part (contract §8)', () => {
  it('no part of a number finds it, in any list; so nobody finds out its digits one by one', async () => {
    for (const path of lists('/v1/review')) {
      // Every id has hexadecimal digits: a part of the number that is in the id finds it by that.
      const telling = parts.filter((part) => !(known[path] ?? '').includes(part));
      expect(telling.length).toBeGreaterThan(parts.length / 2);
      const hits = [];
      for (const part of telling)
        if ((await found(viewer.client, path, part)).includes(known[path] ?? '')) hits.push(part);
      expect([path, hits]).toEqual([path, []]);
    }
  });

  it('nor a pattern, nor a number with one digit more', async () => {
    for (const path of lists('/v1/review'))
      for (const search of ['390533447__', '390533447%', `${CPF}0`, `0${CPF}`, '390.533', '39053344706'])
        expect([path, search, await found(viewer.client, path, search)]).toEqual([path, search, []]);
  });

  it('the whole finds it, with its punctuation or without; each look is in the audit log, masked', async () => {
    for (const path of lists('/v1/review'))
      for (const search of [CPF, MASKED, '390 533 447 05'])
        expect([path, await found(viewer.client, path, search)]).toEqual([path, [known[path]]]);
    const entries = (await auditOf(service)).filter(
      ({ action, details }) => action === 'tax_number.searched' && details.tax_number === '*******4705',
    );
    expect(entries.map(({ actor_email, details }) => [actor_email, details.list])).toEqual([
      [viewer.email, 'queue'],
      [viewer.email, 'submerchants'],
      [viewer.email, 'charges'],
    ]);
    const [log] = await service.dataSource.query<{ text: string }[]>(
      'SELECT string_agg(details, chr(10)) AS text FROM audit_entries',
    );
    expect(log?.text).not.toContain(CPF);
  });

  it('who finds nothing has looked as well; a search for a name leaves nothing', async () => {
    const other = await service.operator({ role: 'viewer' });
    expect(await found(other.client, '/v1/review/charges', '52998224725')).toEqual([]);
    expect(await found(other.client, '/v1/review/charges', 'ninguem')).toEqual([]);
    const own = (await auditOf(service)).filter(({ actor_email }) => actor_email === other.email);
    expect(own.map(({ action, details }) => [action, details])).toEqual([
      ['tax_number.searched', { list: 'charges', tax_number: '*******4725' }],
    ]);
  });

  it('merchants find their own by any part, as before, and leave no entry', async () => {
    const before = (await auditOf(service)).length;
    for (const path of lists('/v1/submerchants', '/v1/charges'))
      for (const search of [CPF, '0533', '44705'])
        expect([path, await found(merchant.client, path, search)]).toEqual([path, [known[path]]]);
    expect(await auditOf(service)).toHaveLength(before);
  });

  it('an alphanumeric number is found whatever the case', async () => {
    const cnpj = '12ABC34501DE35';
    const id = await new Onboarding(merchant.client).company({ tax_id: cnpj });
    const path = `/v1/review/merchants/${merchant.id}/submerchants`;
    expect(await found(viewer.client, path, '12.abc.345/01de-35')).toEqual([id]);
    expect(await found(viewer.client, path, '12abc345')).toEqual([]);
    expect(await found(merchant.client, '/v1/submerchants', '12abc345')).toEqual([id]);
  });
});
