import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Clock, IdGenerator } from '../../common';
import type { Reading, Tx } from '../../database';
import type { Submerchant } from '../../submerchants';
import type { CaseKey } from '../case-key';
import { CaseStep, type CaseStepType } from './case-step.entity';

interface NewCaseStep {
  readonly type: Exclude<CaseStepType, 'decision_voided'>;
  readonly operatorId: string;
  readonly note?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface NewestSteps {
  readonly steps: readonly CaseStep[];
  readonly total: number;
}

/** What happened to a case that only operators may know. */
@Injectable()
export class CaseStepRepository {
  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Writes down a step; the case itself does not change. */
  async insert(tx: Tx, submerchant: Submerchant, step: NewCaseStep): Promise<CaseStep> {
    const entry = Object.assign(new CaseStep(), {
      merchantId: submerchant.merchantId,
      id: this.ids.next(),
      submerchantId: submerchant.id,
      version: submerchant.version,
      type: step.type,
      operatorId: step.operatorId,
      note: step.note ?? null,
      details: step.details ?? {},
      at: this.clock.now(),
    });
    await tx.insert(CaseStep, entry);
    return entry;
  }

  /** The newest steps first, up to a limit, and how many there are. */
  async listNewest(
    manager: Reading,
    { merchantId, id: submerchantId }: CaseKey,
    limit: number,
  ): Promise<NewestSteps> {
    const [steps, total] = await manager.findAndCount(CaseStep, {
      where: { merchantId, submerchantId },
      order: { version: 'DESC', at: 'DESC', id: 'DESC' },
      take: limit,
    });
    return { steps, total };
  }

  /** The newest steps with a note. */
  async listNotes(
    manager: Reading,
    { merchantId, id: submerchantId }: CaseKey,
    limit: number,
  ): Promise<NewestSteps> {
    const [steps, total] = await manager.findAndCount(CaseStep, {
      where: { merchantId, submerchantId, note: Not(IsNull()) },
      order: { at: 'DESC', id: 'DESC' },
      take: limit,
    });
    return { steps, total };
  }
}
