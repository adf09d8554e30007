import { Injectable } from '@nestjs/common';
import { boundedCache, MINUTE_MS } from '../../common';
import { AuditLog, operatorActor } from '../../common/audit';
import { bareTaxId, maskedTaxId } from '../../common/validation';
import { TxRunner } from '../../database';
import type { OperatorIdentity } from '../identity';

/** A list that is open asks again by itself: the same search on one process is one entry in so long. */
const NOTED_MS = 10 * MINUTE_MS;
const NOTED = 10_000;

/** Writes into the audit log that an operator looked for a tax number, whole as it must be, and who that was (contract §8). */
@Injectable()
export class RecordTaxNumberSearchUseCase {
  private readonly noted = boundedCache<true>(NOTED, NOTED_MS);

  constructor(
    private readonly transactions: TxRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Before anything is answered; whether there was anything to find or not. Other searches leave nothing. */
  async execute(
    operator: OperatorIdentity,
    list: 'queue' | 'submerchants' | 'charges',
    search: string | undefined,
    merchantId: string | undefined,
  ): Promise<void> {
    const taxNumber = search === undefined ? null : bareTaxId(search);
    if (taxNumber === null) return;
    const name = [operator.operatorId, list, merchantId, taxNumber].join(' ');
    if (this.noted.has(name)) return;
    await this.transactions.run((tx) =>
      this.audit.append(tx, {
        action: 'tax_number.searched',
        actor: operatorActor(operator),
        ...(merchantId === undefined ? {} : { merchantId }),
        details: { list, tax_number: maskedTaxId(taxNumber) },
      }),
    );
    this.noted.set(name, true);
  }
}
