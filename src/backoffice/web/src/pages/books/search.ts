import { day, oneOf, pageNumber, readSearch, uuid } from '../../app/search';
import { TRANSACTION_KINDS } from './transaction-kinds';

export const booksSearch = readSearch({
  merchant_id: uuid(),
  kind: oneOf(...TRANSACTION_KINDS),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL may say: whose book, and which of its transactions. */
export type BooksSearch = ReturnType<typeof booksSearch>;
