import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import type { Address, LegalRepresentative, Submerchant } from '../../submerchants';
import { SubmittedRecordRepository } from './submitted-record.repository';
import { changesBetween, submittedValues, type SubmittedChange } from './submitted-record.rules';

/** What differs between the submission before and what is said now. */
@Injectable()
export class RoundChangesReader {
  constructor(private readonly records: SubmittedRecordRepository) {}

  /** Null of a first submission, and where the one before was not kept. */
  async find(
    reading: Reading,
    submerchant: Submerchant,
    partners: readonly LegalRepresentative[],
    addresses: readonly Address[],
  ): Promise<SubmittedChange[] | null> {
    if (submerchant.rounds < 2) return null;
    const before = await this.records.find(reading, submerchant, submerchant.rounds - 1);
    if (before === null) return null;
    return changesBetween(before.said, submittedValues(submerchant, partners, addresses));
  }
}
