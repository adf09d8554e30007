import type { PayableDestination } from '../../destinations';
import type { PayoutMethod } from '../../providers';

/** How money reaches a destination: a Pix key by pix, a bank account as its institution can (money contract §15, Method). */
export function methodTo(
  { type }: Pick<PayableDestination, 'type'>,
  institution: { readonly bankAccountsBy: PayoutMethod },
): PayoutMethod {
  return type === 'pix_key' ? 'pix' : institution.bankAccountsBy;
}
