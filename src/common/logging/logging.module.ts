import { type DynamicModule, Global, Module, RequestMethod } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LoggerModule, type Params } from 'nestjs-pino';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppConfig } from '../../config';
import { contextOf } from '../http';
import { maskSensitive } from './mask';
import { ProcessLogger } from './process-logger';
import { readableLine } from './readable-line';

/**
 * Lines on standard output: JSON, or for people with LOG_FORMAT=text. Of a request: its id, method, route pattern, names of parameters, status, duration
 * and who sent it; never values of parameters, bodies or credentials (contract §1, Logs).
 */
@Global()
@Module({})
export class LoggingModule {
  static for(process: 'api' | 'worker' | 'cli'): DynamicModule {
    return {
      module: LoggingModule,
      providers: [ProcessLogger],
      exports: [ProcessLogger],
      imports: [
        LoggerModule.forRootAsync({
          inject: [AppConfig],
          useFactory: (config: AppConfig) => options(process, config),
        }),
      ],
    };
  }
}

function options(process: string, config: AppConfig): Params {
  return {
    // Only the routes of the product are logged by request; the probes would drown them.
    exclude: [{ method: RequestMethod.GET, path: 'health/*path' }],
    assignResponse: false,
    pinoHttp: {
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
      genReqId: (request: IncomingMessage) => contextOf(request).requestId,
      quietReqLogger: true,
      customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
      serializers: { req: () => undefined, res: () => undefined, err: describeError },
      customSuccessObject: (request: IncomingMessage, response: ServerResponse, base: object) => ({
        ...base,
        ...describeRequest(request as Request, response as Response),
      }),
      customErrorObject: (
        request: IncomingMessage,
        response: ServerResponse,
        _error: Error,
        base: object,
      ) => ({
        ...base,
        ...describeRequest(request as Request, response as Response),
      }),
      customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
      customSuccessMessage: () => 'request',
      customErrorMessage: () => 'request failed',
    },
  };
}

function describeRequest(request: Request, response: Response): Record<string, unknown> {
  const route = request.route as { path?: unknown } | undefined;
  return {
    method: request.method,
    route: typeof route?.path === 'string' ? route.path : 'unknown',
    parameters: Object.keys(request.query),
    status: response.statusCode,
    caller: contextOf(request).caller?.subject ?? null,
  };
}

function describeError(error: unknown): Record<string, unknown> {
  return error instanceof Error
    ? { type: error.name, message: error.message, stack: error.stack }
    : { type: typeof error };
}
