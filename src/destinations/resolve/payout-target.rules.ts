import type { PayoutTarget } from '../../providers';
import type { Destination } from '../destination.entity';

/** A destination as providers are told of it. */
export function payoutTargetOf(destination: Destination): PayoutTarget {
  const { pixKeyType, pixKey } = destination;
  if (pixKeyType !== null && pixKey !== null) return { kind: 'pix_key', keyType: pixKeyType, key: pixKey };
  return {
    kind: 'bank_account',
    ispb: destination.ispb ?? '',
    bankCode: destination.bankCode,
    branch: destination.branch ?? '',
    account: destination.account ?? '',
    accountDigit: destination.accountDigit ?? '',
    accountType: destination.accountType ?? 'checking',
    holderName: destination.holderName ?? '',
    holderTaxId: destination.holderTaxId ?? '',
  };
}
