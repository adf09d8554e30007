import { foldText } from '../../text';
import {
  commaListOf,
  DateOnlyField,
  EnumField,
  type Fault,
  fault,
  field,
  type FieldOptions,
  normaliseText,
  textFault,
} from '../../validation';

const MAX_LIMIT = 100;
const MAX_PAGE = 1_000_000_000;
const MAX_CURSOR = 200;
const MIN_SEARCH = 2;
const MAX_SEARCH = 100;

/** UTC, and the zones of Brazil. */
const TIME_ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/Noronha',
  'America/Belem',
  'America/Fortaleza',
  'America/Recife',
  'America/Araguaina',
  'America/Maceio',
  'America/Bahia',
  'America/Campo_Grande',
  'America/Cuiaba',
  'America/Santarem',
  'America/Porto_Velho',
  'America/Boa_Vista',
  'America/Manaus',
  'America/Eirunepe',
  'America/Rio_Branco',
] as const;

/** A plain decimal integer of a query string; `1.5`, `1e3`, `+1` and ` 1` are none (contract §4). */
function QueryInteger(options: FieldOptions & { readonly max: number }): PropertyDecorator {
  return field(
    {
      normalise: (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
      check: (value) => {
        if (typeof value !== 'number') return fault('invalid_integer', 'must be a plain decimal integer');
        if (value < 1) return fault('too_small', 'must be at least 1');
        return value > options.max ? fault('too_large', `must be at most ${options.max}`) : null;
      },
      schema: { type: 'integer', minimum: 1, maximum: options.max },
    },
    options,
  );
}

/** `page` and `limit`: every list has them. */
export class PageQuery {
  @QueryInteger({ omittable: true, max: MAX_PAGE, description: 'The page, from 1 (the default).' })
  page?: number;

  @QueryInteger({ omittable: true, max: MAX_LIMIT, description: 'Records a page, 1 to 100; default 20.' })
  limit?: number;
}

/** What every list of records takes besides (contract §4). */
export class ListQuery extends PageQuery {
  @field(
    {
      check: (value) => (value === '' ? null : textFault(value, 1, MAX_CURSOR)),
      schema: { type: 'string', maxLength: MAX_CURSOR },
    },
    {
      omittable: true,
      description: 'Empty begins a walk, next_cursor continues it; not together with page.',
    },
  )
  cursor?: string;

  @DateOnlyField({ omittable: true, description: 'First day of the period, by created_at, inclusive.' })
  date_from?: string;

  @DateOnlyField({ omittable: true, description: 'Last day of the period, by created_at, inclusive.' })
  date_to?: string;

  @EnumField(TIME_ZONES, {
    omittable: true,
    description: 'Where the days of date_from and date_to are; default UTC.',
  })
  time_zone?: string;
}

/** `status`: one value or a comma list, an unknown one is refused and the allowed are named. */
export function StatusFilter(values: readonly string[]): PropertyDecorator {
  return field(
    {
      normalise: (value) =>
        typeof value === 'string' ? [...new Set(value.split(',').map((item) => item.trim()))] : value,
      check: (value) =>
        Array.isArray(value) && value.every((item: string) => values.includes(item))
          ? null
          : fault('not_allowed', `must be one of (or a comma list of): ${values.join(', ')}`),
      schema: {
        type: 'string',
        pattern: commaListOf(values),
        description: `One of, or a comma list of: ${values.join(', ')}`,
      },
    },
    { omittable: true },
  );
}

/** What is left of the term without marks is what is looked for: with nothing left it would find everything. */
function searchFault(term: string): Fault | null {
  return Array.from(foldText(term).trim()).length < MIN_SEARCH
    ? fault('too_short', `must have at least ${MIN_SEARCH} characters, not counting accents alone`)
    : null;
}

/** `search`: 2 to 100 characters, found anywhere, whatever the case and the accents. */
export function SearchFilter(): PropertyDecorator {
  return field(
    {
      normalise: normaliseText,
      check: (value) => textFault(value, MIN_SEARCH, MAX_SEARCH) ?? searchFault(value as string),
      schema: { type: 'string', minLength: MIN_SEARCH, maxLength: MAX_SEARCH },
    },
    { omittable: true, description: 'Case- and accent-insensitive text, found anywhere.' },
  );
}
