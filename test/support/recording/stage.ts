import { Client as Database } from 'pg';
import { Clock } from '../../../src/common';
import type { Recording } from '../../../src/openapi/recorded';
import { ProviderTimeoutService } from '../../../src/providers';
import { ReconcileDayUseCase } from '../../../src/reconciliation/desk/reconcile-day.use-case';
import { WeekClockRepository } from '../../../src/embedded/demo-week/week-clock.repository';
import { Shop } from '../../../src/embedded/demo-week/shop';
import type { SandboxCall } from '../../../src/providers/sandbox/sandbox-fault.repository';
import { Client, type JsonBody, type Keys } from '../client';
import { workerDatabaseUrl } from '../database';
import { eventually } from '../eventually';
import { anyAddress, BEHIND_PROXY, from } from '../log-ins';
import { expectedSignature, type Receiver, receiver } from '../receiver';
import { spoil, runNow } from '../sandbox';
import { startService, type TestMerchant, type TestOperator, type TestService } from '../service';
import { cookieOf, SessionClient } from '../session-client';
import { nothingUnderway } from '../underway';
import { Actor } from './actor';
import { Recorder } from './recorder';
import { stable } from './stable';

/** A Tuesday, on which banks work and nothing is special. */
export const DAY = '2026-03-10';
/** Below it the marketplace takes nothing any more. */
export const GONE_PATH = '/old';
const BEGINS = '11:55';
const STUCK_AFTER_MS = 40_000;
/** Nothing else is asked of the provider meanwhile. */
const UNANSWERED_MS = 500;
const MARKETPLACE = 'Feira da Vila';
const ADMINISTRATOR = 'helena@repasse.example';
/** Of every operator of the day. */
const PASSWORD = 'ponte-farol-3917-lilás';

/** A service that believes it is that day, a marketplace with files and a receiver, and those at the desk. */
export class Stage {
  readonly recorder = new Recorder();
  readonly password = PASSWORD;
  /** What was set up before it begins belongs to it too. */
  private readonly scenes = [
    { beganMs: Date.now() - 60_000, playedAt: new Date(`${DAY}T${BEGINS}:00.000Z`) },
  ];

  private constructor(
    readonly service: TestService,
    readonly hooks: Receiver,
    private readonly files: Shop,
    readonly filesUrl: string,
    private readonly clock: WeekClockRepository,
    private readonly database: Database,
    readonly merchant: TestMerchant,
    private readonly administrator: TestOperator,
  ) {}

  static async open(): Promise<Stage> {
    const database = new Database({ connectionString: await workerDatabaseUrl() });
    await database.connect();
    const clock = new WeekClockRepository(database);
    await clock.install();
    await clock.moveTo(before(BEGINS));
    const env = { ...BEHIND_PROXY, PUBLIC_URL: 'https://repasse.example', FOUR_EYES: 'all' };
    const service = await startService({ worker: true, env });
    for (const app of [service.api, service.worker]) if (app !== null) clock.control(app.get(Clock));
    const files = new Shop();
    const filesUrl = `http://127.0.0.1:${await files.open(0)}`;
    const merchant = await service.merchant({ name: MARKETPLACE });
    const administrator = await service.operator({ role: 'admin' });
    const hooks = await receiver(({ path }) => (path.endsWith(GONE_PATH) ? 410 : 200));
    return new Stage(service, hooks, files, filesUrl, clock, database, merchant, administrator);
  }

  async close(): Promise<void> {
    await this.hooks.close();
    this.files.close();
    await this.service.stop();
    await this.database.end();
  }

  /** The marketplace's back end. */
  get shop(): Actor {
    return new Actor(this.recorder, this.merchant.client);
  }

  get nobody(): Actor {
    return new Actor(this.recorder, this.service.anonymous);
  }

  /** Whoever has these keys. */
  withKeys(keys: Keys): Actor {
    return new Actor(this.recorder, new Client(this.service.url, keys));
  }

