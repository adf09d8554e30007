export { type Actor, BY_MERCHANT, BY_SYSTEM, byOperator } from './history/actor';
// Of records the types alone: what asks for them is in this feature's readers.
export { type Address, AddressReader } from './addresses/address.reader';
export { AddressResponse, toAddressResponse } from './addresses/address.response';
export { type SubmerchantHistory, TimelineReader } from './history/timeline.reader';
export {
  type LegalRepresentative,
  LegalRepresentativeReader,
} from './legal-representatives/legal-representative.reader';
export {
  LegalRepresentativeResponse,
  toLegalRepresentativeResponse,
} from './legal-representatives/legal-representative.response';
export { CASE_REASON_CODES, disclosedReason, DOCUMENT_REJECTION_CODES } from './rejection-reasons';
export { SUBMERCHANT_FIELDS } from './record/record.rules';
export { type RequirementCounts, RequirementsReader } from './ports/requirements.port';
export { SubmerchantWallets } from './ports/submerchant-wallets.port';
// The one writer is at the door because its drivers are other features: documents and review.
export {
  type BelongingRows,
  type Change,
  type ChangedSubmerchant,
  SubmerchantLifecycle,
} from './submerchant.lifecycle';
export {
  type Activity,
  type MccSource,
  type RejectionReason,
  type Submerchant,
  type SubmerchantKey,
  SubmerchantReader,
  type SubmerchantStanding,
} from './submerchant.reader';
export { submerchantErrors } from './submerchant.errors';
export { submerchantInvariants } from './submerchant.invariants';
export { assertEditable, type EditablePart, isEditable } from './locks/submerchant.locks';
export { RejectionReasonResponse, SubmerchantResponse } from './submerchant.response';
export { decidingActivity, MCC_MAP_VERSION, resolveCnae } from './mcc';
export {
  SUBMERCHANT_STATUSES,
  type SubmerchantStatus,
  submerchantTransitions,
  TRIGGERED_BY,
} from './submerchant.transitions';
export { SubmerchantsCoreModule } from './submerchants-core.module';
export { SubmerchantsModule } from './submerchants.module';
export { submerchantsFeature } from './submerchants.feature';
