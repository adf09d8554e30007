import type { SubmerchantHistory } from '../../submerchants';

/** The steps of the history that begin and end a round. */
export const ROUND_STEPS = ['submitted', 'approved', 'rejected', 'resubmission_requested'];

const DECISIONS: Readonly<Record<string, Round['decision']>> = {
  approved: 'approved',
  rejected: 'rejected',
  resubmission_requested: 'sent_back',
};

type Step = Pick<SubmerchantHistory, 'type' | 'fromStatus' | 'operatorId' | 'details' | 'at'>;

/** One submission and what was decided on it. */
export interface Round {
  readonly number: number;
  readonly submittedAt: Date;
  readonly decidedAt: Date;
  readonly decision: 'approved' | 'rejected' | 'sent_back';
  readonly operatorId: string | null;
  readonly details: object;
}

/**
 * The decided rounds, newest first, from steps that are newest first too. They are numbered from the newest submission
 * back, so that the oldest steps may be left out.
 */
export function decidedRounds(steps: readonly Step[], submissions: number): Round[] {
  const rounds: Round[] = [];
  let number = submissions;
  let decision: Step | null = null;
  for (const step of steps) {
    if (step.type === 'submitted') {
      if (decision !== null) rounds.push(toRound(number, step, decision));
      decision = null;
      number -= 1;
    } else if (step.fromStatus === 'pending_review') {
      // A rejected case that is opened again is no decision of its own.
      decision = step;
    }
  }
  return rounds;
}

function toRound(number: number, submission: Step, decided: Step): Round {
  const decision = DECISIONS[decided.type];
  if (decision === undefined) throw new Error('only a decision ends a review');
  const { operatorId, details, at: decidedAt } = decided;
  return { number, submittedAt: submission.at, decidedAt, decision, operatorId, details };
}
