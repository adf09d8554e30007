import { oneOf, pageNumber, readSearch, text, uuid } from '../../app/search';
import { WALLET_STATUSES } from '../../components/money/wallets/wallet-columns';

export const walletsSearch = readSearch({
  search: text(),
  status: oneOf(...WALLET_STATUSES),
  merchant_id: uuid(),
  page: pageNumber(),
});

export type WalletsSearch = ReturnType<typeof walletsSearch>;
