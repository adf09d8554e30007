import { useEffect, useEffectEvent } from 'react';
import type { CaseDocument } from './case-types';
import { useDraft } from './drafts';

/** Remembers, for this submission of the case, that the operator has had the file of a document before their eyes. */
export function useIsOpened(document: CaseDocument, isShown: boolean): void {
  const [opened, setOpened] = useDraft('opened', readIds);
  const remember = useEffectEvent((id: string) => {
    if (!opened.includes(id)) setOpened([...opened, id]);
  });
  useEffect(() => {
    if (isShown) remember(document.id);
  }, [document.id, isShown]);
}

/** The documents that an approval of the case would approve unseen. */
export function useUnopened(along: readonly CaseDocument[]): readonly CaseDocument[] {
  const [opened] = useDraft('opened', readIds);
  return along.filter(({ id }) => !opened.includes(id));
}

function readIds(kept: unknown): readonly string[] {
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}
