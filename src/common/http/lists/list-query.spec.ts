import 'reflect-metadata';
import { CodedError, type ErrorDetail } from '../../errors';
import { ListQuery, SearchFilter, StatusFilter } from './list-query';
import { InputPipe } from '../input/validation.pipe';

class Query extends ListQuery {
  @StatusFilter(['on', 'off'])
  status?: string[];

  @SearchFilter()
  search?: string;
}

const read = (value: unknown) => new InputPipe().transform(value, { type: 'query', metatype: Query });

function queryFaults(value: unknown): string[] {
  try {
    read(value);
    return [];
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return (error.details ?? []).map((detail: ErrorDetail) => `${detail.field} ${detail.code}`);
  }
}

describe('queries', () => {
  it.each([
    [{ page: '0' }, 'page too_small'],
    [{ page: '1.5' }, 'page invalid_integer'],
    [{ page: '1e3' }, 'page invalid_integer'],
    [{ page: '-1' }, 'page invalid_integer'],
    [{ page: 'x' }, 'page invalid_integer'],
    [{ limit: '101' }, 'limit too_large'],
    [{ limit: '0' }, 'limit too_small'],
    [{ page: ['1', '2'] }, 'page repeated'],
    [{ pages: '1' }, 'pages unknown_field'],
    [{ status: 'on,gone' }, 'status not_allowed'],
    [{ search: 'a' }, 'search too_short'],
    [{ search: 'a'.repeat(101) }, 'search too_long'],
    [{ search: 'a\u0000b' }, 'search invalid_characters'],
    [{ search: '\u0301\u0301\u0301' }, 'search too_short'],
    [{ search: 'a\u0327\u0301' }, 'search too_short'],
    [{ search: '\u200d\u200d' }, 'search empty'],
    [{ date_from: '2026-02-30' }, 'date_from invalid_date'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone not_allowed'],
  ])('%j is refused: %s', (query, fault) => {
    expect(queryFaults(query)).toEqual([fault]);
  });

  it('count an empty parameter as absent, but for the cursor', () => {
    expect(read({ page: '', search: '', cursor: '' })).toEqual({ cursor: '' });
  });

  it('read one value or a comma list', () => {
    expect(read({ page: '2', limit: '100', status: 'on,off' })).toEqual({
      page: 2,
      limit: 100,
      status: ['on', 'off'],
    });
  });
});
