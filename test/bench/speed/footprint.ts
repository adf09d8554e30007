import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Installation } from '../support/installation';
import { Server } from '../support/server';
import type { Figure, Reach } from './row';
import type { Site } from './site';
import type { Form, Subject } from './subject';

const run = promisify(execFile);
const PROJECT = join(__dirname, '..', '..', '..');
const COMMAND_LINE = join(PROJECT, 'dist', 'src', 'cli.js');
const ROUNDS = 3;
/** In which the kernel counts processor time. */
const TICKS_PER_SECOND = 100;
const IDLE_MS = 5_000;
const IDLE_CONNECTIONS = 1_000;
const MB = 1_000_000;
const KB = 1_000;

interface Measured {
  readonly listening: { readonly api: number; readonly worker: number };
  readonly idleMb: { readonly api: number; readonly worker: number };
  readonly connectionKb: number;
  readonly helpSeconds: number;
  readonly checkSeconds: number;
}

async function runSubject(site: Site, form: Form): Promise<Figure[]> {
  const rounds: Measured[] = [];
  for (let round = 0; round < (form.isQuick ? 1 : ROUNDS); round += 1) {
    const installation = await site.installation();
    try {
      rounds.push(await measure(installation));
    } finally {
      await site.discard(installation);
    }
  }
  const figure = (
    id: string,
    what: string,
    unit: string,
    reach: Reach,
    of: (one: Measured) => number,
  ): Figure => ({ id: `13.${id}`, what, unit, reach, values: rounds.map(of) });
  const s = 's of processor time';
  return [
    figure('start-api', 'API: start to listening', s, { atMost: 0.9 }, (one) => one.listening.api),
    figure('start-worker', 'worker: start to listening', s, { atMost: 0.9 }, (one) => one.listening.worker),
    figure('idle-api', 'API: memory, idle', 'MB', { atMost: 110 }, (one) => one.idleMb.api),
    figure('idle-worker', 'worker: memory, idle', 'MB', { atMost: 110 }, (one) => one.idleMb.worker),
    figure('connection', 'API: memory of an idle connection', 'KB', { atMost: 8 }, (one) => one.connectionKb),
    figure('help', 'command line: --help', s, { atMost: 1 }, (one) => one.helpSeconds),
    figure('db-check', 'command line: db check', s, { atMost: 1 }, (one) => one.checkSeconds),
    {
      id: '13.packages',
      what: 'packages that production installs',
      unit: 'MB',
      reach: { atMost: 250 },
      values: [productionBytes() / MB],
    },
  ];
}

async function measure(installation: Installation): Promise<Measured> {
  const start = async (kind: 'main' | 'worker'): Promise<{ server: Server; seconds: number }> => {
    const server = await Server.spawn(kind, installation.environment);
    await server.live();
    return { server, seconds: processorSeconds(server.now.pid) };
  };
  const api = await start('main');
  const worker = await start('worker');
  try {
    await wait(IDLE_MS);
    const idleMb = {
      api: api.server.residentBytes() / MB,
      worker: worker.server.residentBytes() / MB,
    };
    return {
      listening: { api: api.seconds, worker: worker.seconds },
      idleMb,
      connectionKb: (await connectionBytes(api.server)) / KB,
      helpSeconds: await commandSeconds(installation, ['--help']),
      checkSeconds: await commandSeconds(installation, ['db', 'check']),
    };
  } finally {
    await Promise.all([api.server.end(), worker.server.end()]);
  }
}

/** User and system time of all threads of a process so far. */
function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may hold anything; user time is the 12th of the rest, system time the 13th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** How much the memory of the process grows for each connection that asked once and then says nothing. */
async function connectionBytes(server: Server): Promise<number> {
  const before = server.residentBytes();
  const sockets: Socket[] = [];
  for (let count = 0; count < IDLE_CONNECTIONS; count += 1) sockets.push(await askOnce(server.now.port));
  await wait(1_000);
  const grown = server.residentBytes() - before;
  for (const socket of sockets) socket.destroy();
  return grown / IDLE_CONNECTIONS;
}

async function askOnce(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', () => resolve());
    socket.write('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  });
  return socket;
}

/** What the shell says that its children took: Node tells nothing of children that have ended. */
async function commandSeconds({ environment }: Installation, args: readonly string[]): Promise<number> {
  const script = '"$@" >/dev/null || exit 1; times';
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', process.execPath, COMMAND_LINE, ...args], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'] ?? '', ...environment, LC_ALL: 'C' },
  });
  const [user = '', system = ''] = (stdout.trim().split('\n').at(-1) ?? '').split(' ');
  return secondsOf(user) + secondsOf(system);
}

function secondsOf(text: string): number {
  const found = /^(\d+)m([\d.]+)s$/.exec(text);
  if (found === null) throw new Error(`"${text}" is no time`);
  return 60 * Number(found[1]) + Number(found[2]);
}

/** Of what is installed here, whatever the lock file does not keep for development alone. */
function productionBytes(): number {
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const kept = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  return kept.reduce((sum, [path]) => sum + packageBytes(join(PROJECT, path)), 0);
}

/** Without the packages inside of it: they are entries of their own. */
function packageBytes(directory: string): number {
  if (!existsSync(directory)) return 0;
  return readdirSync(directory).reduce((sum, name) => {
    if (name === 'node_modules') return sum;
    const path = join(directory, name);
    const found = lstatSync(path);
    return sum + (found.isDirectory() ? packageBytes(path) : found.size);
  }, 0);
}

export const footprint: Subject = {
  id: '13',
  what: 'start, memory, the command line and the packages of production',
  isQuick: false,
  skip: () => (existsSync('/proc/self/stat') ? null : 'processor time is read from /proc, which is not here'),
  run: runSubject,
};
