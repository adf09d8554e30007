import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { DryRun, type DryRunQuery, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { ahead, together, type Tx } from '../../database';
import {
  AddressReader,
  LegalRepresentativeReader,
  type Submerchant,
  SubmerchantLifecycle,
  submerchantTransitions,
} from '../../submerchants';
import { RequirementReader } from '../requirements/requirement.reader';
import { blockingOf, toErrorDetail } from '../requirements/requirement.rules';
import { reviewErrors } from '../review.errors';
import { SubmittedRecordRepository } from '../rounds/submitted-record.repository';
import { submittedValues } from '../rounds/submitted-record.rules';

/** A merchant submits a complete registration: the operators review it now. */
@Injectable()
export class SubmitForReviewUseCase {
  constructor(
    private readonly dryRun: DryRun,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly requirements: RequirementReader,
    private readonly partners: LegalRepresentativeReader,
    private readonly addresses: AddressReader,
    private readonly records: SubmittedRecordRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, REQUIREMENTS_NOT_MET with all that is missing at once (contract §5). */
  async execute(merchantId: string, id: string, query: DryRunQuery, key: IdempotencyRequest): Promise<Reply> {
    return this.dryRun.run(query, key, async (tx) => {
      const submerchant = await this.submerchants.lock(tx, merchantId, id);
      submerchantTransitions.next(submerchant.status, 'submit');
      const blocking = blockingOf(await this.requirements.list(submerchant, tx));
      if (blocking.length > 0)
        throw reviewErrors.REQUIREMENTS_NOT_MET({ details: blocking.map(toErrorDetail) });
      const answer = await this.submerchants.submit(tx, submerchant);
      await this.keep(tx, submerchant);
      return ok('Submitted for review.', answer);
    });
  }

  /** What is said now, for whoever reviews the submission after this one. */
  private async keep(tx: Tx, submerchant: Submerchant): Promise<void> {
    const { merchantId, id: submerchantId, rounds: round } = submerchant;
    const [partners, addresses] = await together(tx, [
      () => this.partners.listAll(submerchant, tx),
      () => this.addresses.listAll(submerchant, tx),
    ]);
    const said = submittedValues(submerchant, partners, addresses);
    const record = { merchantId, submerchantId, round, said, submittedAt: this.clock.now() };
    await ahead(tx, () => this.records.insert(tx, record));
  }
}
