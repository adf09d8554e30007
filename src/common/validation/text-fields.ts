import { isEmail } from 'class-validator';
import { isResolvableName } from '../safe-http';
import { type Fault, fault, field, type FieldOptions } from './field';

// contract §1, Text: NFC, trimmed, no NUL, no lone surrogates, no control and no format characters.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const CONTROL_OR_JOINER = new RegExp(`${CONTROL.source}|[\\u200c\\u200d]`);
const CONTROL_BUT_NEWLINE_AND_TAB = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** What turns the direction of a text or is not seen at all; the two joiners write names of some scripts. */
const FORMAT_BUT_JOINERS = /(?![\u200c\u200d])\p{Cf}/u;
const JOINER = /[\u200c\u200d]/;
/** Of nothing else is a text that nobody sees. */
const UNSEEN = /^[\s\u200c\u200d\p{M}]*$/u;
/** No script stacks so many (Unicode's stream-safe format: 30), and putting them in order takes the square of their number. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

export const MAX_FREE_TEXT = 2_000;
export const MAX_URL = 2_048;
export const MAX_EMAIL = 254;

/** No text of any field is longer, however its characters are composed. */
const MAX_NORMALISED = 4 * MAX_URL;

/** NFC and trimmed. What no field takes anyway stays as it is, because to normalise it is dear. */
export function normaliseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text.length > MAX_NORMALISED || TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC');
}

function normaliseFreeText(value: unknown): unknown {
  return normaliseText(typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);
}

/** The fault of a text that must have `min` to `max` characters (code points), or null. */
export function textFault(value: unknown, min: number, max: number, control = CONTROL): Fault | null {
  if (typeof value !== 'string') return fault('invalid_type', 'must be a string');
  const tooLong = () => fault('too_long', `must have at most ${max} characters`);
  // A character has two code units at most.
  if (value.length > 2 * max) return tooLong();
  if (
    !value.isWellFormed() ||
    control.test(value) ||
    FORMAT_BUT_JOINERS.test(value) ||
    TOO_MANY_MARKS.test(value)
  ) {
    return fault(
      'invalid_characters',
      'must be well-formed Unicode without control or format characters, and with no more than 30 marks on a letter',
    );
  }
  const length = Array.from(value).length;
  if (min > 0 && (length === 0 || (JOINER.test(value) && UNSEEN.test(value))))
    return fault('empty', 'must not be empty');
  if (length < min) return fault('too_short', `must have at least ${min} characters`);
  return length > max ? tooLong() : null;
}

interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max: number;
  /** Of codes and numbers: without the joiners, which nobody sees and which only words need. */
  readonly joiners?: false;
}

/** A one-line text of `min` (default 1) to `max` characters. */
export function TextField(options: TextOptions): PropertyDecorator {
  const { min = 1, max } = options;
  const schema = { type: 'string', minLength: min, maxLength: max } as const;
  const control = options.joiners === false ? CONTROL_OR_JOINER : CONTROL;
  return field(
    { normalise: normaliseText, check: (value) => textFault(value, min, max, control), schema },
    options,
  );
}

/** A text that may contain newlines and tabs. */
export function FreeTextField(options: FieldOptions & { readonly max?: number } = {}): PropertyDecorator {
  const max = options.max ?? MAX_FREE_TEXT;
  return field(
    {
      normalise: normaliseFreeText,
      check: (value) => textFault(value, 1, max, CONTROL_BUT_NEWLINE_AND_TAB),
      schema: { type: 'string', minLength: 1, maxLength: max },
    },
    options,
  );
}

export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      normalise: normaliseText,
      check: (value) =>
        textFault(value, 1, MAX_EMAIL) ??
        (isEmail(value) && !JOINER.test(value as string)
          ? null
          : fault('invalid_email', 'must be an e-mail address')),
      schema: { type: 'string', format: 'email', maxLength: MAX_EMAIL },
    },
    options,
  );
}

/** A text that a pattern describes; `code` and `message` say what it must be. */
export function PatternField(
  options: FieldOptions & {
    readonly pattern: RegExp;
    readonly max: number;
    readonly code: string;
    readonly message: string;
  },
): PropertyDecorator {
  const { pattern, max, code, message } = options;
  return field(
    {
      normalise: normaliseText,
      check: (value) =>
        textFault(value, 1, max) ?? (pattern.test(value as string) ? null : fault(code, message)),
      schema: { type: 'string', maxLength: max, pattern: pattern.source },
    },
    options,
  );
}

/** Decimal digits only, `min` to `max` of them. */
export function DigitsField(
  options: FieldOptions & { readonly min: number; readonly max: number },
): PropertyDecorator {
  const { min, max } = options;
  const count = min === max ? `${min}` : `${min} to ${max}`;
  return PatternField({
    ...options,
    pattern: new RegExp(`^[0-9]{${min},${max}}$`),
    code: 'invalid_digits',
    message: `must have ${count} digits and nothing else`,
  });
}

/** contract §5: `phone` is 8 to 15 digits. */
export function PhoneField(options: FieldOptions = {}): PropertyDecorator {
  return DigitsField({ ...options, min: 8, max: 15 });
}

/** An http(s) URL without credentials; where it leads is checked by whoever opens it. */
export function UrlField(options: FieldOptions & { readonly fragment?: false } = {}): PropertyDecorator {
  return field(
    {
      normalise: normaliseText,
      check: (value) => textFault(value, 1, MAX_URL) ?? urlFault(value as string, options.fragment !== false),
      schema: { type: 'string', pattern: WEB_ADDRESS, maxLength: MAX_URL },
    },
    options,
  );
}

/** As the document says it. Its format `uri` would be wrong: other letters than ASCII are taken, and kept. */
export const WEB_ADDRESS = '^[hH][tT][tT][pP][sS]?://';

function urlFault(text: string, fragmentAllowed: boolean): Fault | null {
  if (/\s/.test(text) || JOINER.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return fault('invalid_url', 'must be an absolute http or https URL');
  }
  const url = new URL(text);
  if (!isResolvableName(url)) return fault('invalid_url', 'must name a host that can be looked up');
  if (url.username !== '' || url.password !== '')
    return fault('url_with_credentials', 'must not contain credentials');
  if (!fragmentAllowed && text.includes('#'))
    return fault('url_with_fragment', 'must not contain a fragment');
  return null;
}

/** A list of short texts. */
export function TextListField(
  options: FieldOptions & {
    readonly maxItems: number;
    readonly maxLength: number;
    readonly minItems?: number;
    /** For the document alone, where a rule beyond the field knows which texts there are. */
    readonly values?: readonly string[];
  },
): PropertyDecorator {
  const { maxItems, maxLength, minItems = 0, values } = options;
  const items = values === undefined ? { minLength: 1, maxLength } : { enum: values as string[] };
  return field(
    {
      normalise: (value) => (Array.isArray(value) ? value.map(normaliseText) : value),
      check: (value) => {
        if (!Array.isArray(value)) return fault('invalid_type', 'must be an array of strings');
        if (value.length < minItems) return fault('too_few', `must have at least ${minItems} items`);
        if (value.length > maxItems) return fault('too_many', `must have at most ${maxItems} items`);
        return value.flatMap((item, index) => {
          const found = textFault(item, 1, maxLength);
          return found === null ? [] : [{ ...found, path: `[${index}]` }];
        });
      },
      schema: { type: 'array', items: { type: 'string', ...items }, minItems, maxItems },
      shape: { maxItems },
    },
    options,
  );
}
