import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { errorMessage } from '../common/text';
import { demoKeysWork } from './demo-keys';
import { DemoWeek } from './demo-week/demo-week';
import { FileLock } from './file-lock';
import { type LocalEnvironment, openLocalEnvironment } from './local-environment';
import { freePort, isFree } from './ports';
import { type EmbeddedPostgres, ServerWatch } from './postgres';
import { PreparedMark } from './prepared-mark';
import { Screen } from './screen';
import { type Program, Supervisor } from './supervisor';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 3000;

/** A reason that a person can act on: printed without a stack. */
class CannotStart extends Error {}

const screen = new Screen(process.stdout, process.stderr);
const say = (sentence: string): void => screen.say(sentence);
/** What ends it comes below everything. */
const sayLast = (sentence: string): void => {
  screen.letGo();
  say(sentence);
};

/** `npm start`: the whole service from one command (contract §10). Stays until it is told to stop. */
class Start {
  private local: LocalEnvironment | null = null;
  private supervisor: Supervisor | null = null;
  private watch: ServerWatch | null = null;
  private week: DemoWeek | null = null;
  private readonly lock = new FileLock(join(resolve(process.env['DATA_DIR'] ?? '.data'), 'start.lock'));
  private stopping: Promise<void> | null = null;

  async run(): Promise<void> {
    const holder = this.lock.tryAcquire();
    if (holder !== null) {
      throw new CannotStart(
        `The service of this data directory runs already (process ${holder}). ` +
          'Stop it first, or start another one with its own DATA_DIR and PORT.',
      );
    }
    const weekIsWanted = wantsWeek();
    const host = process.env['HOST'] || DEFAULT_HOST;
    const ports = await choosePorts(host);
    const local = await openLocalEnvironment(process.env, say);
    this.local = local;
    const env: NodeJS.ProcessEnv = {
      ...local.env,
      HOST: host,
      PORT: String(ports.api),
      WORKER_PORT: String(ports.worker),
      PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${ports.api}`,
    };
    const demo = wantsDemo(local);
    const mark = preparedMark(local, env, demo);
    const prepareAll = async (): Promise<void> => {
      say('Preparing the database: migrations, and demo data where they are wanted (usually 5 s) …');
      await prepare({ ...env, REPASSE_DEMO_DIR: demo ? local.dataDir : '' });
      mark?.write();
    };
    const isPrepared = mark?.holds() ?? false;
    if (!isPrepared) await prepareAll();
    const { postgres } = local;
    if (demo && postgres !== null && weekIsWanted) {
      this.week = new DemoWeek(postgres.dataDirectory, env, screen);
      await this.week.decide(postgres.url);
    }
    this.supervisor = new Supervisor(env, screen, (reason) => void this.giveUp(reason));
    if (postgres !== null) this.watchOver(postgres, env);
    say('Starting API and worker (usually 5 s) …');
    await this.supervisor.start(programs(host, env['WORKER_HOST'] || DEFAULT_HOST, ports));
    // A mark knows nothing of keys that were revoked since, or of a demo.json that was changed.
    if (isPrepared && demo && !(await demoKeysWork(local.dataDir, `http://${reachable(host)}:${ports.api}`)))
      await prepareAll();
    announce(local, env, demo, this.week?.isComing ?? false);
    // The servers are there already: nobody waits for a week of cases.
    this.week?.start().catch((error: unknown) => say(`The demo week: ${errorMessage(error)}`));
  }

  private watchOver(postgres: EmbeddedPostgres, env: NodeJS.ProcessEnv): void {
    this.watch = new ServerWatch(postgres, {
      say,
      onUrlChange: () => {
        env['DATABASE_URL'] = postgres.url;
        this.restart();
      },
      onGivenUp: (reason) => void this.giveUp(reason),
    });
    this.watch.start();
  }

  /** Servers first, so that they can finish what they do; then the database. */
  stop(): Promise<void> {
    this.stopping ??= (async () => {
      const watching = this.watch?.stop();
      await this.week?.stop();
      await this.supervisor?.stop();
      await watching;
      await this.local?.close();
      this.lock.release();
    })();
    return this.stopping;
  }

  /** API and worker anew, on the same database: what they were compiled from has changed. */
  restart(): void {
    this.supervisor?.restart();
  }

  get isStopping(): boolean {
    return this.stopping !== null;
  }

  async giveUp(reason: string): Promise<void> {
    sayLast(reason);
    await this.stop();
    process.exit(1);
  }
}

async function choosePorts(host: string): Promise<{ api: number; worker: number }> {
  const api = portOf('PORT') ?? DEFAULT_PORT;
  if (api !== 0 && !(await isFree(api, host))) {
    throw new CannotStart(
      `Port ${api} on ${host} is in use by another program. Choose another one: PORT=3100 npm start`,
    );
  }
  const chosenApi = api === 0 ? await freePort() : api;
  const wanted = portOf('WORKER_PORT');
  const workerHost = process.env['WORKER_HOST'] || DEFAULT_HOST;
  // 3001 beside 3000: two services that start at once on ports of their own do not meet at the workers' port.
  const worker = wanted ?? Math.min(chosenApi + 1, 65_535);
  if (worker !== 0 && worker !== chosenApi && (await isFree(worker, workerHost)))
    return { api: chosenApi, worker };
  if (wanted !== null && wanted !== 0) {
    throw new CannotStart(
      `WORKER_PORT ${wanted} on ${workerHost} is in use by another program. Choose another one.`,
    );
  }
  // Nobody but monitoring asks the worker: where no port was named for it, any will do.
  return { api: chosenApi, worker: await freePort() };
}

function portOf(name: string): number | null {
  const value = process.env[name];
  if (value === undefined || value === '') return null;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new CannotStart(`${name} must be a port, 0 to 65535.`);
  return Number(value);
}

/** contract §10: demo data only in the embedded database or with DEMO=true, never in production. */
function wantsDemo(local: LocalEnvironment): boolean {
  if (process.env['NODE_ENV'] === 'production') return false;
  return local.postgres !== null || process.env['DEMO'] === 'true';
}

/** DEMO_WEEK=off leaves the desk empty. */
function wantsWeek(): boolean {
  const wanted = process.env['DEMO_WEEK'] || 'on';
  if (wanted !== 'on' && wanted !== 'off') throw new CannotStart('DEMO_WEEK must be on or off.');
  return wanted === 'on';
}

/** Null for a server of somebody else, who may change it between two starts. */
function preparedMark(local: LocalEnvironment, env: NodeJS.ProcessEnv, demo: boolean): PreparedMark | null {
  if (local.postgres === null) return null;
  return new PreparedMark(local.postgres.dataDirectory, [
    env['PUBLIC_URL'] ?? '',
    String(demo),
    env['NODE_ENV'] ?? '',
  ]);
}

function prepare(env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--enable-source-maps', join(__dirname, 'prepare.js')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', fail);
    child.once('exit', (code) => {
      if (code === 0) done();
      else fail(new CannotStart('The database could not be prepared: see above.'));
    });
  });
}

