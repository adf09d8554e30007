import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { OperatorRecord } from '../../auth';
import { iso } from '../../common';
import { CodedError, commonErrors, type ErrorDetail } from '../../common/errors';
import { type Submerchant, SubmerchantHistory } from '../../submerchants';

/** The steps that change the status of a case, in words. */
const DECISIONS: Readonly<Record<string, string>> = {
  submitted: 'submitted this case',
  approved: 'approved this case',
  rejected: 'rejected this case',
  resubmission_requested: 'opened this case for correction',
  suspended: 'suspended this submerchant',
  reactivated: 'ended the suspension of this submerchant',
};

type Found = Pick<Submerchant, 'id' | 'status'>;

/** Tells an operator whose decision came too late who was faster, and how the case stands now (contract §8). */
@Injectable()
export class Meanwhile {
  /** The same refusal, with what happened to the locked case; any other error as it is. */
  async explain(manager: EntityManager, found: Found, error: unknown, isVerdict: boolean): Promise<unknown> {
    if (!(error instanceof CodedError)) return error;
    const refusal = [commonErrors.INVALID_STATE, commonErrors.STALE_VERSION].find(
      ({ code }) => code === error.code,
    );
    if (refusal === undefined || error.details !== undefined) return error;
    const anything = isVerdict || error.code === commonErrors.STALE_VERSION.code;
    const step = await manager.findOne(SubmerchantHistory, {
      where: { submerchantId: found.id, ...(anything ? {} : { type: In(Object.keys(DECISIONS)) }) },
      order: { version: 'DESC', at: 'DESC', id: 'DESC' },
    });
    if (step === null) return error;
    const email = await emailOf(manager, step.operatorId);
    return refusal({
      message: `${error.message} ${sentence(step, email)} It is ${found.status} now.`,
      details: details(found, step, email),
      data: {
        status: found.status,
        change: { type: step.type, actor: step.actor, operator: email, at: iso(step.at) },
      },
    });
  }
}

function sentence(step: SubmerchantHistory, email: string | null): string {
  const who =
    email ?? { merchant: 'The merchant', operator: 'The sandbox', system: 'The system' }[step.actor];
  return `${who} ${DECISIONS[step.type] ?? `changed it (${step.type})`} at ${iso(step.at)}.`;
}

/** For a page that says it in its own words. */
function details({ status }: Found, step: SubmerchantHistory, email: string | null): ErrorDetail[] {
  return [
    { field: 'status', code: status, message: `The submerchant is ${status} now.` },
    { field: 'step', code: step.type, message: `${step.type}, by: ${step.actor}` },
    ...(email === null ? [] : [{ field: 'operator', code: 'decided_by', message: email }]),
    { field: 'at', code: 'decided_at', message: iso(step.at) },
  ];
}

async function emailOf(manager: EntityManager, operatorId: string | null): Promise<string | null> {
  if (operatorId === null) return null;
  const operator = await manager.findOneBy(OperatorRecord, { id: operatorId });
  return operator?.email ?? null;
}
