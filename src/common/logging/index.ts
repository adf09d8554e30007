export { BoundedLogger } from './bounded-logger';
export { LoggingModule, REQUEST_LINE } from './logging.module';
export { maskSensitive } from './mask';
export { ProcessLogger } from './process-logger';
export { logAnswer } from './request-line';
export { traceRequests } from './trace-requests';
