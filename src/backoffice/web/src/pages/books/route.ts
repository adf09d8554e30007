import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page';
import { loadTexts } from '../../i18n';
import { shellRoute } from '../../shell/route';
import { booksSearch } from './search';

export const booksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/books',
  validateSearch: booksSearch,
  loader: loadTexts('books', 'money'),
  component: lazyPage(() => import('./BooksPage'), 'BooksPage'),
});

export const transactionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/books/$merchantId/$id',
  loader: loadTexts('books', 'money'),
  component: lazyPage(() => import('./TransactionPage'), 'TransactionPage'),
});
