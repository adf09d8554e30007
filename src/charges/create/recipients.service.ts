import { Injectable } from '@nestjs/common';
import { isUuid } from '../../common';
import { commonErrors, type ErrorDetail } from '../../common/errors';
import type { Tx } from '../../database';
import { SubmerchantReader, type SubmerchantStanding } from '../../submerchants';
import { chargeErrors } from '../charge.errors';
import { MAX_SPLIT_RULES, type SplitRule } from '../splits/split.rules';

/** Who may be charged for, and who may receive a part. */
@Injectable()
export class RecipientsService {
  constructor(private readonly submerchants: SubmerchantReader) {}

  /**
   * Checks within the creating transaction, holding the submerchants' rows: a suspension waits for it, and a charge
   * that waited for a suspension sees it. So no charge commits after the suspension did.
   */
  async lock(
    tx: Tx,
    merchantId: string,
    submerchantId: string | undefined,
    rules: readonly SplitRule[],
  ): Promise<void> {
    const ids = idsOf(merchantId, submerchantId, rules);
    assertStanding(
      await this.submerchants.lockStandings(tx, merchantId, ids),
      merchantId,
      submerchantId,
      rules,
    );
  }

  /** The same rules without holding anything, for a preview. */
  async check(
    merchantId: string,
    submerchantId: string | undefined,
    rules: readonly SplitRule[],
  ): Promise<void> {
    const ids = idsOf(merchantId, submerchantId, rules);
    assertStanding(await this.submerchants.listStandings(merchantId, ids), merchantId, submerchantId, rules);
  }
}

function idsOf(merchantId: string, submerchantId: string | undefined, rules: readonly SplitRule[]): string[] {
  const ids = rules.map((rule) => rule.recipientId).filter((id) => isUuid(id) && id !== merchantId);
  if (submerchantId !== undefined) ids.push(submerchantId.toLowerCase());
  return [...new Set(ids)].slice(0, MAX_SPLIT_RULES + 1);
}

function assertStanding(
  found: readonly SubmerchantStanding[],
  merchantId: string,
  submerchantId: string | undefined,
  rules: readonly SplitRule[],
): void {
  const status = new Map(found.map((submerchant) => [submerchant.id, submerchant.status]));
  if (submerchantId !== undefined) {
    const standing = status.get(submerchantId.toLowerCase());
    if (standing === undefined) throw commonErrors.NOT_FOUND({ message: 'There is no such submerchant.' });
    if (standing !== 'active') throw chargeErrors.SUBMERCHANT_NOT_ACTIVE();
  }
  const details = rules.flatMap(({ recipientId }, index): ErrorDetail[] => {
    if (recipientId === merchantId || status.get(recipientId) === 'active') return [];
    const message = 'is neither this merchant nor one of its active submerchants';
    return [{ field: `split_rules[${index}].recipient_id`, code: 'invalid_recipient', message }];
  });
  if (details.length > 0) throw chargeErrors.SPLIT_RECIPIENT_INVALID({ details });
}
