export { booksFeature } from './books.feature';
