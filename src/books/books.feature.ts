import { defineFeature } from '../common/features';
import { bookInvariants } from './book.invariants';
import { BooksModule } from './books.module';

export const booksFeature = defineFeature({
  name: 'books',
  api: [BooksModule],
  invariants: bookInvariants,
});
