import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createApi } from '../../src/api';
import {
  ChangeLimitsUseCase,
  CreateMerchantUseCase,
  CreateOperatorUseCase,
  IssueOperatorKeyUseCase,
  type MerchantMode,
  type OperatorRole,
  type Scope,
  SessionCookieService,
} from '../../src/auth';
import { SessionService } from '../../src/auth/sessions/session.service';
import { SYSTEM_ACTOR } from '../../src/common/audit';
import { TaskScheduler } from '../../src/common/queue';
import { type AppConfig, loadConfig } from '../../src/config';
import { DatabaseGate, TxRunner } from '../../src/database';
import { createWorker } from '../../src/worker-app';
import { Client } from './client';
import { SessionClient } from './session-client';
import { workerDatabaseUrl, workerRedis } from './database';
import { TimeMachine } from './time-machine';

/** One for all services that a spec file starts: they write to the same audit log. */
const AUDIT_KEY = randomBytes(32).toString('base64');

/** Of the service that this spec file started first: later ones may have wrong keys on purpose. */
let firstEnvironment: Readonly<Record<string, string>> | null = null;

/** The same service with nothing between it and its database: what is there is read with its keys. */
export async function firstStarted(): Promise<AppConfig | null> {
  if (firstEnvironment === null) return null;
  const { REDIS_URL: _redis, QUEUE_PREFIX: _prefix, ...environment } = firstEnvironment;
  return loadConfig({ ...environment, DATABASE_URL: await workerDatabaseUrl() });
}

/** Limits that no test meets by accident. */
const PLENTY = { transactions: 1_000_000, queries: 1_000_000, default: 1_000_000 };

export interface TestMerchant {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly client: Client;
}

export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** With the operator's key pair. */
  readonly client: Client;
  /** A client with a new session's cookie, as the pages have it; not counted by the log-in's rate limit. */
  logIn(): Promise<SessionClient>;
}

/** The service as this spec file runs it: the API over HTTP on a port of its own, and its worker when asked for. */
export interface TestService {
  readonly url: string;
  readonly config: AppConfig;
  /** The environment that a process of the same service needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly api: INestApplication;
  /** The worker's side, when it runs in this process. */
  readonly worker: INestApplication | null;
  readonly dataSource: DataSource;
  /** Without credentials. */
  readonly anonymous: Client;
  merchant(options?: MerchantOptions): Promise<TestMerchant>;
  /** Who has chosen the password, unless the test is about one who has not. */
  operator(options?: { role?: OperatorRole; ownPassword?: boolean }): Promise<TestOperator>;
  stop(): Promise<void>;
}

export interface MerchantOptions {
  readonly mode?: MerchantMode;
  readonly name?: string;
  readonly scopes?: Scope[];
  /** Nobody is limited unless the test is about limits. */
  readonly limits?: 'default';
}

export interface ServiceOptions {
  /** Runs the worker's work in this process too. */
  readonly worker?: boolean;
  /** Of the API, when it must be known beforehand; else any free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the service on this Jest worker's own database (and Redis, with E2E_BACKEND=redis). */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const redis = workerRedis();
  const environment: Record<string, string> = {
    NODE_ENV: 'test',
    // Where nobody watches, an unexpected failure has to tell its cause by itself.
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? (process.env['CI'] === undefined ? 'silent' : 'error'),
    PORT: '0',
    WORKER_PORT: '0',
    PUBLIC_URL: 'http://repasse.test',
    DATABASE_URL: await workerDatabaseUrl(),
    DATABASE_POOL_SIZE: '10',
    // Tests stand a machine that does other things too.
    DATABASE_CONNECT_TIMEOUT_MS: '30000',
    API_KEY_PEPPER: `t1:${randomBytes(32).toString('base64')}`,
    ENCRYPTION_KEYS: `t1:${randomBytes(32).toString('base64')}`,
    AUDIT_KEY,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    ...(redis === null ? {} : { REDIS_URL: redis.url, QUEUE_PREFIX: redis.prefix }),
    ...options.env,
  };
  const config = loadConfig(environment);
  firstEnvironment ??= environment;
  const api = await createApi(config);
  TimeMachine.control(api);
  await api.listen(options.port ?? 0, '127.0.0.1');
  const url = (await api.getUrl()).replace('[::1]', '127.0.0.1');
  const worker = options.worker === true ? await startWorker(config) : null;
  const dataSource = api.get(DataSource);

  return {
    url,
    config,
    environment,
    api,
    worker,
    dataSource,
    anonymous: new Client(url),
    merchant: (wanted = {}) => makeMerchant(api, url, wanted),
    operator: (wanted = {}) => makeOperator(api, url, { role: 'reviewer', ownPassword: true, ...wanted }),
    stop: async () => {
      await worker?.close();
      await api.close();
    },
  };
}

/** A worker beside that of the service, connected, whose tasks a spec runs when it wants: its own schedule never begins. */
export async function startTasks(config: AppConfig): Promise<INestApplicationContext> {
  const worker = await createWorker(config);
  TimeMachine.control(worker);
  worker.get(TaskScheduler).onModuleDestroy();
  await worker.init();
  await worker.get(DatabaseGate).opened();
  return worker;
}

/** The worker in this process, its work begun. */
export async function startWorker(config: AppConfig): Promise<INestApplication> {
  const worker = await createWorker(config);
  TimeMachine.control(worker);
  await worker.init();
  await worker.get(DatabaseGate).opened();
  return worker;
}

async function makeMerchant(
  api: INestApplication,
  url: string,
  wanted: MerchantOptions,
): Promise<TestMerchant> {
  const { name = 'Feira Livre', mode = 'test', scopes } = wanted;
  const creation = api.get(CreateMerchantUseCase);
  const { merchant, pair } = await creation.execute({ name, mode, scopes }, SYSTEM_ACTOR);
  if (wanted.limits !== 'default')
    await api.get(ChangeLimitsUseCase).execute(merchant.id, PLENTY, SYSTEM_ACTOR);
  const { publicKey, secretKey } = pair;
  return { id: merchant.id, publicKey, secretKey, client: new Client(url, pair) };
}

async function makeOperator(
  api: INestApplication,
  url: string,
  { role, ownPassword }: { role: OperatorRole; ownPassword: boolean },
): Promise<TestOperator> {
  const email = `operator-${randomBytes(6).toString('hex')}@repasse.test`;
  const password = randomBytes(16).toString('hex');
  const input = { email, role, password };
  const operator = await api.get(CreateOperatorUseCase).execute(input, SYSTEM_ACTOR);
  // As a change of password leaves it, without two more hashes for every operator of every test.
  if (ownPassword)
    await api
      .get(DataSource)
      .query('UPDATE operators SET password_set_at = created_at WHERE id = $1', [operator.id]);
  const keys = await api.get(IssueOperatorKeyUseCase).execute(email, 1, SYSTEM_ACTOR);
  const { publicKey, secretKey } = keys;
  const logIn = async () => new SessionClient(url, await startSession(api, operator.id));
  return { id: operator.id, email, password, publicKey, secretKey, client: new Client(url, keys), logIn };
}

async function startSession(api: INestApplication, operatorId: string): Promise<string> {
  const token = await api.get(TxRunner).run((tx) => api.get(SessionService).start(tx, operatorId));
  return api.get(SessionCookieService).set(token).split(';')[0] ?? '';
}