  /** Who runs the platform, logged in. */
  async helena(): Promise<Actor> {
    return new Actor(this.recorder, await this.administrator.logIn());
  }

  /** Logs in as the page does. */
  async logIn(path: string, body: object): Promise<Actor> {
    const answer = await this.nobody.send('POST', path, body, from(anyAddress()));
    if (answer.status !== 200) throw new Error(`no log-in: ${answer.text}`);
    return new Actor(this.recorder, new SessionClient(this.service.url, cookieOf(answer)));
  }

  /** Who was made an operator, and has a password that nobody else knows. */
  async operator(by: Actor, email: string, role: string): Promise<Actor> {
    const { password } = await by.post('/v1/review/operators', { email, role });
    const first = await this.logIn('/v1/review/session', { email, password });
    await first.post('/v1/review/session/password', { password, new_password: PASSWORD });
    return this.logIn('/v1/review/session', { email, password: PASSWORD });
  }

  /** It becomes this time of the day, in UTC, once what was done has taken its course. */
  async at(time: string): Promise<void> {
    await nothingUnderway(this.service);
    this.scenes.push({ beganMs: Date.now(), playedAt: new Date(`${DAY}T${time}:00.000Z`) });
    await this.clock.moveTo(before(time));
  }

  now(): Date {
    return this.clock.now();
  }

  settled(): Promise<void> {
    return nothingUnderway(this.service);
  }

  /** Reads until it is as wanted. */
  until(actor: Actor, path: string, holds: (data: JsonBody) => boolean): Promise<JsonBody> {
    return eventually(async () => {
      const data = await actor.get(path);
      if (!holds(data)) throw new Error(`${path} is ${JSON.stringify(data)}`);
      return data;
    }, STUCK_AFTER_MS);
  }

  /** The provider does not answer to what is posted, which is one call of this kind; then it is asked again. */
  async unanswered(call: SandboxCall, path: string, body?: object): Promise<void> {
    const timeout = this.service.api.get(ProviderTimeoutService, { strict: false });
    const replaced = jest.replaceProperty(timeout, 'timeoutMs', UNANSWERED_MS);
    try {
      await spoil(this.service, call, 'silent');
      await this.shop.post(path, body);
    } finally {
      replaced.restore();
    }
    await runNow(this.service);
    await this.settled();
  }

  /** Of this day a request reads one part of a report only, as of a large one. */
  async readingOn(by: Actor, date: string): Promise<void> {
    const reconcile = this.service.api.get(ReconcileDayUseCase, { strict: false });
    const replaced = jest.replaceProperty(reconcile, 'readsMs', 0);
    try {
      await by.post('/v1/review/reconciliations', { provider: 'sandbox', date });
    } finally {
      replaced.restore();
    }
  }

  /** What was shown so far, with nothing of this run in it. */
  recording(): Recording {
    const ofThisRun = [
      [this.hooks.url, 'https://feira.example/webhooks/repasse'],
      [this.filesUrl, 'https://arquivos.feira.example'],
      [this.administrator.email, ADMINISTRATOR],
    ] as const;
    const recording = stable(this.recorder.recording, ofThisRun, (moment) => this.present(moment));
    const verified = recording.operations['Verification.verify']?.requests['example'] as Verified;
    verified.signature = expectedSignature(verified.secret, verified.body);
    return recording;
  }

  /** The books tell the database's own time: what was then in the played day. */
  private present(moment: Date): Date {
    const scene = this.scenes.findLast(({ beganMs }) => beganMs <= moment.getTime());
    const isOfRun = scene !== undefined && moment.getTime() <= Date.now();
    return isOfRun ? scene.playedAt : moment;
  }
}

interface Verified {
  readonly secret: string;
  readonly body: string;
  signature: string;
}

/** How many milliseconds that time of the day is ago. */
const before = (time: string): number => Date.now() - Date.parse(`${DAY}T${time}:00.000Z`);
