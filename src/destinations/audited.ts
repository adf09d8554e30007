import type { NewAuditEntry } from '../common/audit';
import type { Destination } from './destination.entity';
import { toDestinationResponse } from './destination.response';

/** What the audit log says of a destination: whose it is and where it leads, masked as its merchant sees it (decision 0018). */
export function auditedAs(
  destination: Destination,
): Pick<NewAuditEntry, 'target' | 'merchantId' | 'details'> {
  const { wallet_id, type, pix_key, bank_code, account } = toDestinationResponse(destination);
  return {
    target: { type: 'destination', id: destination.id },
    merchantId: destination.merchantId,
    details: { wallet_id, type, ...(type === 'pix_key' ? { pix_key } : { bank_code, account }) },
  };
}
