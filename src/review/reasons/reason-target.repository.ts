import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { CaseKey } from '../case-key';

const LIST_OWN = `
  SELECT id FROM submerchant_documents WHERE merchant_id = $1 AND submerchant_id = $2 AND id = ANY($3::uuid[])
  UNION ALL
  SELECT id FROM legal_representatives WHERE merchant_id = $1 AND submerchant_id = $2 AND id = ANY($3::uuid[])`;

@Injectable()
export class ReasonTargetRepository {
  /** Those of the ids that are a document of the case, also a replaced one, or one of its legal representatives. */
  async listOwn(tx: Tx, { merchantId, id }: CaseKey, ids: readonly string[]): Promise<string[]> {
    const rows: { readonly id: string }[] = await tx.query(LIST_OWN, [merchantId, id, ids]);
    return rows.map((row) => row.id);
  }
}
