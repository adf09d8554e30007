import { useTranslation } from 'react-i18next';
import { CASE_REASONS, type ReasonCode } from '../../../components/ReasonPicker';
import { useCase } from '../case-context';
import type { GivenReason } from '../work/case-types';
import { useDraft } from '../work/drafts';
import { useLabels } from '../labels';
import { readCode } from '../marks/mark';
import { targetName } from './GivenReasons';
import { type ReasonRow, type Reasons, sendable } from './reason-rows';

export interface TypedReason {
  readonly code: ReasonCode | '';
  readonly message: string;
  readonly target: string | null;
}

const KEY = 'typed ';

/** Reasons that are typed by hand; `given` are those to begin with. */
export function useTypedReasons(name: string, given: readonly GivenReason[] = []): Reasons {
  const { t } = useTranslation(['case', 'common']);
  const { caseDetails } = useCase();
  const labels = useLabels();
  const [typed, setTyped] = useDraft(name, (kept) =>
    Array.isArray(kept) ? kept.map(readTyped) : given.map(again),
  );
  const rows = typed.map((reason, index): ReasonRow => ({
    ...reason,
    key: `${KEY}${index}`,
    from: 'typed',
    label: targetName(reason.target, caseDetails, labels, t) ?? t('case:reasons.general'),
    prefix: null,
    isLeftOut: false,
  }));
  const placeOf = ({ key }: ReasonRow) => Number(key.slice(KEY.length));
  return {
    rows,
    change: (row, next) =>
      setTyped(typed.map((old, index) => (index === placeOf(row) ? { ...old, ...next } : old))),
    leaveOut: (row) => setTyped(typed.filter((_, index) => index !== placeOf(row))),
    takeBack: () => undefined,
    add: () => setTyped([...typed, { code: '', message: '', target: null }]),
    sendable: sendable(rows),
    forget: () => setTyped(undefined),
  };
}

function again({ code, message, target }: GivenReason): TypedReason {
  return { code: CASE_REASONS.find((known) => known === code) ?? 'other', message: message ?? '', target };
}

function readTyped(value: unknown): TypedReason {
  const { code, message, target } = (value ?? {}) as Partial<Record<string, unknown>>;
  return {
    code: readCode(code),
    message: typeof message === 'string' ? message : '',
    target: typeof target === 'string' ? target : null,
  };
}
