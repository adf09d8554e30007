import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
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

  /** How a first decision taken then ended without a second one; null when a second one completed it. */
  async findEndOfDecision(
    manager: Reading,
    { merchantId, id: submerchantId }: CaseKey,
    since: Date,
  ): Promise<CaseStep | null> {
    const types = ['decision_recorded', 'decision_withdrawn', 'decision_voided'] as const;
    const [, end = null] = await manager.find(CaseStep, {
      where: { merchantId, submerchantId, type: In([...types]), at: MoreThanOrEqual(since) },
      order: { at: 'ASC', id: 'ASC' },
      take: 2,
    });
    return end?.type === 'decision_recorded' ? null : end;
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
