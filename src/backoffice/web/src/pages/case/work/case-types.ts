import type { Schema } from '../../../api/types';

export type CaseDetails = Schema<'CaseDetailsResponse'>;
export type CaseDocument = Schema<'CaseDocumentResponse'>;
export type CaseStep = Schema<'CaseStepResponse'>;
export type ChecklistItem = Schema<'ChecklistItemResponse'>;
export type Obstacle = Schema<'ObstacleResponse'>;
export type SubmittedChange = Schema<'SubmittedChangeResponse'>;
export type Finding = Schema<'FindingResponse'>;
export type Partner = Schema<'LegalRepresentativeResponse'>;
export type Address = Schema<'AddressResponse'>;
export type GivenReason = Schema<'RejectionReasonResponse'>;
export type Revealed = Schema<'RevealedResponse'>;
export type SentReason = Schema<'ReasonBody'>;
export type DocumentReason = Schema<'RejectDocumentBody'>['code'];
