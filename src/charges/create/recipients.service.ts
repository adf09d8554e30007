import { Injectable } from '@nestjs/common';
import { isUuid } from '../../common';
import { type ErrorDetail, noSuch } from '../../common/errors';
import type { Tx } from '../../database';
import { SubmerchantReader, type SubmerchantStanding } from '../../submerchants';
import { chargeErrors } from '../charge.errors';
import { MAX_SPLIT_RULES, type SplitRule } from '../splits/split.rules';

/** Whom a charge is for, and who gets what of it. */
export interface Recipients {
  readonly merchantId: string;
  readonly submerchantId: string | undefined;
  readonly rules: readonly SplitRule[];
}

/** Who may be charged for, and who may receive a part. */
@Injectable()
export class RecipientsService {
  constructor(private readonly submerchants: SubmerchantReader) {}

  /** Whether there is nobody besides the merchant whose row is to be held. */
  areNone(recipients: Recipients): boolean {
    return idsOf(recipients).length === 0;
  }

  /**
   * Checks within the creating transaction, holding the submerchants' rows: a suspension waits for it, and a charge
   * that waited for a suspension sees it. So no charge commits after the suspension did.
   */
  async lock(tx: Tx, recipients: Recipients): Promise<void> {
    const ids = idsOf(recipients);
    assertStanding(await this.submerchants.lockStandings(tx, recipients.merchantId, ids), recipients);
  }

  /**
   * As lock, for several charges and without waiting for anybody: false for one whose recipients cannot all be held at once,
   * or may not all receive.
   */
  async lockFree(tx: Tx, charges: readonly Recipients[]): Promise<boolean[]> {
    const wanted = charges.map((charge) =>
      idsOf(charge).map((id) => ({ merchantId: charge.merchantId, id })),
    );
    const found = await this.submerchants.lockFreeStandings(tx, wanted.flat());
    const active = new Set(
      found.filter(({ status }) => status === 'active').map(({ merchantId, id }) => `${merchantId} ${id}`),
    );
    return charges.map(({ merchantId, rules }, index) => {
      const areActive = (wanted[index] ?? []).every(({ id }) => active.has(`${merchantId} ${id}`));
      return (
        areActive &&
        rules.every(({ recipientId: id }) => id === merchantId || active.has(`${merchantId} ${id}`))
      );
    });
  }

  /** The same rules without holding anything, for a preview. */
  async check(recipients: Recipients): Promise<void> {
    const ids = idsOf(recipients);
    assertStanding(await this.submerchants.listStandings(recipients.merchantId, ids), recipients);
  }
}

function idsOf({ merchantId, submerchantId, rules }: Recipients): string[] {
  const ids = rules.map((rule) => rule.recipientId).filter((id) => isUuid(id) && id !== merchantId);
  if (submerchantId !== undefined) ids.push(submerchantId.toLowerCase());
  return [...new Set(ids)].slice(0, MAX_SPLIT_RULES + 1);
}

function assertStanding(
  found: readonly SubmerchantStanding[],
  { merchantId, submerchantId, rules }: Recipients,
): void {
  const status = new Map(found.map((submerchant) => [submerchant.id, submerchant.status]));
  if (submerchantId !== undefined) {
    const standing = status.get(submerchantId.toLowerCase());
    if (standing === undefined) throw noSuch('submerchant');
    if (standing !== 'active') throw chargeErrors.SUBMERCHANT_NOT_ACTIVE();
  }
  const details = rules.flatMap(({ recipientId }, index): ErrorDetail[] => {
    if (recipientId === merchantId || status.get(recipientId) === 'active') return [];
    const message = 'is neither this merchant nor one of its active submerchants';
    return [{ field: `split_rules[${index}].recipient_id`, code: 'invalid_recipient', message }];
  });
  if (details.length > 0) throw chargeErrors.SPLIT_RECIPIENT_INVALID({ details });
}
