export { ApiAdapter } from './server/api.adapter';
export { ApiErrors, ApiListReply, ApiNoContent, ApiReply, takeErrors } from './api-docs';
export { ApiVariantField, type Variant, type Variants, variantsOf } from './api-variants';
export { countedNetwork, findClientAddress } from './client-address';
export { DryRun, DryRunQuery } from './dry-run';
export { isDryRun } from './is-dry-run';
export { ErrorFilter, statusOf } from './error.filter';
export { BulkheadGuard } from './bulkhead.guard';
export { ForeignOriginGuard } from './foreign-origin.guard';
export { HttpModule } from './http.module';
export { assertVersion, IfMatch, isStale } from './if-match';
export {
  accepted,
  created,
  list,
  noContent,
  ok,
  type Pagination,
  type PendingThing,
  ReplayedReply,
  Reply,
} from './reply';
export {
  type Caller,
  contextOf,
  type RateLimitDecision,
  rateLimitExceeded,
  type RequestContext,
} from './request-context';
export { requestId } from './request-id';
export { RouteId } from './route-id';
export { standingHeaders } from './server/standing-headers';
export { routePattern, whenAnswered, type WhenAnswered } from './server/when-answered';
export { answerUnreadableRequests, boundConnections, refuseOddRequests } from './server/unreadable-request';
export { CLAIM_PARAMETERS, type ClaimParameters, unrepeated } from './idempotency/claim-keys';
export { KeyedCreations } from './idempotency/keyed-creations';
export { type Keyed, KeyedGroups, type KeyedWrite } from './idempotency/keyed-groups';
export { type AnswerAnew, Idempotency } from './idempotency/idempotency';
export { PendingKeysModule, type PendingKind } from './idempotency/pending-keys.module';
export { assertKeySent, IdempotencyKey, type IdempotencyRequest } from './idempotency/idempotency-key';
export { PurgeIdempotencyKeysTask } from './idempotency/purge-idempotency-keys.task';
export { jsonBody } from './input/body';
export { WithCrossFieldRules } from './input/cross-field-rules';
export { StrictInputGuard } from './input/strict-input.guard';
export { InputPipe, PatchBody } from './input/validation.pipe';
export { ListQuery, PageQuery, SearchFilter, StatusFilter } from './lists/list-query';
export { readCursor, writeCursor } from './lists/cursor';
export { assertConsistent, type ListSpec, type Page, pageOf, paginate } from './lists/page';
export type { Hits, HitsWanted, HitsWithRecords, ListSort } from './lists/hits';
export type { SearchedIn } from './lists/search';
export { type CountedQuestion, CountedRows, ofPage, ownOf } from './lists/counted-rows';
export { SettledSearches } from './lists/settled-search';
