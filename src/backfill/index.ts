export { type BackfilledBook, BackfillBooksUseCase } from './backfill-books.use-case';
export { backfillFeature } from './backfill.feature';
