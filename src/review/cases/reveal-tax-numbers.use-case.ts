import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { TxRunner } from '../../database';
import { DocumentReader } from '../../documents';
import { LegalRepresentativeReader, SubmerchantReader } from '../../submerchants';
import { RenewClaimUseCase } from '../claims/renew-claim.use-case';
import { CaseAuditService } from '../timeline/case-audit.service';
import { CaseStepRepository } from '../timeline/case-step.repository';
import { MAX_REPLACED } from './case.reader';
import type { RevealedResponse } from './revealed.response';

/** Shows the numbers that a case masks; every look is in the timeline and in the audit log (contract §8). */
@Injectable()
export class RevealTaxNumbersUseCase {
  constructor(
    private readonly renewClaim: RenewClaimUseCase,
    private readonly transactions: TxRunner,
    private readonly submerchants: SubmerchantReader,
    private readonly steps: CaseStepRepository,
    private readonly audit: CaseAuditService,
    private readonly legalRepresentatives: LegalRepresentativeReader,
    private readonly documents: DocumentReader,
  ) {}

  /** Throws NOT_FOUND. */
  async execute(id: string, operator: OperatorIdentity): Promise<RevealedResponse> {
    const { operatorId } = operator;
    await this.renewClaim.execute(id, operatorId);
    return this.transactions.run(async (tx) => {
      const submerchant = await this.submerchants.getAnyRecord(id, tx);
      await this.steps.insert(tx, submerchant, { type: 'revealed', operatorId });
      await this.audit.record(tx, submerchant, operator, 'case.revealed');
      const partners = await this.legalRepresentatives.listAll(submerchant, tx);
      const current = await this.documents.listCurrent([submerchant], tx);
      const [replaced] = await this.documents.listReplaced(submerchant, MAX_REPLACED, tx);
      return {
        tax_id: submerchant.taxId,
        legal_representatives: partners.map((partner) => ({ id: partner.id, document: partner.document })),
        documents: [...current, ...replaced].flatMap((document) =>
          document.number === null ? [] : [{ id: document.id, number: document.number }],
        ),
      };
    });
  }
}
