import { Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from 'class-validator';
import { KeyRing, parseServerKey } from '../common/crypto';

const NODE_ENVS = ['development', 'test', 'production'] as const;
const LOG_FORMATS = ['json', 'text'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The waits before the ten attempts of a notification, in seconds (contract §7). */
const DEFAULT_RETRY_WAITS = '0,5,300,1800,7200,18000,36000,50400,72000,86400';

/**
 * Approvals that two operators share by default: categories whose card sales the schemes watch (medicines, tobacco,
 * gambling, games of skill, adult services, dating, file lockers, telemarketing, securities) or that sell money itself.
 */
const DEFAULT_HIGH_RISK_MCCS = '4816,4829,5122,5816,5912,5962,5966,5967,5993,6051,6211,7273,7801,7802,7995';

const whole = () =>
  Transform(({ value }) =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : (value as unknown),
  );

function IsKeyRing(): PropertyDecorator {
  return ValidateBy({
    name: 'isKeyRing',
    validator: {
      validate: (value: unknown) => describeRingFault(value) === null,
      defaultMessage: (args) => `$property: ${describeRingFault(args?.value) ?? 'is not a key ring'}`,
    },
  });
}

function IsServerKey(): PropertyDecorator {
  return ValidateBy({
    name: 'isServerKey',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && parseServerKey(value) !== null,
      defaultMessage: () => '$property needs exactly 32 random bytes, as base64',
    },
  });
}

function describeRingFault(value: unknown): string | null {
  if (typeof value !== 'string' || value === '')
    return 'is required: id:base64,… with 32 random bytes a key, newest first';
  try {
    KeyRing.parse(value);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'is not a key ring';
  }
}

/** Every environment variable of the service, with its default. `.env.example` explains each. */
export class Environment {
  @IsIn(NODE_ENVS)
  NODE_ENV: (typeof NODE_ENVS)[number] = 'development';

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  @IsOptional()
  @IsIn(LOG_FORMATS)
  LOG_FORMAT?: (typeof LOG_FORMATS)[number];

  @IsString()
  @MinLength(1)
  HOST = '127.0.0.1';

  @whole()
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT = 3000;

  @IsString()
  @MinLength(1)
  WORKER_HOST = '127.0.0.1';

  @whole()
  @IsInt()
  @Min(0)
  @Max(65_535)
  WORKER_PORT = 3001;

  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  PUBLIC_URL?: string;

  @IsOptional()
  @Matches(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?(,https?:\/\/[a-z0-9.-]+(:\d{1,5})?){0,49}$/, {
    message: '$property takes up to 50 origins such as https://loja.example, separated by commas',
  })
  PORTAL_FRAME_ORIGINS?: string;

  @IsUrl({
    protocols: ['postgres', 'postgresql'],
    require_protocol: true,
    require_tld: false,
    allow_underscores: true,
  })
  DATABASE_URL: string;

  @whole()
  @IsInt()
  @Min(2)
  @Max(200)
  DATABASE_POOL_SIZE = 10;

  @whole()
  @IsInt()
  @Min(100)
  @Max(120_000)
  DATABASE_CONNECT_TIMEOUT_MS = 5_000;

  @IsOptional()
  @IsString()
  @MaxLength(63)
  DATABASE_SERVICE_ROLE?: string;

  @IsOptional()
  @IsUrl({ protocols: ['redis', 'rediss'], require_protocol: true, require_tld: false })
  REDIS_URL?: string;

  @Matches(/^[A-Za-z0-9_-]{1,40}$/)
  QUEUE_PREFIX = 'repasse';

  @IsKeyRing()
  API_KEY_PEPPER: string;

  @IsKeyRing()
  ENCRYPTION_KEYS: string;

  @IsString({ message: '$property is required: 32 random bytes, as base64' })
  @IsServerKey()
  AUDIT_KEY: string;

  @IsOptional()
  @Matches(/^[0-9A-Fa-f.:/]+(,[0-9A-Fa-f.:/]+)*$/, {
    message: '$property takes addresses or CIDR blocks, separated by commas',
  })
  TRUSTED_PROXIES?: string;

  @IsIn(['true', 'false'])
  ALLOW_PRIVATE_ADDRESSES: 'true' | 'false' = 'false';

  @Matches(/^\d+(,\d+){0,19}$/, {
    message: '$property takes up to 20 whole numbers of seconds, separated by commas',
  })
  POSTBACK_RETRY_WAITS = DEFAULT_RETRY_WAITS;

  @whole()
  @IsInt()
  @Min(100)
  @Max(60_000)
  POSTBACK_TIMEOUT_MS = 15_000;

  @whole()
  @IsInt()
  @Min(100)
  @Max(60_000)
  POSTBACK_CONNECT_TIMEOUT_MS = 3_000;

  @Matches(/^[1-9]\d{0,3}(,\d{1,5}){1,10}$/, {
    message: '$property takes failures in a row, then the seconds of one to ten waits',
  })
  POSTBACK_BREAKER = '5,30,300,900';

  @whole()
  @IsInt()
  @Min(2)
  @Max(3_650)
  POSTBACK_LOG_DAYS = 90;

  @whole()
  @IsInt()
  @Min(1)
  @Max(8_760)
  REVIEW_DUE_HOURS = 48;

  @IsIn(['live', 'all', 'off'])
  FOUR_EYES: 'live' | 'all' | 'off' = 'live';

  @Matches(/^(none|\d{4}(,\d{4}){0,999})$/, {
    message: '$property takes category codes of 4 digits, separated by commas, or none',
  })
  FOUR_EYES_MCCS = DEFAULT_HIGH_RISK_MCCS;

  @whole()
  @IsInt()
  @Min(0)
  @Max(100_000_000_000_000)
  FOUR_EYES_REVENUE_CENTS = 40_000_000;

  @IsOptional()
  @IsString()
  @MinLength(16)
  @MaxLength(500)
  METRICS_TOKEN?: string;

  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @IsOptional()
  @Matches(/^[^=,\s]+=[^,\s]*(,[^=,\s]+=[^,\s]*)*$/, {
    message: '$property takes name=value, percent-encoded where needed, separated by commas',
  })
  OTEL_EXPORTER_OTLP_HEADERS?: string;

  @IsOptional()
  @Matches(/^[\w.-]{1,100}$/)
  OTEL_SERVICE_NAME?: string;

  @Matches(/^(0(\.\d{1,6})?|1(\.0)?)$/, { message: '$property takes a share from 0 to 1' })
  OTEL_TRACES_SAMPLER_ARG = '1';

  @whole()
  @IsInt()
  @Min(0)
  @Max(60)
  @IsOptional()
  DRAIN_SECONDS?: number;

  @IsIn(['on', 'off'])
  DOCS: 'on' | 'off' = 'on';
}
