import { day, oneOf, pageNumber, readSearch, uuid } from '../../app/search';
import { ENTRY_KINDS } from '../../components/money/entries/entry-kinds';

export const booksSearch = readSearch({
  merchant_id: uuid(),
  kind: oneOf(...ENTRY_KINDS),
  date_from: day(),
  date_to: day(),
  page: pageNumber(),
});

/** What the URL may say: whose book, and which of its transactions. */
export type BooksSearch = ReturnType<typeof booksSearch>;
