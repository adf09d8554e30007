import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isUuid } from '../../common';
import type { AuditEntry } from '../../common/audit';
import { addressWithMaskedTaxIds } from '../../common/validation';

/** What a target is called now. */
export interface TargetName {
  readonly name: string;
  /** Whose page it is on, of what has none of its own. */
  readonly submerchantId: string | null;
}

/**
 * Of the kinds of things that have a name; the log itself keeps ids alone. A wallet has its owner's id, and what moves its money
 * is called by its owner.
 */
const READ_NAMES = `
  SELECT 'submerchant' AS type, id, coalesce(trade_name, legal_name) AS name, NULL::uuid AS submerchant_id
    FROM submerchants WHERE id = ANY($1)
  UNION ALL SELECT 'document', id, file_name, submerchant_id FROM submerchant_documents WHERE id = ANY($1)
  UNION ALL SELECT 'merchant', id, name, NULL FROM merchants WHERE id = ANY($1)
  UNION ALL SELECT 'operator', id, email, NULL FROM operators WHERE id = ANY($1)
  UNION ALL SELECT 'delivery', id, event, NULL FROM postback_deliveries WHERE id = ANY($1)
  UNION ALL SELECT 'endpoint', id, url, NULL FROM postback_endpoints WHERE id = ANY($1)
  UNION ALL SELECT 'wallet', id, coalesce(trade_name, legal_name), NULL FROM submerchants WHERE id = ANY($1)
  UNION ALL SELECT 'wallet', id, name, NULL FROM merchants WHERE id = ANY($1)
  UNION ALL SELECT 'withdrawal', w.id, o.owner_name, NULL
    FROM withdrawals w JOIN wallets o ON o.merchant_id = w.merchant_id AND o.id = w.wallet_id WHERE w.id = ANY($1)
  UNION ALL SELECT 'anticipation', a.id, o.owner_name, NULL
    FROM anticipations a JOIN wallets o ON o.merchant_id = a.merchant_id AND o.id = a.wallet_id WHERE a.id = ANY($1)
  UNION ALL SELECT 'destination', d.id, o.owner_name, nullif(d.wallet_id, d.merchant_id)
    FROM destinations d JOIN wallets o ON o.merchant_id = d.merchant_id AND o.id = d.wallet_id WHERE d.id = ANY($1)
  UNION ALL SELECT 'provider_account', id, adapter, NULL FROM provider_accounts WHERE id = ANY($1)
  UNION ALL SELECT 'reconciliation_item', id, coalesce(reference, line_id), NULL FROM reconciliation_items
    WHERE id = ANY($1) AND coalesce(reference, line_id) IS NOT NULL`;

/** The names of what the audit log speaks of, read for one page of it. */
@Injectable()
export class AuditNameRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By kind and id, as `keyOf` joins them; what has no name, or is gone, is not in it. */
  async find(entries: readonly AuditEntry[]): Promise<ReadonlyMap<string, TargetName>> {
    const ids = entries
      .flatMap((entry) => [entry.targetId, entry.merchantId, portalOwner(entry)?.id])
      .filter((id): id is string => typeof id === 'string' && isUuid(id));
    if (ids.length === 0) return new Map();
    const rows: { type: string; id: string; name: string; submerchant_id: string | null }[] =
      await this.dataSource.query(READ_NAMES, [[...new Set(ids)]]);
    return new Map(
      rows.map(({ type, id, name, submerchant_id: submerchantId }) => [
        keyOf(type, id),
        // An endpoint is called by its address, which is its merchant's to write.
        { name: type === 'endpoint' ? addressWithMaskedTaxIds(name) : name, submerchantId },
      ]),
    );
  }
}

/** What an entry is about, among the names. What it keeps of its target itself is told when that is gone, as terms and sessions are. */
export function nameOf(entry: AuditEntry, names: ReadonlyMap<string, TargetName>): TargetName | undefined {
  const { targetType, targetId } = entry;
  if (targetType === 'term') {
    const { kind } = JSON.parse(entry.details) as { kind?: unknown };
    return typeof kind === 'string' ? { name: kind, submerchantId: null } : undefined;
  }
  const owner = portalOwner(entry);
  if (owner === null) return names.get(keyOf(targetType, targetId));
  const found = names.get(keyOf(owner.type, owner.id));
  return found && { ...found, submerchantId: owner.type === 'submerchant' ? owner.id : null };
}

/** Whose portal was opened or closed: a session itself has no name. */
function portalOwner({
  targetType,
  merchantId,
  details,
}: AuditEntry): { readonly type: 'submerchant' | 'merchant'; readonly id: string } | null {
  if (targetType !== 'portal_session' || merchantId === null) return null;
  const { submerchant_id: submerchantId } = JSON.parse(details) as { submerchant_id?: unknown };
  return typeof submerchantId === 'string'
    ? { type: 'submerchant', id: submerchantId }
    : { type: 'merchant', id: merchantId };
}

/** How a target is found among the names. */
export function keyOf(type: string | null, id: string | null): string {
  return `${type ?? ''} ${id ?? ''}`;
}
