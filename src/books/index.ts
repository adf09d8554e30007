export { booksFeature } from './books.feature';
export { moneyRequestTransitions } from './requests/money-request.transitions';
