import { Injectable } from '@nestjs/common';
import { iso } from '../../common';
import { CodedError, commonErrors, type ErrorDetail } from '../../common/errors';
import type { Tx } from '../../database';
import { type Submerchant, type SubmerchantHistory, TimelineReader } from '../../submerchants';
import { CaseRepository } from '../cases/case.repository';

/** The steps that change the status of a case, in words. */
const DECISIONS: Readonly<Record<string, string>> = {
  submitted: 'submitted this case',
  approved: 'approved this case',
  rejected: 'rejected this case',
  resubmission_requested: 'opened this case for correction',
  suspended: 'suspended this submerchant',
  reactivated: 'ended the suspension of this submerchant',
};

/** Says to an operator whose decision came too late who was faster, and how the case stands now (contract §8). */
@Injectable()
export class LastChangeService {
  constructor(
    private readonly histories: TimelineReader,
    private readonly cases: CaseRepository,
  ) {}

  /**
   * The same refusal, with the last change of the locked case: of its status, or any with `anyChange`. Another error as
   * it is.
   */
  async explain(tx: Tx, submerchant: Submerchant, error: unknown, anyChange = false): Promise<unknown> {
    if (!(error instanceof CodedError) || error.details !== undefined) return error;
    const { code } = error;
    const refusal = [commonErrors.INVALID_STATE, commonErrors.STALE_VERSION].find(
      (known) => known.code === code,
    );
    if (refusal === undefined) return error;
    const types = anyChange || code === commonErrors.STALE_VERSION.code ? undefined : Object.keys(DECISIONS);
    const [[step]] = await this.histories.listNewest(submerchant, 1, types, tx);
    if (step === undefined) return error;
    const emails = await this.cases.listOperatorEmails(tx, step.operatorId === null ? [] : [step.operatorId]);
    const email = emails.get(step.operatorId ?? '') ?? null;
    const { status } = submerchant;
    return refusal({
      message: `${error.message} ${sentence(step, email)} It is ${status} now.`,
      details: details(status, step, email),
      data: { status, change: { type: step.type, actor: step.actor, operator: email, at: iso(step.at) } },
    });
  }
}

function sentence(step: SubmerchantHistory, email: string | null): string {
  const who =
    email ?? { merchant: 'The merchant', operator: 'The sandbox', system: 'The system' }[step.actor];
  return `${who} ${DECISIONS[step.type] ?? `changed it (${step.type})`} at ${iso(step.at)}.`;
}

/** For a person who reads the answer; pages take `data`. */
function details(status: string, step: SubmerchantHistory, email: string | null): ErrorDetail[] {
  return [
    { field: 'status', code: status, message: `The submerchant is ${status} now.` },
    { field: 'step', code: step.type, message: `${step.type}, by: ${step.actor}` },
    ...(email === null ? [] : [{ field: 'operator', code: 'decided_by', message: email }]),
    { field: 'at', code: 'decided_at', message: iso(step.at) },
  ];
}
