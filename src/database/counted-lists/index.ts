export { ALL, type CountedList, LAST } from './counted-list';
export * from './counted-list-schema';
