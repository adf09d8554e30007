import { Injectable } from '@nestjs/common';
import type { Tx } from '../database';
import { ProviderReference } from './provider-reference.entity';
import type { ProviderReferenceRecord } from './subjects.service';

/** Whose is what an institution names. */
@Injectable()
export class ProviderReferenceRepository {
  async find(tx: Tx, accountId: string, reference: string): Promise<ProviderReference | null> {
    return tx.findOneBy(ProviderReference, { accountId, reference });
  }

  /** Once known it stays as it is. */
  async insert(tx: Tx, reference: ProviderReferenceRecord): Promise<void> {
    await tx.createQueryBuilder().insert().into(ProviderReference).values(reference).orIgnore().execute();
  }
}
