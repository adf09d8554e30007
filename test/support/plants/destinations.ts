import { plant, type Plant } from './plant';

const ASKED = 'a destination is pending while its provider is asked, and then what that said';
const OWNER = 'a destination that money may go to belongs to the owner of its wallet';
const COUNT = 'a wallet has at most 10 destinations that can be used, and a default while one is active';

const ACTIVE = `status = 'active' AND wallet_id = $seller`;

/** Where the money of wallets may go. */
export const destinations: readonly Plant[] = [
  plant(
    'a destination that is active although its provider refused it',
    ASKED,
    `UPDATE destinations SET status = 'active', reason = NULL, activated_at = now(), usable_from = now(), resolved_tax_id = '52998224725'
      WHERE status = 'rejected'`,
  ),
  plant(
    'a destination that no provider was asked about',
    ASKED,
    `DELETE FROM provider_calls WHERE subject_type = 'destination'`,
  ),
  plant(
    'a destination that is another person’s',
    OWNER,
    `UPDATE destinations SET resolved_tax_id = '11144477735' WHERE ${ACTIVE}`,
  ),
  plant(
    'a destination whose holder nobody knows',
    OWNER,
    `UPDATE destinations SET resolved_tax_id = NULL WHERE ${ACTIVE}`,
  ),
  plant(
    'a wallet whose active destination is not its default',
    COUNT,
    `UPDATE destinations SET is_default = false`,
  ),
  plant(
    'a wallet with eleven destinations',
    COUNT,
    `INSERT INTO destinations (merchant_id, id, wallet_id, provider_account_id, type, pix_key_type, pix_key, is_digit_suspect,
                               is_default, status, version, created_at, updated_at)
     SELECT merchant_id, gen_random_uuid(), wallet_id, provider_account_id, type, pix_key_type, n || pix_key, false, false, 'pending',
            1, now(), now() FROM destinations, generate_series(1, 10) AS n WHERE ${ACTIVE}`,
  ),
  plant(
    'a destination that was disabled and nobody was told',
    'a destination is as its last event told it',
    `UPDATE destinations SET status = 'disabled', reason = 'removed', is_default = false WHERE ${ACTIVE}`,
  ),
];
