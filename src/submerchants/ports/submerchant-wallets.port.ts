import type { Tx } from '../../database';
import type { Submerchant } from '../submerchant.entity';

/** A port: a submerchant has a wallet from its first activation on; wallets stand above this feature and provide it. */
export abstract class SubmerchantWallets {
  /** Of those that are active for the first time, in the transaction in which they become it. */
  abstract openWallets(tx: Tx, submerchants: readonly Submerchant[]): Promise<void>;

  /** After every change of a submerchant that was active once, in the transaction of the change, on the locked row. */
  abstract followSubmerchant(tx: Tx, submerchant: Submerchant): Promise<void>;
}
