import {
  day,
  oneOf,
  pageNumber,
  parseSearch,
  readSearch,
  someOf,
  stringifySearch,
  text,
  uuid,
} from './search';

const read = readSearch({
  status: oneOf('active', 'pending'),
  statuses: someOf('active', 'pending'),
  search: text(10),
  merchant: uuid(),
  from: day(),
  page: pageNumber(),
});

describe('filters in the URL', () => {
  it('what a page knows is read, in the types it asks for', () => {
    const merchant = '0199d0a0-0000-7000-8000-000000000000';
    expect(
      read(
        parseSearch(
          `?status=active&search=a%20b&merchant=${merchant}&from=2026-01-31&page=3&statuses=pending,active`,
        ),
      ),
    ).toEqual({
      status: 'active',
      search: 'a b',
      merchant,
      from: '2026-01-31',
      page: 3,
      statuses: 'pending,active',
    });
  });

  it.each([
    '?status=unknown',
    '?search=longer-than-ten',
    '?merchant=1',
    '?from=31-01-2026',
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?page=1e3',
    '?page=1',
    '?statuses=unknown',
    '?other=1',
    '?status=',
    '',
  ])('%s leaves nothing', (query) => {
    expect(read(parseSearch(query))).toEqual({});
  });

  it('of a comma list what is known stays', () => {
    expect(read({ statuses: 'active,unknown' })).toEqual({ statuses: 'active' });
  });

  it('numbers that look like words and words that look like numbers come back as they went', () => {
    for (const search of [
      { search: '007' },
      { search: 'true' },
      { search: '"x"' },
      { search: 'a&b=c' },
      { page: 12 },
    ]) {
      expect(read(parseSearch(stringifySearch(search)))).toEqual(search);
    }
  });

  it('what is not chosen is not written', () => {
    expect(stringifySearch({ status: undefined, search: '', page: undefined })).toBe('');
  });
});
