import type { Reading } from '../../database';
import { Injectable } from '@nestjs/common';
import { type Submerchant, type SubmerchantHistory, TimelineReader } from '../../submerchants';
import type { CaseStep } from '../timeline/case-step.entity';
import { CaseStepRepository } from '../timeline/case-step.repository';
import { type CaseNoteResponse, toCaseNoteResponse } from '../timeline/note.response';
import {
  type CaseRoundResponse,
  type CaseStepResponse,
  toCaseRoundResponse,
  toCaseStepResponse,
  toInternalStepResponse,
} from './case-details.response';
import { CaseRepository } from './case.repository';
import { decidedRounds, ROUND_STEPS } from './round.rules';

/** What grows with every change is shown up to here, the newest first. */
const MAX_STEPS = 200;
const MAX_NOTES = 200;

/** Of submissions and decisions: two or three of them are a round. */
const MAX_ROUND_STEPS = 150;

type Step = SubmerchantHistory | CaseStep;

interface CaseTimeline {
  readonly steps: CaseStepResponse[];
  readonly notes: CaseNoteResponse[];
  readonly rounds: CaseRoundResponse[];
  readonly stepsLeftOut: number;
  readonly notesLeftOut: number;
}

/** What happened to a case, also what its merchant does not see, with the operators' names. */
@Injectable()
export class CaseTimelineReader {
  constructor(
    private readonly histories: TimelineReader,
    private readonly cases: CaseRepository,
    private readonly caseSteps: CaseStepRepository,
  ) {}

  async get(reading: Reading, submerchant: Submerchant): Promise<CaseTimeline> {
    const [history, historyTotal] = await this.histories.listNewest(
      submerchant,
      MAX_STEPS,
      undefined,
      reading,
    );
    const [roundSteps] = await this.histories.listNewest(submerchant, MAX_ROUND_STEPS, ROUND_STEPS, reading);
    const internal = await this.caseSteps.listNewest(reading, submerchant, MAX_STEPS);
    const notes = await this.caseSteps.listNotes(reading, submerchant, MAX_NOTES);
    const operatorIds = [...history, ...roundSteps, ...internal.steps, ...notes.steps].flatMap(
      ({ operatorId }) => operatorId ?? [],
    );
    const names = await this.cases.listOperatorEmails(reading, [...new Set(operatorIds)]);
    const steps = newestFirst([...history, ...internal.steps]).slice(0, MAX_STEPS);
    return {
      steps: steps.map((step) =>
        isOfHistory(step) ? toCaseStepResponse(step, names) : toInternalStepResponse(step, names),
      ),
      notes: notes.steps.map((step) => toCaseNoteResponse(step, names.get(step.operatorId ?? '') ?? '')),
      rounds: decidedRounds(roundSteps, submerchant.rounds).map((round) => toCaseRoundResponse(round, names)),
      stepsLeftOut: historyTotal + internal.total - steps.length,
      notesLeftOut: notes.total - notes.steps.length,
    };
  }
}

/** Whether its merchant is shown it: steps of operators among themselves name no kind of actor. */
function isOfHistory(step: Step): step is SubmerchantHistory {
  return 'actor' in step;
}

/** By version first. What operators do leaves the version as it is, so it comes after what led to it. */
function newestFirst(steps: readonly Step[]): Step[] {
  const internal = (step: Step) => (isOfHistory(step) ? 0 : 1);
  return [...steps].sort(
    (one, other) =>
      other.version - one.version ||
      internal(other) - internal(one) ||
      other.at.getTime() - one.at.getTime() ||
      (other.id < one.id ? -1 : 1),
  );
}
