import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { OperatorRecord } from '../../auth';
import { type Submerchant, SubmerchantHistory } from '../../submerchants';
import type { CaseStep } from '../desk/case-step.entity';
import { CaseSteps } from '../desk/case-steps';
import { type CaseNoteResponse, toCaseNoteResponse } from '../desk/note.response';
import {
  type CaseRoundResponse,
  type CaseStepResponse,
  type OperatorNames,
  toCaseRoundResponse,
  toCaseStepResponse,
  toInternalStepResponse,
} from './case-file.response';
import { MAX_NOTES, MAX_STEPS } from './limits';
import { decidedRounds, ROUND_STEPS } from './rounds';

/** Of submissions and decisions: two or three of them are a round. */
const MAX_ROUND_STEPS = 150;

const NEWEST_STEPS_FIRST = { version: 'DESC', at: 'DESC', id: 'DESC' } as const;

type Step = SubmerchantHistory | CaseStep;

interface ReadHistory {
  readonly timeline: CaseStepResponse[];
  readonly notes: CaseNoteResponse[];
  readonly rounds: CaseRoundResponse[];
  readonly stepsLeftOut: number;
  readonly notesLeftOut: number;
}

/** What happened to a case, also what its merchant is not told of, with the operators' names. */
@Injectable()
export class CaseHistory {
  constructor(private readonly caseSteps: CaseSteps) {}

  async read(manager: EntityManager, submerchant: Submerchant): Promise<ReadHistory> {
    const { id: submerchantId, rounds: submissions } = submerchant;
    const [told, toldTotal] = await manager.findAndCount(SubmerchantHistory, {
      where: { submerchantId },
      order: NEWEST_STEPS_FIRST,
      take: MAX_STEPS,
    });
    const roundSteps = await manager.find(SubmerchantHistory, {
      where: { submerchantId, type: In(ROUND_STEPS) },
      order: NEWEST_STEPS_FIRST,
      take: MAX_ROUND_STEPS,
    });
    const internal = await this.caseSteps.newest(manager, submerchantId, MAX_STEPS);
    const notes = await this.caseSteps.notes(manager, submerchantId, MAX_NOTES);
    const names = await operatorNames(manager, [...told, ...roundSteps, ...internal.steps, ...notes.steps]);
    const steps = newestFirst([...told, ...internal.steps]).slice(0, MAX_STEPS);
    return {
      timeline: steps.map((step) =>
        step instanceof SubmerchantHistory
          ? toCaseStepResponse(step, names)
          : toInternalStepResponse(step, names),
      ),
      notes: notes.steps.map((step) => toCaseNoteResponse(step, names.get(step.operatorId ?? '') ?? '')),
      rounds: decidedRounds(roundSteps, submissions).map((round) => toCaseRoundResponse(round, names)),
      stepsLeftOut: toldTotal + internal.total - steps.length,
      notesLeftOut: notes.total - notes.steps.length,
    };
  }
}

/** The order of NEWEST_STEPS_FIRST. What operators do leaves the version as it is, so it comes after what led to it. */
function newestFirst(steps: readonly Step[]): Step[] {
  const internal = (step: Step) => (step instanceof SubmerchantHistory ? 0 : 1);
  return [...steps].sort(
    (one, other) =>
      other.version - one.version ||
      internal(other) - internal(one) ||
      other.at.getTime() - one.at.getTime() ||
      (other.id < one.id ? -1 : 1),
  );
}

async function operatorNames(manager: EntityManager, steps: readonly Step[]): Promise<OperatorNames> {
  const ids = new Set(steps.flatMap(({ operatorId }) => operatorId ?? []));
  if (ids.size === 0) return new Map();
  const operators = await manager.find(OperatorRecord, {
    select: { id: true, email: true },
    where: { id: In([...ids]) },
  });
  return new Map(operators.map(({ id, email }) => [id, email]));
}
