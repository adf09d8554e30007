import { useState } from 'react';

export type Decided = 'approve' | 'reject' | 'sendBack' | 'suspend' | 'reactivate' | 'withdraw' | 'waits';

/** What this operator decided last on this case. */
export interface Outcome {
  readonly decided: Decided | null;
  readonly tell: (decided: Decided) => void;
}

export function useOutcome(): Outcome {
  const [decided, setDecided] = useState<Decided | null>(null);
  return { decided, tell: setDecided };
}
