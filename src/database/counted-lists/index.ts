export { ALL, type CountedList } from './counted-list';
export * from './counted-list-schema';
