export { apportion, type Claim } from './apportionment';
export { hasDecimals, partOfDown, toUnits } from './money';
