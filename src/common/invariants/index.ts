export { countedListInvariant } from './counted-list.invariants';
export {
  type BrokenRow,
  changedSince,
  type Invariant,
  type InvariantCheck,
  type InvariantScope,
} from './invariant';
export { INVARIANTS, InvariantsModule } from './invariants.module';
export { type BrokenRule, readInvariants } from './read-invariants';
