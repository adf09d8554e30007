import { Injectable } from '@nestjs/common';
import type { Reading, Tx } from '../../database';
import type { BelongingRows } from '../../submerchants';
import type { CaseKey } from '../case-key';
import { SubmittedRecord } from './submitted-record.entity';

/** What registrations said at each submission. */
@Injectable()
export class SubmittedRecordRepository {
  async insert(tx: Tx, record: Pick<SubmittedRecord, keyof SubmittedRecord>): Promise<void> {
    await tx.insert(SubmittedRecord, { ...record, said: [...record.said] });
  }

  /** For whoever writes them with their submerchants. */
  rows(records: readonly SubmittedRecord[]): BelongingRows {
    return { target: SubmittedRecord, rows: records };
  }

  /** Null of a submission from before they were kept. */
  async find(reading: Reading, { merchantId, id }: CaseKey, round: number): Promise<SubmittedRecord | null> {
    return reading.findOneBy(SubmittedRecord, { merchantId, submerchantId: id, round });
  }
}
