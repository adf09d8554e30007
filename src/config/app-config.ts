import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { KeyRing } from '../common/crypto';
import { readSecretFiles } from '../common/secret-files';
import { Environment } from './environment';

/** Requests per 60-second window and category (specification, Rate limits). */
export interface RateLimits {
  readonly transactions: number;
  readonly queries: number;
  readonly default: number;
}

/** When an endpoint is asked with one delivery at a time only (contract §7, Breaker). */
export interface CircuitBreaker {
  readonly failuresInRow: number;
  /** Before the first of them, before the second …; the last one counts from then on. */
  readonly waitsSeconds: readonly number[];
}

/** Which decisions two operators share (contract §8, Four eyes). */
export interface FourEyesConfig {
  readonly for: 'live' | 'all' | 'off';
  /** An approval with one of these category codes is one of them … */
  readonly mccs: ReadonlySet<string>;
  /** … and one of a monthly revenue above this. */
  readonly revenueCents: number;
}

/** Where spans of traces go; the names of the variables are OpenTelemetry's. */
export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: named after the process. */
  readonly serviceName: string | null;
  readonly share: number;
}

/** Load balancers ask every two to five seconds as a rule. Elsewhere nobody stands before the process. */
const PRODUCTION_DRAIN_SECONDS = 5;

/** The typed configuration: the only way any other file learns of the environment. */
export class AppConfig {
  readonly nodeEnv: 'development' | 'test' | 'production';
  readonly isProduction: boolean;
  readonly logLevel: string;
  readonly logFormat: 'json' | 'text';
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string;
    readonly trustedProxies: readonly string[];
    /** Whose pages may have the merchant's portal in a frame. */
    readonly portalFrameOrigins: readonly string[];
    readonly docs: boolean;
    /** How long a process that is to end says so at /health/ready before it takes no new connections. */
    readonly drainSeconds: number;
  };
  readonly worker: { readonly host: string; readonly port: number };
  readonly database: {
    readonly url: string;
    readonly poolSize: number;
    /** How long somebody waits for a connection, a new one or one of the pool. */
    readonly connectTimeoutMs: number;
    /** The role under which API and worker run, to which `db migrate` grants its rights; null when it is the owner. */
    readonly serviceRole: string | null;
  };
  readonly redis: { readonly url: string } | null;
  readonly queue: { readonly prefix: string };
  readonly rateLimits: RateLimits;
  readonly crypto: { readonly pepper: KeyRing; readonly encryption: KeyRing; readonly auditKey: Buffer };
  readonly postbacks: {
    readonly retryWaitsSeconds: readonly number[];
    readonly allowPrivateAddresses: boolean;
    readonly connectTimeoutMs: number;
    readonly totalTimeoutMs: number;
    readonly breaker: CircuitBreaker;
    /** For how long what came to its end stays in the delivery log. */
    readonly logDays: number;
  };
  readonly review: {
    /** After how long a case should be decided. */
    readonly dueHours: number;
    readonly fourEyes: FourEyesConfig;
  };
  readonly idempotency: { readonly ttlHours: number };
  readonly metricsToken: string | null;
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null;

  constructor(env: Environment) {
    this.nodeEnv = env.NODE_ENV;
    this.isProduction = env.NODE_ENV === 'production';
    this.logLevel = env.LOG_LEVEL;
    this.logFormat = env.LOG_FORMAT ?? (env.NODE_ENV === 'development' ? 'text' : 'json');
    this.http = {
      host: env.HOST,
      port: env.PORT,
      publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
      trustedProxies: env.TRUSTED_PROXIES?.split(',') ?? [],
      portalFrameOrigins: env.PORTAL_FRAME_ORIGINS?.split(',') ?? [],
      docs: env.DOCS === 'on',
      drainSeconds: env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? PRODUCTION_DRAIN_SECONDS : 0),
    };
    this.worker = { host: env.WORKER_HOST, port: env.WORKER_PORT };
    this.database = {
      url: env.DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      connectTimeoutMs: env.DATABASE_CONNECT_TIMEOUT_MS,
      serviceRole: env.DATABASE_SERVICE_ROLE ?? null,
    };
    this.redis = env.REDIS_URL === undefined ? null : { url: env.REDIS_URL };
    this.queue = { prefix: env.QUEUE_PREFIX };
    this.rateLimits = { transactions: 100, queries: 200, default: 100 };
    this.crypto = {
      pepper: KeyRing.parse(env.API_KEY_PEPPER),
      encryption: KeyRing.parse(env.ENCRYPTION_KEYS),
      auditKey: Buffer.from(env.AUDIT_KEY, 'base64'),
    };
    this.postbacks = {
      retryWaitsSeconds: env.POSTBACK_RETRY_WAITS.split(',').map(Number),
      allowPrivateAddresses: env.ALLOW_PRIVATE_ADDRESSES === 'true',
      connectTimeoutMs: env.POSTBACK_CONNECT_TIMEOUT_MS,
      totalTimeoutMs: env.POSTBACK_TIMEOUT_MS,
      breaker: circuitBreaker(env.POSTBACK_BREAKER),
      logDays: env.POSTBACK_LOG_DAYS,
    };
    this.review = {
      dueHours: env.REVIEW_DUE_HOURS,
      fourEyes: {
        for: env.FOUR_EYES,
        mccs: new Set(env.FOUR_EYES_MCCS === 'none' ? [] : env.FOUR_EYES_MCCS.split(',')),
        revenueCents: env.FOUR_EYES_REVENUE_CENTS,
      },
    };
    this.idempotency = { ttlHours: 24 };
    this.metricsToken = env.METRICS_TOKEN ?? null;
    this.tracing = tracingSettings(env);
  }
}

