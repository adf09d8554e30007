export { BoundedLogger } from './bounded-logger';
export { LoggingModule } from './logging.module';
export { maskSensitive } from './mask';
export { ProcessLogger } from './process-logger';
