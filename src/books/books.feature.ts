import { defineFeature } from '../common/features';
import { bookInvariants } from './book.invariants';
import { BooksModule } from './books.module';
import { FIRST_REQUEST } from './requests/money-request.repository';

export const booksFeature = defineFeature({
  name: 'books',
  api: [BooksModule],
  invariants: bookInvariants,
  pendingKeys: [FIRST_REQUEST],
});
