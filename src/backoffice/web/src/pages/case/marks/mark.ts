import { CASE_REASONS, type ReasonCode } from '../../../components/ReasonPicker';

/** What the reviewer thinks of one field; nothing of it is sent before the case is sent back or rejected. */
export type Mark =
  | { readonly verdict: 'fine' }
  | { readonly verdict: 'wrong'; readonly code: ReasonCode | ''; readonly message: string };

/** By place: see places.ts. */
export type Marks = Readonly<Record<string, Mark>>;

export function readMarks(kept: unknown): Marks {
  if (typeof kept !== 'object' || kept === null) return NO_MARKS;
  const known = remembered.get(kept);
  if (known !== undefined) return known;
  const marks = Object.fromEntries(
    Object.entries(kept).flatMap(([place, value]) => {
      const mark = readMark(value);
      return mark === null ? [] : [[place, mark]];
    }),
  );
  remembered.set(kept, marks);
  return marks;
}

const NO_MARKS: Marks = {};

/** The same answer for the same object: who asks for one mark is not shown again when another one changes. */
const remembered = new WeakMap<object, Marks>();
const readOne = new WeakMap<object, Mark | null>();

function readMark(value: unknown): Mark | null {
  if (typeof value !== 'object' || value === null) return null;
  const known = readOne.get(value);
  if (known !== undefined) return known;
  const { verdict, code, message } = value as Partial<Record<string, unknown>>;
  const mark: Mark | null =
    verdict === 'fine'
      ? { verdict }
      : verdict === 'wrong'
        ? { verdict, code: readCode(code), message: typeof message === 'string' ? message : '' }
        : null;
  readOne.set(value, mark);
  return mark;
}

export function readCode(value: unknown): ReasonCode | '' {
  return CASE_REASONS.find((code) => code === value) ?? '';
}
