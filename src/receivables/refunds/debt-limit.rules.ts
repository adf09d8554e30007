/** What a wallet of a live merchant may owe for refunds (money contract §13, Limits): the merchant's own, a submerchant's. */
const LIVE_LIMITS_CENTS = { own: 1_000_000, submerchant: 100_000 };

/** In cents; Infinity in test mode. */
export function debtLimitOf(wallet: { readonly livemode: boolean; readonly isOwn: boolean }): number {
  if (!wallet.livemode) return Infinity;
  return wallet.isOwn ? LIVE_LIMITS_CENTS.own : LIVE_LIMITS_CENTS.submerchant;
}
