import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import {
  created,
  Idempotency,
  type IdempotencyRequest,
  KeyedCreations,
  type KeyedWrite,
  type Reply,
} from '../../common/http';
import { TxRunner } from '../../database';
import { Submerchant } from '../submerchant.entity';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { SubmerchantReader } from '../submerchant.reader';
import type { NewSubmerchant } from '../submerchant.repository';
import { submerchantTransitions } from '../submerchant.transitions';
import type { CreateSubmerchantBody } from './create-submerchant.body';
import { assertConsistent, derivedMcc, mccTrace, submerchantSearchText, toActivities } from './record.rules';
import { assertCheckDigits } from './tax-id.rules';

interface PreparedSubmerchant extends KeyedWrite {
  readonly record: NewSubmerchant;
}

/** Registers submerchants, all that wait in one statement (decision 0028). */
@Injectable()
export class CreateSubmerchantUseCase {
  private readonly groups: KeyedCreations<PreparedSubmerchant>;

  constructor(
    transactions: TxRunner,
    idempotency: Idempotency,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly reader: SubmerchantReader,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    this.groups = new KeyedCreations(transactions, idempotency, {
      together: (tx, prepared, claims) =>
        lifecycle.createUnrepeated(
          tx,
          prepared.map(({ record }) => record),
          claims,
        ),
      alone: (tx, { record }) => lifecycle.create(tx, record),
    });
  }

  /** Throws VALIDATION_FAILED, INVALID_TAX_ID. The same tax_id twice is allowed (contract §5). */
  async execute(
    merchant: MerchantIdentity,
    body: CreateSubmerchantBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.groups.write(key, async () => {
      const submerchant = this.build(merchant.merchantId, body);
      assertConsistent(submerchant);
      assertCheckDigits('tax_id', merchant.mode, submerchant.taxId);
      const record = this.lifecycle.newRecord(submerchant, mccTrace(submerchant));
      const reply = created('Submerchant created.', this.reader.respondNew(submerchant));
      return { id: submerchant.id, key, reply, record };
    });
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
