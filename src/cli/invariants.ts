import { chargeInvariants } from '../charges';
import { auditInvariants } from '../common/audit';
import { documentInvariants } from '../documents';
import { deliveryInvariants } from '../postbacks';
import { caseInvariants, fileInvariants } from '../review';
import { type Invariant, submerchantInvariants } from '../submerchants';

/**
 * What must be true of the data at any moment, whatever processes died meanwhile: the rules over several rows and
 * tables, read again from the data (contract §9, db invariants). Rules of one row are CHECK constraints.
 */
export const INVARIANTS: readonly Invariant[] = [
  ...submerchantInvariants,
  ...documentInvariants,
  ...caseInvariants,
  ...fileInvariants,
  ...chargeInvariants,
  ...deliveryInvariants,
  ...auditInvariants,
];