function circuitBreaker(text: string): CircuitBreaker {
  const [failuresInRow = 0, ...waitsSeconds] = text.split(',').map(Number);
  return { failuresInRow, waitsSeconds };
}

function tracingSettings(env: Environment): TracingSettings | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  const headers = (env.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name === '' ? [] : [[decodeURIComponent(name), decodeURIComponent(value.join('='))]];
  });
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers) as Record<string, string>,
    serviceName: env.OTEL_SERVICE_NAME ?? null,
    share: Number(env.OTEL_TRACES_SAMPLER_ARG),
  };
}

/** Thrown before anything starts; lists every fault of the environment at once, without repeating a value. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads and checks the environment. An empty variable counts as absent; a secret may be in a file (`NAME_FILE`). */
export function loadConfig(given: NodeJS.ProcessEnv): AppConfig {
  const { environment, faults: fileFaults } = readSecretFiles(given);
  const known: Record<string, string> = {};
  for (const name of ENV_NAMES) {
    const value = environment[name];
    if (value !== undefined && value !== '') known[name] = value;
  }
  const env = plainToInstance(Environment, known);
  const invalid = validateSync(env, { stopAtFirstError: true })
    // Of a secret whose file has a fault there is no value to complain about.
    .filter(({ property }) => !fileFaults.some((fault) => fault.startsWith(`${property}_FILE `)))
    .flatMap((fault) => Object.values(fault.constraints ?? {}));
  const faults = [...fileFaults, ...invalid, ...contradictions(env)];
  if (faults.length > 0) throw new ConfigError(faults);
  return new AppConfig(env);
}

/** What is valid by itself, and dangerous or without effect together in production. */
function contradictions(env: Environment): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const frames = env.PORTAL_FRAME_ORIGINS?.split(',') ?? [];
  const faults: [isSo: boolean, fault: string][] = [
    [
      env.ALLOW_PRIVATE_ADDRESSES === 'true',
      'ALLOW_PRIVATE_ADDRESSES must not be true with NODE_ENV=production: merchants could have the service call inside addresses',
    ],
    [
      frames.some((origin) => !origin.startsWith('https:')),
      'PORTAL_FRAME_ORIGINS takes https origins alone with NODE_ENV=production: what a page over http holds is not safe',
    ],
    [
      frames.length > 0 && env.PUBLIC_URL?.startsWith('https:') !== true,
      'PORTAL_FRAME_ORIGINS needs a PUBLIC_URL of https: browsers keep no cookie of a frame without it',
    ],
  ];
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []));
}

/** The names of all environment variables, in the order of the documentation. */
export const ENV_NAMES = [
  'NODE_ENV',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'PORTAL_FRAME_ORIGINS',
  'TRUSTED_PROXIES',
  'DOCS',
  'DRAIN_SECONDS',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'WORKER_HOST',
  'WORKER_PORT',
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_CONNECT_TIMEOUT_MS',
  'DATABASE_SERVICE_ROLE',
  'REDIS_URL',
  'QUEUE_PREFIX',
  'API_KEY_PEPPER',
  'ENCRYPTION_KEYS',
  'AUDIT_KEY',
  'ALLOW_PRIVATE_ADDRESSES',
  'POSTBACK_RETRY_WAITS',
  'POSTBACK_TIMEOUT_MS',
  'POSTBACK_CONNECT_TIMEOUT_MS',
  'POSTBACK_BREAKER',
  'POSTBACK_LOG_DAYS',
  'REVIEW_DUE_HOURS',
  'FOUR_EYES',
  'FOUR_EYES_MCCS',
  'FOUR_EYES_REVENUE_CENTS',
] as const satisfies readonly (keyof Environment)[];
