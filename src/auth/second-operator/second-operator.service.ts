import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import { OperatorReader } from '../operators/operator.reader';
import { type Hindrance, hindranceOf } from './second-operator.rules';

/** Who took a decision that waits for a second operator, and when. */
export interface FirstStep {
  readonly operatorId: string;
  readonly decidedAt: Date;
}

/** Whether two operators are two people, as far as their accounts tell (contract §8, Four eyes). */
@Injectable()
export class SecondOperatorService {
  constructor(private readonly operators: OperatorReader) {}

  /** What keeps this operator from completing each of these decisions, in their order. */
  async listHindrances(
    firsts: readonly FirstStep[],
    operatorId: string,
    reading?: Reading,
  ): Promise<(Hindrance | null)[]> {
    if (firsts.length === 0) return [];
    const ids = [operatorId, ...firsts.map((first) => first.operatorId)];
    const lineages = await this.operators.listLineages(ids, reading);
    const account = (id: string) => {
      const lineage = lineages.get(id);
      if (lineage === undefined) throw new Error('whoever decides is an operator');
      return { id, ...lineage };
    };
    const second = account(operatorId);
    return firsts.map((first) => hindranceOf(account(first.operatorId), first.decidedAt, second));
  }
}
