import type { ReasonCode } from '../../../components/ReasonPicker';
import { useDraft } from '../work/drafts';
import { readCode } from '../marks/mark';
import { type MarkedReason, useMarkedReasons } from '../marks/marked-reasons';
import { useChangeMark } from '../marks/use-marks';
import { type ReasonRow, type Reasons, sendable } from './reason-rows';
import { useTypedReasons } from './typed-reasons';

/** What is said of rejected documents otherwise than in their verdicts, by their ids. */
type OfDocuments = Readonly<
  Record<string, { readonly code: ReasonCode | ''; readonly message: string } | 'left out'>
>;

/**
 * Everything that is marked, and what the operator adds by hand: for sending back and for rejecting. The reason of a
 * mark is the mark itself: changing it here changes it in the record.
 */
export function useReasons(): Reasons {
  const marked = useMarkedReasons();
  const changeMark = useChangeMark();
  const typed = useTypedReasons('reasons');
  const [documents, setDocuments] = useDraft('reasonsOfDocuments', readOfDocuments);
  const rows = [...marked.map((reason) => toRow(reason, documents)), ...typed.rows];
  return {
    rows,
    change: (row, next) => {
      if (row.from === 'mark') changeMark(row.key, { verdict: 'wrong', ...next });
      else if (row.from === 'document') setDocuments({ ...documents, [row.key]: next });
      else typed.change(row, next);
    },
    leaveOut: (row) => {
      if (row.from === 'mark') changeMark(row.key, undefined);
      else if (row.from === 'document') setDocuments({ ...documents, [row.key]: 'left out' });
      else typed.leaveOut(row);
    },
    takeBack: ({ key }) => {
      const { [key]: _, ...others } = documents;
      setDocuments(others);
    },
    add: typed.add,
    sendable: sendable(rows),
    forget: () => {
      typed.forget();
      setDocuments(undefined);
    },
  };
}

function toRow(reason: MarkedReason, documents: OfDocuments): ReasonRow {
  const said = reason.from === 'document' ? documents[reason.key] : undefined;
  return said === 'left out' ? { ...reason, isLeftOut: true } : { ...reason, ...said, isLeftOut: false };
}

function readOfDocuments(kept: unknown): OfDocuments {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).map(([id, value]: [string, unknown]): [string, OfDocuments[string]] => {
      if (typeof value !== 'object' || value === null) return [id, 'left out'];
      const { code, message } = value as Partial<Record<string, unknown>>;
      return [id, { code: readCode(code), message: typeof message === 'string' ? message : '' }];
    }),
  );
}
