import type { Tx } from '../../database';
import type { Merchant } from './merchant.entity';

/** A merchant as the owner of its wallet. */
export type MerchantOwner = Pick<Merchant, 'id' | 'name' | 'taxId' | 'mode'>;

/** A port: a merchant has a wallet from the start; `wallets` provides it to the whole process. */
export abstract class MerchantWallets {
  /** After every change of what a merchant is called, and when it is made, in the transaction of the change. */
  abstract followMerchant(tx: Tx, merchant: MerchantOwner): Promise<void>;
}
