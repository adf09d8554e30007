import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { OperatorIdentity } from '../../auth';
import type { Tx } from '../../database';
import { SubmerchantDocument } from '../../documents';
import { LegalRepresentative, type Submerchant } from '../../submerchants';
import { MAX_REPLACED } from '../cases/limits';
import { CaseSteps } from './case-steps';
import { CaseTrail } from './case-trail';
import type { RevealedResponse } from './revealed.response';

/** Shows the numbers that a case masks, and leaves a trace of it (contract §8). */
@Injectable()
export class Reveal {
  constructor(
    private readonly steps: CaseSteps,
    private readonly trail: CaseTrail,
  ) {}

  async run(tx: Tx, submerchant: Submerchant, operator: OperatorIdentity): Promise<RevealedResponse> {
    const { id: submerchantId, taxId } = submerchant;
    await this.steps.append(tx, submerchant, { type: 'revealed', operatorId: operator.operatorId });
    await this.trail.leave(tx, submerchant, operator, 'case.revealed');
    const partners = await tx.find(LegalRepresentative, {
      where: { submerchantId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const current = await tx.find(SubmerchantDocument, {
      where: { submerchantId, replacedAt: IsNull(), number: Not(IsNull()) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    const replaced = await tx.find(SubmerchantDocument, {
      where: { submerchantId, replacedAt: Not(IsNull()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MAX_REPLACED,
    });
    return {
      tax_id: taxId,
      legal_representatives: partners.map(({ id, document }) => ({ id, document })),
      documents: [...current, ...replaced].flatMap(({ id, number }) =>
        number === null ? [] : [{ id, number }],
      ),
    };
  }
}
