/** How many submerchants merchants have, in any status: `submerchants` provides it to the whole process. */
export abstract class SubmerchantCounter {
  /** By the merchant's id; one without submerchants may be missing. */
  abstract countByMerchant(merchantIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
