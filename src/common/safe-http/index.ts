export { SafeHttpError } from './safe-http.errors';
export { SafeHttpModule } from './safe-http.module';
export { type BodyCut, SafeHttp, type SafeHttpResponse } from './safe-http';
export { isResolvableName, type UrlRules } from './url-rules';
