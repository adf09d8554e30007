import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import {
  authFeature,
  ChangeLimitsUseCase,
  CreateMerchantUseCase,
  CreateOperatorUseCase,
  IssueOperatorKeyUseCase,
  type MerchantMode,
  type OperatorRole,
  type Scope,
} from '../../../src/auth';
import { runCommandLine } from '../../../src/cli/program';
import { CliModule } from '../../../src/cli.module';
import { SYSTEM_ACTOR } from '../../../src/common/audit';
import { loadConfig } from '../../../src/config';
import { walletsFeature } from '../../../src/wallets';
import type { Keys, JsonBody } from '../../support/client';
import { Server } from './server';

type Environment = Readonly<Record<string, string>>;

export interface BenchMerchant extends Keys {
  readonly id: string;
}

export interface BenchOperator extends Keys {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** Limits that no trial meets by accident. */
const PLENTY = { transactions: 1_000_000, queries: 1_000_000, default: 1_000_000 };

/** One database of the service and the processes over it. */
export class Installation {
  readonly apis: Server[] = [];
  readonly workers: Server[] = [];
  private readonly pool: Pool;
  private context: Promise<INestApplicationContext> | null = null;

  constructor(
    readonly databaseUrl: string,
    readonly environment: Environment,
  ) {
    this.pool = new Pool({ connectionString: databaseUrl, max: 4 });
    this.pool.on('error', () => undefined);
  }

  /** Starts so many processes at once and waits until they are ready. */
  async start(apis: number, workers: number, environment: Environment = {}): Promise<void> {
    const of = (kind: 'main' | 'worker', count: number) =>
      Promise.all(
        Array.from({ length: count }, () => Server.start(kind, { ...this.environment, ...environment })),
      );
    const [newApis, newWorkers] = await Promise.all([of('main', apis), of('worker', workers)]);
    this.apis.push(...newApis);
    this.workers.push(...newWorkers);
  }

  get servers(): readonly Server[] {
    return [...this.apis, ...this.workers];
  }

  /** The bench's own look at the data, past every proxy; repeated while the server is away. */
  async query<Found extends object>(sql: string, values: readonly unknown[] = []): Promise<Found[]> {
    const result = await this.pool.query<Found>(sql, [...values]);
    return result.rows;
  }

  async count(from: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values);
    return row?.count ?? 0;
  }

  async merchant(
    wanted: { mode?: MerchantMode; scopes?: Scope[]; limits?: Partial<typeof PLENTY> } = {},
  ): Promise<BenchMerchant> {
    const { mode = 'test', scopes, limits } = wanted;
    const context = await this.administration();
    const input = { name: 'Feira Livre', mode, scopes };
    const { merchant, pair } = await context.get(CreateMerchantUseCase).execute(input, SYSTEM_ACTOR);
    const inForce = { ...PLENTY, ...limits };
    await context.get(ChangeLimitsUseCase).execute(merchant.id, inForce, SYSTEM_ACTOR);
    return { id: merchant.id, publicKey: pair.publicKey, secretKey: pair.secretKey };
  }

  async operator(role: OperatorRole): Promise<BenchOperator> {
    const context = await this.administration();
    const email = `operator-${randomBytes(6).toString('hex')}@repasse.test`;
    const password = randomBytes(16).toString('hex');
    const input = { email, role, password };
    const { id } = await context.get(CreateOperatorUseCase).execute(input, SYSTEM_ACTOR);
    const keys = await context.get(IssueOperatorKeyUseCase).execute(email, 1, SYSTEM_ACTOR);
    return { id, email, password, publicKey: keys.publicKey, secretKey: keys.secretKey };
  }

  /** A command of the service's own command line, and its answer. */
  async command(...args: string[]): Promise<{ code: number; answer: JsonBody; notes: string }> {
    let text = '';
    let notes = '';
    const output = { answer: (part: string) => (text += part), note: (part: string) => (notes += part) };
    const environment = { ...this.environment, REDIS_URL: '' };
    const code = await runCommandLine([...args, '--json'], environment, output);
    return { code, answer: text === '' ? null : JSON.parse(text), notes };
  }

  /** The rules of the books that do not hold, a sentence each. */
  async brokenRules(): Promise<string[]> {
    const { code, answer, notes } = await this.command('db', 'invariants');
    if (answer === null) return [`db invariants ended with ${code}: ${notes}`];
    return answer.broken.map((one: JsonBody) => `${one.rule}: ${one.count}, ${JSON.stringify(one.rows[0])}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.end('SIGKILL')));
    await (await this.context?.catch(() => null))?.close().catch(() => undefined);
    await this.pool.end();
  }

  private administration(): Promise<INestApplicationContext> {
    this.context ??= this.boot();
    return this.context;
  }

  private async boot(): Promise<INestApplicationContext> {
    const config = loadConfig({ ...this.environment, REDIS_URL: '', LOG_LEVEL: 'silent' });
    const module = CliModule.with(config, [authFeature, walletsFeature]);
    return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  }
}