function programs(host: string, workerHost: string, ports: { api: number; worker: number }): Program[] {
  const built = join(__dirname, '..');
  const ready = (name: string, port: number): string => `http://${reachable(name)}:${port}/health/ready`;
  return [
    { name: 'API', script: join(built, 'main.js'), readyUrl: ready(host, ports.api) },
    { name: 'Worker', script: join(built, 'worker.js'), readyUrl: ready(workerHost, ports.worker) },
  ];
}

/** Where to reach a server that listens on this address: the wildcards are no destination. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function announce(
  local: LocalEnvironment,
  env: NodeJS.ProcessEnv,
  demo: boolean,
  weekIsComing: boolean,
): void {
  const url = env['PUBLIC_URL'] ?? '';
  const lines = [
    '',
    'Repasse is running.',
    `  API            ${url}`,
    `  Documentation  ${url}/docs`,
    `  Back office    ${url}/backoffice`,
    `  Worker         http://${env['WORKER_HOST'] || DEFAULT_HOST}:${env['WORKER_PORT'] ?? ''}/health/ready`,
    `  Database       ${local.postgres === null ? 'DATABASE_URL' : `PostgreSQL, see ${join(local.dataDir, 'postgres.json')}`}`,
    `  Queue          ${env['REDIS_URL'] ? 'Redis (REDIS_URL)' : 'in the database'}`,
    ...(demo
      ? [`  Demo keys      ${join(local.dataDir, 'demo.json')}, with the log-in to the back office`]
      : []),
    ...(weekIsComing ? ['  Demo week      a week of cases and charges comes to the desk in a moment'] : []),
    'Ctrl-C stops it; the data stays.',
    '',
  ];
  screen.keep(lines);
}

function main(): void {
  const start = new Start();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!start.isStopping) sayLast('Stopping …');
      void start.stop().then(
        () => {
          say('Stopped.');
          process.exit(0);
        },
        (error: unknown) => {
          say(String(error));
          process.exit(1);
        },
      );
    });
  }
  process.on('SIGUSR2', () => {
    start.restart();
  });
  start.run().catch((error: unknown) => {
    // What fails because everything is being stopped is no failure.
    if (start.isStopping) return;
    const reason = errorMessage(error);
    void start.giveUp(error instanceof CannotStart ? reason : `Cannot start: ${reason}`);
  });
}

main();
