import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { Clock, IdGenerator } from '../../common';
import type { Tx } from '../../database';
import type { Submerchant } from '../../submerchants';
import { CaseStep, type CaseStepType } from './case-step.entity';

interface NewCaseStep {
  readonly type: Exclude<CaseStepType, 'decision_voided'>;
  readonly operatorId: string;
  readonly note?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Newest {
  readonly steps: readonly CaseStep[];
  readonly total: number;
}

/** What happened to a case that only operators may know. */
@Injectable()
export class CaseSteps {
  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Writes down a step; the case itself does not change. */
  async append(tx: Tx, submerchant: Submerchant, step: NewCaseStep): Promise<CaseStep> {
    const entry = Object.assign(new CaseStep(), {
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
  async newest(manager: EntityManager, submerchantId: string, limit: number): Promise<Newest> {
    const [steps, total] = await manager.findAndCount(CaseStep, {
      where: { submerchantId },
      order: { version: 'DESC', at: 'DESC', id: 'DESC' },
      take: limit,
    });
    return { steps, total };
  }

  /** The newest steps with a note. */
  async notes(manager: EntityManager, submerchantId: string, limit: number): Promise<Newest> {
    const [steps, total] = await manager.findAndCount(CaseStep, {
      where: { submerchantId, note: Not(IsNull()) },
      order: { at: 'DESC', id: 'DESC' },
      take: limit,
    });
    return { steps, total };
  }
}
