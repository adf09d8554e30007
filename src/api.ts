import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { ApiModule } from './api.module';
import {
  authenticate,
  AuthenticateUseCase,
  PORTAL_PATH,
  PortalCookieService,
  SessionCookieService,
} from './auth';
import { PAGES_PATH, servePages, servePortal } from './backoffice';
import { Clock, IdGenerator } from './common';
import { HealthChecks } from './common/health';
import {
  answerUnreadableRequests,
  ApiAdapter,
  boundConnections,
  findClientAddress,
  jsonBody,
  refuseOddRequests,
  requestId,
  routePattern,
  standingHeaders,
  whenAnswered,
  type WhenAnswered,
} from './common/http';
import { logAnswer, ProcessLogger, REQUEST_LINE, traceRequests } from './common/logging';
import { Metrics } from './common/metrics';
import { countRequests, RateLimiter } from './common/rate-limit';
import { Tracing } from './common/tracing';
import type { AppConfig } from './config';
import { isUploadPath } from './documents';
import { frontDoor } from './front-door';
import { createDocuments, serveDocumentation } from './openapi';
import { EventTypeReader, type JsonSchema } from './postbacks';
import { logRequests, RequestLogService } from './requests';

/** Longer than load balancers keep an idle connection (60 s as a rule): the one who closes first must not be the server. */
const KEEP_ALIVE_MS = 75_000;

/**
 * The whole API as one application, not yet listening (decision 0002). The order of the middleware is the way of a request:
 * id → credentials read and verified → counted → body parsed → guards → validation → handler → error filter.
 *
 * @param drainMs how long, when it closes, connections that are kept alive may bring one more request
 */
export async function createApi(config: AppConfig, drainMs = 0): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    ApiModule.with(config),
    new ApiAdapter(drainMs),
    {
      bodyParser: false,
      bufferLogs: true,
      // What fails at the start is thrown to the caller, who says it and ends the process.
      abortOnError: false,
    },
  );
  app.useLogger(app.get(ProcessLogger));
  const express = app.getHttpAdapter().getInstance();
  express.disable('x-powered-by');
  express.disable('etag');
  // Repeated parameters stay visible as arrays, and `a[b]` is a plain unknown name.
  express.set('query parser', 'simple');
  // Redis carries queues and counters. The API needs neither to do its work: it tells, and stays ready.
  const limiter = app.get(RateLimiter);
  const health = app.get(HealthChecks);
  health.register({ name: 'queue', required: false, check: () => limiter.check() });
  health.register({ name: 'queue_settings', required: false, check: () => limiter.checkSettings() });
  // Also with DOCS=off: the kinds of events are described by the schemas of their resources.
  app.get(EventTypeReader).takeSchemasFrom(() => documentedSchemas(app, config));
  app.use(requestId);
  app.use(findClientAddress(config.http.trustedProxies));
  app.use(
    whenAnswered(
      timeRequests(app.get(Metrics)),
      app.get<WhenAnswered>(REQUEST_LINE),
      logRequests(app.get(RequestLogService), app.get(IdGenerator), app.get(Clock)),
    ),
  );
  app.use(
    standingHeaders(helmet({ contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } } })),
  );
  app.use(PAGES_PATH, servePages());
  app.use(PORTAL_PATH, servePortal(config.http.portalFrameOrigins));
  app.use(
    authenticate(app.get(AuthenticateUseCase), app.get(SessionCookieService), app.get(PortalCookieService)),
  );
  app.use(countRequests(limiter));
  app.use(refuseOddRequests);
  app.use(jsonBody((path) => isUploadPath(path)));
  express.get('/', frontDoor(config.http));
  if (config.http.docs) serveDocumentation(app, config);
  app.use(logAnswer);
  const tracing = app.get(Tracing);
  if (tracing.isOn) app.use(traceRequests(tracing));
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  boundConnections(server);
  answerUnreadableRequests(server);
  return app;
}

function timeRequests(metrics: Metrics): WhenAnswered {
  return (request, response, { beganMs }) => {
    if (!response.writableFinished) return;
    const labels = { method: request.method, route: routePattern(request), status: response.statusCode };
    metrics.timeRequest(labels, (performance.now() - beganMs) / 1_000);
  };
}

function documentedSchemas(app: NestExpressApplication, config: AppConfig): Record<string, JsonSchema> {
  return (createDocuments(app, config).openapi.components?.schemas ?? {}) as Record<string, JsonSchema>;
}
