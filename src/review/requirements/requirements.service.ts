import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ErrorDetail } from '../../common/errors';
import type { Tx } from '../../database';
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

  private async read(submerchant: Submerchant, manager: EntityManager): Promise<Requirement[]> {
    const [facts] = await this.repository.facts([submerchant], manager);
    if (facts === undefined) throw new Error('a submerchant has requirements');
    return requirementsOf(facts);
  }
}

/** A requirement that is not met, for the details of an error. */
export function toErrorDetail({
  target,
  code,
  message,
  legalRepresentativeId,
}: Pick<Requirement, 'target' | 'code' | 'message' | 'legalRepresentativeId'>): ErrorDetail {
  const whose = legalRepresentativeId === null ? '' : ` Legal representative: ${legalRepresentativeId}.`;
  return { field: target, code, message: message + whose };
}
