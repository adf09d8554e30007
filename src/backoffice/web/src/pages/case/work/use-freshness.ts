import { useState } from 'react';
import type { CaseDetails, CaseStep } from './case-types';

/** These leave the version of a case as it is. */
const WITHOUT_CHANGE: ReadonlySet<string> = new Set([
  'claimed',
  'released',
  'decision_recorded',
  'decision_withdrawn',
  'decision_voided',
  'note_added',
  'revealed',
]);

/** What the operator has looked at. */
export interface Freshness {
  /** Decisions are tied to this version (If-Match): the one that was looked at, not the newest that was fetched. */
  readonly version: number;
  /** What others changed since then, newest first; null when nothing did. */
  readonly changes: readonly CaseStep[] | null;
  readonly accept: () => void;
}

/**
 * The page fetches the case again by itself. What changed by somebody else's hand must be seen before the next
 * decision; what this operator changed is known already.
 */
export function useFreshness(caseDetails: CaseDetails, email: string): Freshness {
  const [seen, setSeen] = useState(caseDetails);
  const changes = caseDetails.version === seen.version ? null : stepsSince(seen, caseDetails);
  const isOwn = changes !== null && changes.length > 0 && changes.every(({ operator }) => operator === email);
  if (isOwn) setSeen(caseDetails);
  return {
    version: isOwn ? caseDetails.version : seen.version,
    changes: isOwn ? null : changes,
    accept: () => setSeen(caseDetails),
  };
}

/** The steps that the newer answer has and the older one has not. */
export function stepsSince(seen: CaseDetails, caseDetails: CaseDetails): CaseStep[] {
  const known = new Set(seen.timeline.map(keyOf));
  return caseDetails.timeline.filter((step) => !isInternal(step) && !known.has(keyOf(step)));
}

function keyOf({ at, type, details }: CaseStep): string {
  return `${at} ${type} ${JSON.stringify(details)}`;
}

/** No merchant is told of it. */
export function isInternal({ type }: Pick<CaseStep, 'type'>): boolean {
  return WITHOUT_CHANGE.has(type);
}
