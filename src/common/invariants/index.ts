export {
  type BrokenRow,
  changedSince,
  type Invariant,
  type InvariantCheck,
  type InvariantScope,
} from './invariant';
export { type BrokenRule, readInvariants } from './read-invariants';
