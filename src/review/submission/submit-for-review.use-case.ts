import { Injectable } from '@nestjs/common';
import {
  DryRun,
  type DryRunQuery,
  Idempotency,
  type Keyed,
  KeyedGroups,
  type KeyedWrite,
  ok,
  type Reply,
  type IdempotencyRequest,
} from '../../common/http';
import { ahead, together, type Tx, TxRunner } from '../../database';
import {
  type Address,
  AddressReader,
  type ChangedSubmerchant,
  type LegalRepresentative,
  LegalRepresentativeReader,
  type Submerchant,
  SubmerchantLifecycle,
  submerchantTransitions,
} from '../../submerchants';
import type { CaseKey } from '../case-key';
import type { Requirement } from '../requirements/requirement';
import { RequirementReader } from '../requirements/requirement.reader';
import { blockingOf, countsOf, toErrorDetail } from '../requirements/requirement.rules';
import { reviewErrors } from '../review.errors';
import type { SubmittedRecord } from '../rounds/submitted-record.entity';
import { SubmittedRecordRepository } from '../rounds/submitted-record.repository';
import { submittedValues } from '../rounds/submitted-record.rules';

/** Each may have a hundred partners and as many addresses, and a requirement for each document of a partner. */
const MOST_AT_ONCE = 16;

interface AskedSubmission extends Keyed, CaseKey {
  readonly query: DryRunQuery;
}

/** The locked registration, and all that is submitted with it. */
interface Registration {
  readonly submerchant: Submerchant;
  readonly requirementsOf: (submerchant: Submerchant) => Requirement[];
  readonly partners: readonly LegalRepresentative[];
  readonly addresses: readonly Address[];
}

interface Submission extends KeyedWrite {
  readonly changed: ChangedSubmerchant;
  /** What is said now, for whoever reviews the submission after this one. */
  readonly record: SubmittedRecord;
}

/** A merchant submits a complete registration: the operators review it now. All that wait are written in one statement (decision 0028). */
@Injectable()
export class SubmitForReviewUseCase {
  private readonly groups: KeyedGroups<AskedSubmission, Submission>;

  constructor(
    transactions: TxRunner,
    idempotency: Idempotency,
    private readonly dryRun: DryRun,
    private readonly submerchants: SubmerchantLifecycle,
    private readonly requirements: RequirementReader,
    private readonly partners: LegalRepresentativeReader,
    private readonly addresses: AddressReader,
    private readonly records: SubmittedRecordRepository,
  ) {
    this.groups = new KeyedGroups(transactions, idempotency, {
      most: MOST_AT_ONCE,
      isOneStatement: () => false,
      hold: async (tx, asked) => {
        const registrations = await this.read(tx, asked, () => submerchants.lockFree(tx, asked));
        return asked.map(({ key }, index) => {
          const registration = registrations[index] ?? null;
          return registration === null ? null : () => this.submit(registration, key);
        });
      },
      together: (tx, submissions, claims) =>
        submerchants.saveUnrepeated(
          tx,
          submissions.map(({ changed }) => changed),
          records.rows(submissions.map(({ record }) => record)),
          claims,
        ),
      alone: (asked) => this.alone(asked),
    });
  }

  /** Throws NOT_FOUND, INVALID_STATE, REQUIREMENTS_NOT_MET with all that is missing at once (contract §5). */
  async execute(merchantId: string, id: string, query: DryRunQuery, key: IdempotencyRequest): Promise<Reply> {
    const asked = { merchantId, id, query, key };
    return query.dry_run === 'true' ? this.alone(asked) : this.groups.write(asked);
  }

  private alone(asked: AskedSubmission): Promise<Reply> {
    const { merchantId, id, query, key } = asked;
    const lock = (tx: Tx) =>
      this.read(tx, [asked], async () => [await this.submerchants.lock(tx, merchantId, id)]);
    return this.dryRun.run(query, key, lock, async (tx, [registration]) => {
      if (!registration) throw new Error('who waits for a lock has it');
      const { changed, record, reply } = this.submit(registration, key);
      await this.submerchants.save(tx, changed);
      await ahead(tx, () => this.records.insert(tx, record));
      return reply;
    });
  }

  private async read(
    tx: Tx,
    keys: readonly CaseKey[],
    lock: () => Promise<(Submerchant | null)[]>,
  ): Promise<(Registration | null)[]> {
    const [submerchants, requirementsOf, partners, addresses] = await together(tx, [
      lock,
      () => this.requirements.read(tx, keys),
      () => this.partners.listAllOf(keys, tx),
      () => this.addresses.listAllOf(keys, tx),
    ]);
    return submerchants.map((submerchant) => {
      if (submerchant === null) return null;
      const isOurs = ({ submerchantId }: Address | LegalRepresentative): boolean =>
        submerchantId === submerchant.id;
      const belonging = { partners: partners.filter(isOurs), addresses: addresses.filter(isOurs) };
      return { submerchant, requirementsOf, ...belonging };
    });
  }

  private submit(
    { submerchant, requirementsOf, partners, addresses }: Registration,
    key: IdempotencyRequest,
  ): Submission {
    submerchantTransitions.next(submerchant.status, 'submit');
    const blocking = blockingOf(requirementsOf(submerchant));
    if (blocking.length > 0)
      throw reviewErrors.REQUIREMENTS_NOT_MET({ details: blocking.map(toErrorDetail) });
    const { changed, response } = this.submerchants.submitted(submerchant, () =>
      countsOf(requirementsOf(submerchant)),
    );
    const { merchantId, id, rounds: round, updatedAt: submittedAt } = submerchant;
    const said = submittedValues(submerchant, partners, addresses);
    const record = { merchantId, submerchantId: id, round, said, submittedAt };
    return { id, key, reply: ok('Submitted for review.', response), changed, record };
  }
}
