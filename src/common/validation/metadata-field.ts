import { type Fault, fault, field, type FieldOptions, isPlainObject } from './field';
import { isReservedKey, shown } from './keys';
import { normaliseText, textFault } from './text-fields';

const MAX_KEYS = 50;
const MAX_KEY = 40;
const MAX_VALUE = 500;

/**
 * contract §6: an object of at most 50 keys of at most 40 characters; values are strings of at most 500, numbers or
 * booleans. Keys and strings are texts as all others (contract §1).
 */
export function MetadataField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      normalise: normaliseMetadata,
      check: (value) => {
        if (!isPlainObject(value)) return fault('invalid_type', 'must be an object');
        if (Object.keys(value).length > MAX_KEYS)
          return fault('too_many', `must have at most ${MAX_KEYS} keys`);
        return metadataFaults(value);
      },
      schema: {
        type: 'object',
        additionalProperties: {
          oneOf: [{ type: 'string', maxLength: MAX_VALUE }, { type: 'number' }, { type: 'boolean' }],
        },
        maxProperties: MAX_KEYS,
      },
    },
    options,
  );
}

/** What has a key too many, or two that are one, stays as it was sent: what would be lost is refused. */
function normaliseMetadata(value: unknown): unknown {
  if (!isPlainObject(value) || Object.keys(value).length > MAX_KEYS) return value;
  const entries = normalEntries(value);
  const keys = new Set(entries.map(([key]) => key));
  const isKept = keys.size === entries.length && ![...keys].some(isReservedKey);
  return isKept ? Object.fromEntries(entries) : value;
}

function normalEntries(metadata: object): [string, unknown][] {
  return Object.entries(metadata).map(([key, item]) => [normaliseText(key) as string, normaliseText(item)]);
}

/** One for each wrong key. */
function metadataFaults(metadata: object): Fault[] {
  const seen = new Set<string>();
  return normalEntries(metadata).flatMap(([key, item]) => {
    const found = keyFault(key, seen.has(key)) ?? itemFault(item);
    seen.add(key);
    return found === null ? [] : [{ ...found, path: `.${shown(key)}` }];
  });
}

function keyFault(key: string, isRepeated: boolean): Fault | null {
  if (textFault(key, 1, MAX_KEY) !== null)
    return fault(
      'invalid_key',
      `must have a key of 1 to ${MAX_KEY} characters, without control or format characters`,
    );
  if (isReservedKey(key)) return fault('invalid_key', 'must have a key that is no property of every object');
  return isRepeated ? fault('repeated', 'must be there once: keys are compared trimmed and in NFC') : null;
}

function itemFault(item: unknown): Fault | null {
  const isTaken =
    typeof item === 'string'
      ? textFault(item, 0, MAX_VALUE) === null
      : typeof item === 'boolean' || isKeptNumber(item);
  if (isTaken) return null;
  return fault(
    'invalid_value',
    `must be a string of at most ${MAX_VALUE} characters, a number (integers within ±(2^53 − 1)) or a boolean`,
  );
}

/** An integer beyond 2^53 − 1 has been rounded by the parser: what was meant is no longer known. */
function isKeptNumber(value: unknown): boolean {
  if (typeof value !== 'number') return false;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
