import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createApi } from '../../api';
import {
  ChangeLimitsUseCase,
  CreateMerchantUseCase,
  CreateOperatorUseCase,
  IssueOperatorKeyUseCase,
  type OperatorRole,
  RevokeApiKeyUseCase,
  RevokeOperatorKeyUseCase,
} from '../../auth';
import { Clock, HOUR_MS, iso } from '../../common';
import { SYSTEM_ACTOR } from '../../common/audit';
import { loadConfig } from '../../config';
import { DatabaseGate } from '../../database';
import { AddTermsUseCase } from '../../terms';
import { createWorker } from '../../worker-app';
import { WEEK_TERMS } from '../demo-terms';
import { Voice } from './voice';
import { WeekClockRepository } from './week-clock.repository';
import { PlayedWeekRepository } from './played-week.repository';

const MARKETPLACE = 'Feira da Vila';
/** More than the sellers of a week need, who all come within seconds. */
const QUERIES_A_MINUTE = 2_000;
const KEY_DAYS = 30;
const SETTLES_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** The operators of the week, and what they do at the desk. */
const COLLEAGUES = {
  marina: 'reviewer',
  rafael: 'reviewer',
  tereza: 'treasurer',
} as const satisfies Readonly<Record<string, OperatorRole>>;
export type Colleague = keyof typeof COLLEAGUES;

/** API and worker over the database of the play, the time that they believe it is, and who acts. */
export class Stage {
  private constructor(
    private readonly client: Client,
    private readonly clock: WeekClockRepository,
    private readonly api: NestExpressApplication,
    private readonly worker: NestExpressApplication,
    private readonly url: string,
    /** Where the marketplace's own files and receivers are. */
    readonly shopUrl: string,
  ) {
    this.week = new PlayedWeekRepository(client);
  }

  readonly week: PlayedWeekRepository;
  private readonly keys: (() => Promise<void>)[] = [];
  private readonly voices = new Map<Colleague, Voice>();
  private seller: Voice | null = null;
  private merchant = '';

  /** @param env of the service, with the play's own database */
  static async open(env: NodeJS.ProcessEnv, shopUrl: string, beforeNowMs: number): Promise<Stage> {
    const config = loadConfig({
      ...env,
      PORT: '0',
      WORKER_PORT: '0',
      LOG_LEVEL: 'error',
      REDIS_URL: undefined,
      // One of the cases waits for a second operator, whatever this machine's own setting is.
      FOUR_EYES: 'all',
    });
    const client = new Client({ connectionString: config.database.url });
    await client.connect();
    const clock = new WeekClockRepository(client);
    await clock.install();
    await clock.moveTo(beforeNowMs);
    const api = await createApi(config);
    await api.listen(0, '127.0.0.1');
    const worker = await createWorker(config);
    for (const app of [api, worker]) clock.control(app.get(Clock));
    await worker.init();
    await worker.get(DatabaseGate).opened();
    return new Stage(client, clock, api, worker, await api.getUrl(), shopUrl);
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.api.close();
    await this.client.end();
  }

  /** The marketplace and the operators come in. */
  async enter(): Promise<void> {
    const { merchant, pair } = await this.api
      .get(CreateMerchantUseCase)
      .execute({ name: MARKETPLACE, mode: 'test' }, SYSTEM_ACTOR);
    await this.api.get(ChangeLimitsUseCase).execute(merchant.id, { queries: QUERIES_A_MINUTE }, SYSTEM_ACTOR);
    await this.api.get(AddTermsUseCase).execute({ merchant_id: merchant.id, ...WEEK_TERMS }, SYSTEM_ACTOR);
    this.keys.push(() => this.api.get(RevokeApiKeyUseCase).execute(pair.publicKey, SYSTEM_ACTOR));
    this.merchant = merchant.id;
    this.seller = Voice.of(this.url, pair);
    for (const name of Object.keys(COLLEAGUES) as Colleague[]) await this.enterOperator(name);
  }

  /** Nobody knows the keys of the play: they end with it. */
  async leave(): Promise<void> {
    for (const revoke of this.keys) await revoke();
  }

  get merchantId(): string {
    return this.merchant;
  }

  get marketplace(): Voice {
    if (this.seller === null) throw new Error('nobody has entered');
    return this.seller;
  }

  operator(name: Colleague): Voice {
    const voice = this.voices.get(name);
    if (voice === undefined) throw new Error(`${name} has not entered`);
    return voice;
  }

  /** A moment so many hours before the present, as the API takes it. */
  moment(hoursAgo: number): string {
    return iso(new Date(performance.timeOrigin + performance.now() - hoursAgo * HOUR_MS));
  }

  /** Lets what was done take its course, then makes it so many hours before the present. */
  async moveTo(hoursAgo: number): Promise<void> {
    await this.settled();
    await this.clock.moveTo(hoursAgo * HOUR_MS);
  }

  async settled(): Promise<void> {
    await this.until('everything is handed on', () => this.week.isSettled());
  }

  /** Waits for what the worker does. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    for (const endMs = performance.now() + SETTLES_WITHIN_MS; !(await holds());) {
      if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** An operator whose password only its holder knows: here, nobody any more. */
  private async enterOperator(name: Colleague): Promise<void> {
    const email = `${name}@demo.example`;
    const role = COLLEAGUES[name];
    const [password, own] = [newPassword(), newPassword()];
    await this.api.get(CreateOperatorUseCase).execute({ email, role, password }, SYSTEM_ACTOR);
    const cookie = await new Voice(this.url, {}).cookie('/v1/review/session', { email, password });
    await new Voice(this.url, { cookie }).post('/v1/review/session/password', {
      password,
      new_password: own,
    });
    const pair = await this.api.get(IssueOperatorKeyUseCase).execute(email, KEY_DAYS, SYSTEM_ACTOR);
    this.keys.push(() => this.api.get(RevokeOperatorKeyUseCase).execute(pair.publicKey, SYSTEM_ACTOR));
    this.voices.set(name, Voice.of(this.url, pair));
  }
}

function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
