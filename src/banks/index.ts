export { banksFeature } from './banks.feature';
