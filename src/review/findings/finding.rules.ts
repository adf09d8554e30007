import { documentFindings } from './document-finding.rules';
import type { Finding, FindingFacts } from './finding';
import { registrationFindings } from './registration-finding.rules';

/** What a reviewer should look at, computed from the facts of this moment (contract §8, Findings). */
export function findingsOf(facts: FindingFacts, now: Date): Finding[] {
  return [...registrationFindings(facts, now), ...documentFindings(facts, now)];
}
