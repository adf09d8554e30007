import { processClock } from '../clock';
import { isUuid, NO_ID } from '../ids';
import { hasDecimals } from '../money';
import { type Fault, fault, field, type FieldOptions } from './field';
import { normaliseText } from './text-fields';

/** contract §1: the largest amount, in cents. */
export const MAX_CENTS = 9_999_999_999;

interface NumberOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
}

function rangeFault(value: number, { min, max }: NumberOptions): Fault | null {
  if (value < min) return fault('too_small', `must be at least ${min}`);
  return value > max ? fault('too_large', `must be at most ${max}`) : null;
}

export function IntegerField(options: NumberOptions): PropertyDecorator {
  return field(
    {
      check: (value) =>
        typeof value === 'number' && Number.isInteger(value)
          ? rangeFault(value, options)
          : fault('invalid_type', 'must be an integer, sent as a JSON number'),
      schema: { type: 'integer', format: 'int64', minimum: options.min, maximum: options.max },
    },
    options,
  );
}

/** An amount in integer cents, 1 (or `min`) to 9,999,999,999. */
export function CentsField(options: FieldOptions & { readonly min?: number } = {}): PropertyDecorator {
  return IntegerField({ ...options, min: options.min ?? 1, max: MAX_CENTS });
}

/** A number with at most `decimals` decimals. */
export function NumberField(options: NumberOptions & { readonly decimals: number }): PropertyDecorator {
  return field(
    {
      check: (value) => {
        if (typeof value !== 'number' || !Number.isFinite(value))
          return fault('invalid_type', 'must be a JSON number');
        const outside = rangeFault(value, options);
        if (outside !== null) return outside;
        if (hasDecimals(value, options.decimals)) return null;
        return fault('too_many_decimals', `must have at most ${options.decimals} decimals`);
      },
      schema: { type: 'number', minimum: options.min, maximum: options.max },
    },
    options,
  );
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      check: (value) => (typeof value === 'boolean' ? null : fault('invalid_type', 'must be true or false')),
      schema: { type: 'boolean' },
    },
    options,
  );
}

export function EnumField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      normalise: normaliseText,
      check: (value) => {
        if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
        return values.includes(value) ? null : fault('not_allowed', `must be one of: ${values.join(', ')}`);
      },
      // The very array: a list that the features fill is read when the document is made.
      schema: { type: 'string', enum: values as string[] },
    },
    options,
  );
}

/** The pattern of one of these values, or of several with commas between. */
export function commaListOf(values: readonly string[]): string {
  const one = `(${values.join('|')})`;
  return `^${one}(,${one})*$`;
}

export function UuidField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      check: (value) => (isUuid(value) ? null : fault('invalid_uuid', 'must be a UUID')),
      schema: { type: 'string', format: 'uuid' },
    },
    options,
  );
}

/**
 * The id of a record that has to be there. What is no UUID is the id of none, as an unknown one is: whoever looks for the
 * record gives both the same answer (contract §1).
 */
export function RecordIdField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      normalise: (value) => (typeof value === 'string' ? recordId(value) : value),
      check: (value) => (typeof value === 'string' ? null : fault('invalid_type', 'must be a string')),
      schema: { type: 'string', format: 'uuid' },
    },
    options,
  );
}

function recordId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : NO_ID;
}

/** True when the text is a day that exists in the calendar, as YYYY-MM-DD, from year 1000 on. */
export function isCalendarDay(text: string): boolean {
  const parts = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function dayFault(value: unknown, past: boolean): Fault | null {
  if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
  if (!isCalendarDay(value)) return fault('invalid_date', 'must be a day of the calendar, as YYYY-MM-DD');
  if (past && value >= processClock().now().toISOString().slice(0, 10))
    return fault('not_in_past', 'must be in the past');
  return null;
}

/** A day, YYYY-MM-DD. */
export function DateOnlyField(options: FieldOptions & { readonly past?: true } = {}): PropertyDecorator {
  return field(
    { check: (value) => dayFault(value, options.past === true), schema: { type: 'string', format: 'date' } },
    options,
  );
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** As the document says it: OpenAPI has no one format for both. */
export const DAY_OR_MOMENT = [
  { type: 'string', format: 'date' },
  { type: 'string', format: 'date-time' },
];

/** A day or a moment with its offset, ISO 8601; kept as it was sent. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      check: (value) => {
        if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
        const day = DATE_TIME.exec(value)?.[1] ?? value;
        return isCalendarDay(day)
          ? null
          : fault('invalid_date', 'must be an ISO 8601 date or date-time with offset');
      },
      schema: { type: 'string', anyOf: DAY_OR_MOMENT, maxLength: 40 },
    },
    options,
  );
}
