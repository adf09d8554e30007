import { type DynamicModule, Global, Module } from '@nestjs/common';
import { LoggerModule, type Params } from 'nestjs-pino';
import { destination, type DestinationStream } from 'pino';
import { AppConfig } from '../../config';
import { maskSensitive } from './mask';
import { ProcessLogger } from './process-logger';
import { readableLine } from './readable-line';
import { requestLine } from './request-line';

/** What writes the line of each request, for `whenAnswered`. */
export const REQUEST_LINE = Symbol('request line');

/**
 * Lines on standard output: JSON, or for people with LOG_FORMAT=text. Of a request: its id, method, route pattern, names of parameters, status, duration
 * and who sent it; never values of parameters, bodies or credentials (contract §1, Logs).
 */
@Global()
@Module({})
export class LoggingModule {
  static for(process: 'api' | 'worker' | 'cli'): DynamicModule {
    const stream = destination(1);
    return {
      module: LoggingModule,
      providers: [
        ProcessLogger,
        {
          provide: REQUEST_LINE,
          inject: [AppConfig],
          useFactory: (config: AppConfig) => requestLine(process, config, stream),
        },
      ],
      exports: [ProcessLogger, REQUEST_LINE],
      imports: [
        LoggerModule.forRootAsync({
          inject: [AppConfig],
          useFactory: (config: AppConfig) => options(process, config, stream),
        }),
      ],
    };
  }
}

function options(process: string, config: AppConfig, stream: DestinationStream): Params {
  return {
    // The lines of requests are our own (decision 0029).
    forRoutes: [],
    pinoHttp: [
      {
        level: config.logLevel,
        base: { process },
        messageKey: 'message',
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
        // Last gate: whatever is logged, no card number, tax number or secret leaves the process.
        hooks: {
          streamWrite:
            config.logFormat === 'json' ? maskSensitive : (line) => readableLine(maskSensitive(line)),
        },
        serializers: { err: describeError },
      },
      stream,
    ],
  };
}

function describeError(error: unknown): Record<string, unknown> {
  return error instanceof Error
    ? { type: error.name, message: error.message, stack: error.stack }
    : { type: typeof error };
}
