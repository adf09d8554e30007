export { ApiAdapter } from './api.adapter';
export { ApiErrors, ApiListReply, ApiNoContent, ApiReply, describeErrors } from './api-docs';
export { jsonBody } from './body';
export { DryRun, DryRunQuery, isDryRun } from './dry-run';
export { ErrorFilter, statusOf } from './error.filter';
export { ForeignOriginGuard } from './foreign-origin.guard';
export { HttpModule } from './http.module';
export { Idempotency } from './idempotency';
export { IdempotencyKey, type IdempotencyRequest } from './idempotency-key';
export { assertVersion, IfMatch } from './if-match';
export { ListQuery, PageQuery, SearchFilter, StatusFilter } from './list-query';
export { type ListSpec, type Page, paginate } from './page';
export { accepted, created, list, noContent, ok, type Pagination, Reply } from './reply';
export {
  type Caller,
  contextOf,
  type RateLimitDecision,
  rateLimitExceeded,
  type RequestContext,
} from './request-context';
export { requestId } from './request-id';
export { RouteId } from './route-id';
export { StrictInputGuard } from './strict-input.guard';
export { answerUnreadableRequests } from './unreadable-request';
export { InputPipe, PatchBody } from './validation.pipe';
export { PurgeIdempotencyKeysTask } from './purge-idempotency-keys.task';
