import { useSyncExternalStore } from 'react';
import { useCase } from '../case-context';
import { type Mark, type Marks, readMarks } from './mark';

const NAME = 'marks';

export function useMarks(): Marks {
  const { drafts } = useCase();
  return useSyncExternalStore(drafts.subscribe, () => readMarks(drafts.get(NAME)));
}

/** Undefined takes a mark away. */
export function useChangeMark(): (place: string, mark: Mark | undefined) => void {
  const { drafts } = useCase();
  return (place, next) => {
    const { [place]: _, ...others } = readMarks(drafts.get(NAME));
    const marks = next === undefined ? others : { ...others, [place]: next };
    drafts.set(NAME, Object.keys(marks).length === 0 ? undefined : marks);
  };
}

/** The mark of one place, and the way to change it. */
export function useMark(place: string): readonly [Mark | undefined, (mark: Mark | undefined) => void] {
  const { drafts } = useCase();
  const mark = useSyncExternalStore(drafts.subscribe, () => readMarks(drafts.get(NAME))[place]);
  const change = useChangeMark();
  return [mark, (next) => change(place, next)];
}

/** Fields can be marked where the marks can be sent: a case in review, or one that is rejected. */
export function useMayMark(): boolean {
  const { caseDetails, mayDecide } = useCase();
  return mayDecide && (caseDetails.status === 'pending_review' || caseDetails.status === 'rejected');
}
