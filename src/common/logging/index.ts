export { BoundedLogger } from './bounded-logger';
export { inRequest } from './in-request';
export { LoggingModule, REQUEST_LINE } from './logging.module';
export { maskSensitive } from './mask';
export { ProcessLogger } from './process-logger';
export { traceRequests } from './trace-requests';
