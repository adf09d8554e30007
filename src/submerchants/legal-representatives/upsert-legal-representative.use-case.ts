import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator, searchText } from '../../common';
import { validationFailed } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { BY_MERCHANT } from '../history/actor';
import { assertEditable } from '../locks/submerchant.locks';
import { assertCheckDigits, entityTypeOf, taxIdShapeFaults } from '../record/tax-id.rules';
import type { Submerchant } from '../submerchant.entity';
import { submerchantErrors } from '../submerchant.errors';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { LegalRepresentative } from './legal-representative.entity';
import { LegalRepresentativeRepository } from './legal-representative.repository';
import { toLegalRepresentativeResponse } from './legal-representative.response';
import type { UpsertLegalRepresentativeBody } from './upsert-legal-representative.body';

const MAX_LEGAL_REPRESENTATIVES = 100;

/** Adds a partner, or updates the one with the same document (specification, Legal representative, rule 1). */
@Injectable()
export class UpsertLegalRepresentativeUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly partners: LegalRepresentativeRepository,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws NOT_FOUND, NOT_APPLICABLE_TO_PF, SUBMERCHANT_LOCKED, VALIDATION_FAILED, INVALID_TAX_ID,
   * TOO_MANY_LEGAL_REPRESENTATIVES.
   */
  async execute(
    merchant: MerchantIdentity,
    submerchantId: string,
    body: UpsertLegalRepresentativeBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const submerchant = await this.lifecycle.lock(tx, merchant.merchantId, submerchantId);
      assertAcceptable(merchant, submerchant, body);
      const existing = await this.partners.findByDocument(tx, submerchant, body.document);
      if (existing === null) {
        const partner = await this.add(tx, submerchant, body);
        return created('Legal representative added.', toLegalRepresentativeResponse(partner));
      }
      await this.update(tx, submerchant, existing, body);
      return ok('Legal representative updated.', toLegalRepresentativeResponse(existing));
    });
  }

  private async add(
    tx: Tx,
    submerchant: Submerchant,
    body: UpsertLegalRepresentativeBody,
  ): Promise<LegalRepresentative> {
    if ((await this.partners.count(tx, submerchant)) >= MAX_LEGAL_REPRESENTATIVES) {
      throw submerchantErrors.TOO_MANY_LEGAL_REPRESENTATIVES();
    }
    const now = this.clock.now();
    const partner = Object.assign(new LegalRepresentative(), {
      id: this.ids.next(),
      merchantId: submerchant.merchantId,
      submerchantId: submerchant.id,
      submerchantEntityType: submerchant.entityType,
      document: body.document,
      entityType: entityTypeOf(body.document),
      legalName: null,
      birthDate: null,
      motherName: null,
      email: null,
      phone: null,
      role: null,
      qualification: null,
      participationPercentage: null,
      isAdmin: false,
      createdAt: now,
      updatedAt: now,
    });
    apply(partner, body);
    await this.partners.insert(tx, partner);
    await this.lifecycle.record(tx, submerchant, {
      type: 'legal_representative_added',
      actor: BY_MERCHANT,
      details: { legal_representative_id: partner.id },
    });
    return partner;
  }

  private async update(
    tx: Tx,
    submerchant: Submerchant,
    partner: LegalRepresentative,
    body: UpsertLegalRepresentativeBody,
  ): Promise<void> {
    const before = Object.assign(new LegalRepresentative(), partner);
    apply(partner, body);
    if (isDeepStrictEqual(before, partner)) return;
    partner.updatedAt = this.clock.now();
    await this.partners.update(tx, partner);
    await this.lifecycle.record(tx, submerchant, {
      type: 'legal_representative_updated',
      actor: BY_MERCHANT,
      details: { legal_representative_id: partner.id },
    });
  }
}

function assertAcceptable(
  merchant: MerchantIdentity,
  submerchant: Submerchant,
  body: UpsertLegalRepresentativeBody,
): void {
  if (submerchant.entityType === 'pf') throw submerchantErrors.NOT_APPLICABLE_TO_PF();
  assertEditable(submerchant, 'legal_representatives');
  const entityType = body.entity_type ?? entityTypeOf(body.document);
  const faults = taxIdShapeFaults('document', entityType, body.document);
  if (faults.length > 0) throw validationFailed(faults);
  assertCheckDigits('document', merchant.mode, body.document);
}

/** Only the fields that were sent change (contract §5). */
function apply(partner: LegalRepresentative, body: UpsertLegalRepresentativeBody): void {
  partner.name = body.name;
  partner.legalName = body.legal_name ?? partner.legalName;
  partner.birthDate = body.birth_date ?? partner.birthDate;
  partner.motherName = body.mother_name ?? partner.motherName;
  partner.email = body.email ?? partner.email;
  partner.phone = body.phone ?? partner.phone;
  partner.role = body.role ?? partner.role;
  partner.qualification = body.qualification ?? partner.qualification;
  partner.participationPercentage = body.participation_percentage ?? partner.participationPercentage;
  partner.isAdmin = body.is_admin ?? partner.isAdmin;
  partner.searchText = searchText(partner.name, partner.document);
}
