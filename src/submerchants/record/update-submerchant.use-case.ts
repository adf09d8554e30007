import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { MerchantIdentity } from '../../auth';
import { assertVersion } from '../../common/http';
import { merchantBulkhead, type Tx, TxRunner } from '../../database';
import { BY_MERCHANT } from '../history/actor';
import { assertEditable, CONTACT_FIELDS, isEditable } from '../locks/submerchant.locks';
import type { Submerchant } from '../submerchant.entity';
import { SubmerchantLifecycle } from '../submerchant.lifecycle';
import { SubmerchantReader } from '../submerchant.reader';
import type { SubmerchantResponse } from '../submerchant.response';
import {
  assertConsistent,
  derivedMcc,
  mccTrace,
  submerchantSearchText,
  toActivities,
  WIRE_FIELDS,
  type WireField,
} from './record.rules';
import { assertCheckDigits } from './tax-id.rules';
import type { UpdateSubmerchantBody } from './update-submerchant.body';

/** Fields whose empty value is an empty list, not null. */
const LISTS: ReadonlySet<WireField> = new Set(['product_categories', 'cnaes']);

/** Changes the fields of the record that were sent. */
@Injectable()
export class UpdateSubmerchantUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly lifecycle: SubmerchantLifecycle,
    private readonly reader: SubmerchantReader,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, SUBMERCHANT_LOCKED, ENTITY_TYPE_FIXED, VALIDATION_FAILED, INVALID_TAX_ID. */
  async execute(
    merchant: MerchantIdentity,
    id: string,
    body: UpdateSubmerchantBody,
    expectedVersion: number | null,
  ): Promise<SubmerchantResponse> {
    return this.transactions.run(
      async (tx) => {
        const submerchant = await this.lifecycle.lock(tx, merchant.merchantId, id);
        assertVersion(submerchant.version, expectedVersion);
        await this.change(tx, merchant, submerchant, body);
        return this.reader.respond(submerchant, tx);
      },
      merchantBulkhead(merchant.merchantId, id),
    );
  }

  private async change(
    tx: Tx,
    merchant: MerchantIdentity,
    submerchant: Submerchant,
    body: UpdateSubmerchantBody,
  ): Promise<void> {
    const fields = apply(submerchant, body);
    if (fields.length === 0) return;
    const onlyContact = fields.every((field) => CONTACT_FIELDS.includes(field));
    assertEditable(submerchant, onlyContact ? 'contact' : 'record');
    assertConsistent(submerchant);
    if (fields.includes('tax_id')) assertCheckDigits('tax_id', merchant.mode, submerchant.taxId);
    submerchant.searchText = submerchantSearchText(submerchant);
    await this.lifecycle.record(tx, submerchant, {
      type: 'updated',
      actor: BY_MERCHANT,
      details: { fields, ...(fields.includes('mcc') ? mccTrace(submerchant) : {}) },
    });
  }
}

/** Puts the new values into the record; returns the names of the fields that really changed. */
function apply(submerchant: Submerchant, body: UpdateSubmerchantBody): WireField[] {
  const changed: WireField[] = [];
  for (const [field, property] of Object.entries(WIRE_FIELDS) as [WireField, keyof Submerchant][]) {
    const sent = body[field];
    if (sent === undefined || field === 'mcc') continue;
    const value = field === 'cnaes' ? toActivities(body.cnaes) : (sent ?? (LISTS.has(field) ? [] : null));
    if (isDeepStrictEqual(submerchant[property], value)) continue;
    Object.assign(submerchant, { [property]: value });
    changed.push(field);
  }
  if (applyMcc(submerchant, body.mcc, changed.includes('cnaes'))) changed.push('mcc');
  return changed;
}

/**
 * Contract §5: a code that is sent is kept; cleared, or never given by hand, it follows the activities. What an operator has
 * set stays when the activities change. A derived one that is sent as it is becomes the merchant's, but where the record is
 * locked: there it changes nothing, and so is not refused.
 */
function applyMcc(
  submerchant: Submerchant,
  sent: string | null | undefined,
  activitiesChanged: boolean,
): boolean {
  const before = { mcc: submerchant.mcc, mccSource: submerchant.mccSource };
  const byHand = before.mccSource === 'provided' || before.mccSource === 'operator';
  const isSettled = byHand || !isEditable(submerchant.status, 'record');
  if (sent === undefined && (byHand || !activitiesChanged)) return false;
  const after =
    sent === undefined || sent === null
      ? derivedMcc(submerchant.cnaes)
      : { mcc: sent, mccSource: sent === before.mcc && isSettled ? before.mccSource : ('provided' as const) };
  Object.assign(submerchant, after);
  return !isDeepStrictEqual(before, after);
}
