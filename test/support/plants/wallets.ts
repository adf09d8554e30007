import { plant, type Plant } from './plant';

const HELD = 'a hold was posted as what it is, and released when that was reversed';
const OWNER = 'a wallet is its owner’s: its name, its tax number, and active or not';

/** Wallets and who they belong to. */
export const wallets: readonly Plant[] = [
  plant(
    'a seller whose wallet is gone',
    'every merchant, and every submerchant that was active once, has its wallet',
    'DELETE FROM wallets WHERE id = $seller',
  ),
  plant(
    'a merchant without a wallet',
    'every merchant, and every submerchant that was active once, has its wallet',
    'DELETE FROM wallets WHERE id = merchant_id',
  ),
  plant(
    'a wallet called by another name',
    OWNER,
    `UPDATE wallets SET owner_name = 'Outra' WHERE id = $seller`,
  ),
  plant(
    'a wallet of another tax number',
    OWNER,
    `UPDATE wallets SET owner_tax_id = '11144477735' WHERE id = $seller`,
  ),
  plant(
    'an active seller with a wallet that is stopped',
    OWNER,
    `UPDATE wallets SET state = 'owner_not_active' WHERE id = $seller`,
  ),
  plant(
    'a test merchant with a live wallet',
    OWNER,
    'UPDATE wallets SET is_live = NOT is_live WHERE id = $seller',
  ),
  plant(
    'a transfer of which the books know nothing',
    'a transfer was posted, and from and to where it says',
    `INSERT INTO transfers (merchant_id, id, to_wallet_id, amount_cents, created_at)
     SELECT merchant_id, gen_random_uuid(), id, 100, now() FROM wallets WHERE id = $seller`,
  ),
  plant(
    'a posted transfer that nobody asked for',
    'what was posted as a transfer is one',
    'ALTER TABLE ledger_transactions DISABLE TRIGGER USER',
    `UPDATE ledger_transactions SET reference = 'transfer:' || id WHERE reference = 'test:hold'`,
  ),
  plant(
    'a hold of a cent more than was posted',
    HELD,
    `UPDATE holds SET amount_cents = amount_cents + 1 WHERE released_at IS NULL`,
  ),
  plant(
    'a hold that is released although nothing was posted back',
    HELD,
    `UPDATE holds SET released_at = now(), released_by = placed_by WHERE released_at IS NULL`,
  ),
  plant(
    'a hold that goes on although its money was posted back',
    HELD,
    `UPDATE holds SET released_at = NULL, released_by = NULL WHERE released_at IS NOT NULL`,
  ),
  plant(
    'money blocked that nobody holds',
    'what a wallet has blocked is what is blocked of it for somebody',
    `DELETE FROM holds WHERE released_at IS NULL`,
  ),
  plant('a posted hold that there is not', 'what was posted as a hold is one', `DELETE FROM holds`),
];
