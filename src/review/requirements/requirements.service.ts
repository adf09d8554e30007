import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ErrorDetail } from '../../common/errors';
import type { Tx } from '../../database';
import type { SubmerchantDocument } from '../../documents';
import type { Submerchant } from '../../submerchants';
import { reviewErrors } from '../review.errors';
import type { Requirement } from './requirement';
import { blockingOf, requirementsOf } from './requirements';
import { RequirementsRepository } from './requirements.repository';

@Injectable()
export class RequirementsService {
  constructor(
    private readonly repository: RequirementsRepository,
    private readonly dataSource: DataSource,
  ) {}

  async list(
    submerchant: Submerchant,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Requirement[]> {
    return this.read(submerchant, manager);
  }

  /** All that is missing at once (contract §5, submit-for-review): throws REQUIREMENTS_NOT_MET. */
  async assertMet(tx: Tx, submerchant: Submerchant): Promise<void> {
    const blocking = blockingOf(await this.read(submerchant, tx));
    if (blocking.length > 0)
      throw reviewErrors.REQUIREMENTS_NOT_MET({ details: blocking.map(toErrorDetail) });
  }

  /**
   * An approval needs every required document approved: one that is rejected, expired, missing, or was sent again
   * and has no verdict yet stands in its way (contract §8, approve); not those that the approval approves itself. Throws
   * DOCUMENTS_NOT_APPROVED.
   */
  async assertApproved(
    tx: Tx,
    submerchant: Submerchant,
    isRequired: (type: string) => boolean,
    approving: readonly Pick<SubmerchantDocument, 'type' | 'legalRepresentativeId'>[],
  ): Promise<void> {
    const open = (await this.read(submerchant, tx)).filter(
      (requirement) =>
        isRequired(requirement.target) &&
        requirement.status !== 'satisfied' &&
        !approving.some((document) => meets(document, requirement)),
    );
    if (open.length > 0) throw reviewErrors.DOCUMENTS_NOT_APPROVED({ details: open.map(toErrorDetail) });
  }

  private async read(submerchant: Submerchant, manager: EntityManager): Promise<Requirement[]> {
    const [facts] = await this.repository.facts([submerchant], manager);
    if (facts === undefined) throw new Error('a submerchant has requirements');
    return requirementsOf(facts);
  }
}

function meets(
  document: Pick<SubmerchantDocument, 'type' | 'legalRepresentativeId'>,
  { target, legalRepresentativeId }: Requirement,
): boolean {
  return document.type === target && document.legalRepresentativeId === legalRepresentativeId;
}

function toErrorDetail({ target, code, message, legalRepresentativeId }: Requirement): ErrorDetail {
  const whose = legalRepresentativeId === null ? '' : ` Legal representative: ${legalRepresentativeId}.`;
  return { field: target, code, message: message + whose };
}
