export { SafeHttpError } from './safe-http.errors';
export { SafeHttpModule } from './safe-http.module';
export type { BodyCut, SafeHttpResponse } from './answer-reader';
export { SafeHttp } from './safe-http';
export { isResolvableName, type UrlRules } from './url-rules';
