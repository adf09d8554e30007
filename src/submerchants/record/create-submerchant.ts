import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import type { Tx } from '../../database';
import type { CreateSubmerchantBody } from '../dto/create-submerchant.body';
import { BY_MERCHANT, HistoryWriter } from '../history/history';
import { Submerchant } from '../submerchant.entity';
import {
  assertConsistent,
  derivedMcc,
  mccTrace,
  submerchantSearchText,
  toActivities,
} from './submerchant.fields';
import { SubmerchantRepository } from '../submerchant.repository';
import { submerchantTransitions } from '../submerchant.transitions';
import { assertCheckDigits } from './tax-id.rules';

@Injectable()
export class CreateSubmerchant {
  constructor(
    private readonly repository: SubmerchantRepository,
    private readonly history: HistoryWriter,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws VALIDATION_FAILED, INVALID_TAX_ID. The same tax_id twice is allowed (contract §5). */
  async run(tx: Tx, merchant: MerchantIdentity, body: CreateSubmerchantBody): Promise<Submerchant> {
    const submerchant = this.build(merchant.merchantId, body);
    assertConsistent(submerchant);
    assertCheckDigits('tax_id', merchant.mode, submerchant.taxId);
    await this.repository.insert(tx, submerchant);
    await this.history.append(tx, {
      submerchantId: submerchant.id,
      version: submerchant.version,
      type: 'created',
      actor: BY_MERCHANT,
      at: submerchant.createdAt,
      from: null,
      to: submerchant.status,
      details: mccTrace(submerchant),
    });
    return submerchant;
  }

  private build(merchantId: string, body: CreateSubmerchantBody): Submerchant {
    const now = this.clock.now();
    const cnaes = toActivities(body.cnaes);
    const submerchant = Object.assign(new Submerchant(), {
      id: this.ids.next(),
      merchantId,
      // specification, Submerchant: default pj when omitted.
      entityType: body.entity_type ?? 'pj',
      status: submerchantTransitions.next(null, 'create'),
      tradeName: body.trade_name ?? null,
      legalName: body.legal_name,
      taxId: body.tax_id,
      email: body.email,
      phone: body.phone ?? null,
      birthDate: body.birth_date ?? null,
      motherName: body.mother_name ?? null,
      businessType: body.business_type ?? null,
      productCategories: body.product_categories ?? [],
      averageTicketReais: body.average_ticket ?? null,
      monthlyRevenueReais: body.monthly_revenue ?? null,
      cnaes,
      ...(body.mcc === undefined || body.mcc === null
        ? derivedMcc(cnaes)
        : { mcc: body.mcc, mccSource: 'provided' as const }),
      rejection: null,
      rounds: 0,
      version: 1,
      searchText: '',
      submittedAt: null,
      reviewedAt: null,
      activatedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    submerchant.searchText = submerchantSearchText(submerchant);
    return submerchant;
  }
}
