export { type Actor, BY_MERCHANT, BY_SYSTEM, byOperator } from './history/actor';
export { Address } from './addresses/address.entity';
export { AddressReader } from './addresses/address.reader';
export { AddressResponse, toAddressResponse } from './addresses/address.response';
export { TimelineReader } from './history/timeline.reader';
export { SubmerchantHistory } from './history/submerchant-history.entity';
export { LegalRepresentative } from './legal-representatives/legal-representative.entity';
export { LegalRepresentativeReader } from './legal-representatives/legal-representative.reader';
export {
  LegalRepresentativeResponse,
  toLegalRepresentativeResponse,
} from './legal-representatives/legal-representative.response';
export { disclosedReason } from './rejection-reasons';
export { type RequirementCounts, RequirementsReader } from './requirements.port';
export { type Change, SubmerchantLifecycle } from './submerchant.lifecycle';
export { SubmerchantReader } from './submerchant.reader';
export { type Activity, type MccSource, type RejectionReason, Submerchant } from './submerchant.entity';
export { submerchantErrors } from './submerchant.errors';
export { submerchantInvariants } from './submerchant.invariants';
export { assertEditable, type EditablePart, isEditable } from './locks/submerchant.locks';
export { ListSubmerchantsQuery } from './record/list-submerchants.query';
export { SubmerchantRepository, type SubmerchantStanding } from './submerchant.repository';
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
