import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { median } from './row';

/** What every figure of a run stands on; printed beside the table. */
export interface Machine {
  readonly cores: number;
  readonly memory_gb: number;
  readonly node: string;
  readonly postgres: string;
  /** From one thread that tells to another one that runs, in microseconds. */
  readonly wake_up_us: number;
  /** 8 KB written and on the disk, where PostgreSQL's files are, in microseconds. */
  readonly synchronous_write_us: number;
}

/** How much the machine did for us alone, for a moment. */
export interface BaseLine {
  /** Rounds of fixed work on all cores a millisecond. */
  readonly rate: number;
  /** Of the cores, how much we were given: 1 when nobody else wanted them. */
  readonly share: number;
}

const WAKE_UPS = 2_000;
const WRITES = 60;
const PAGE_BYTES = 8_192;
const BASE_LINE_MS = 400;
/** A machine that is ours gives us nearly all of it, and as much afterwards as before. */
const LEAST_SHARE = 0.85;
const LARGEST_CHANGE = 0.15;

export async function describeMachine(postgres: string): Promise<Machine> {
  return {
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres,
    wake_up_us: Number((await wakeUp()).toPrecision(3)),
    synchronous_write_us: Number(synchronousWrite().toPrecision(3)),
  };
}

/** The servers of a row have work to finish after it, PostgreSQL's own cleaning among it: that is not somebody else. */
const TRIES = 6;
const BETWEEN_TRIES_MS = 1_000;

/** The first of some moments in which the machine was ours; when there was none, the best of them. */
export async function baseLine(): Promise<BaseLine> {
  let best = await spinOnAllCores();
  for (let tried = 1; tried < TRIES && best.share < LEAST_SHARE; tried += 1) {
    await wait(BETWEEN_TRIES_MS);
    const again = await spinOnAllCores();
    if (again.share > best.share) best = again;
  }
  return best;
}

/** Fixed work on every core at once, told by how far it came and by the processor time it got. */
async function spinOnAllCores(): Promise<BaseLine> {
  const cores = availableParallelism();
  const workers = await Promise.all(Array.from({ length: cores }, () => startSpinner()));
  const before = process.cpuUsage();
  const beganMs = performance.now();
  const counts = await Promise.all(workers.map((worker) => spin(worker)));
  const tookMs = performance.now() - beganMs;
  const { user, system } = process.cpuUsage(before);
  await Promise.all(workers.map((worker) => worker.terminate()));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { rate: total / tookMs, share: (user + system) / 1_000 / (tookMs * cores) };
}

/** Why figures between the two mean nothing, or null. */
export function whyBusy(before: BaseLine, after: BaseLine): string | null {
  const share = Math.min(before.share, after.share);
  if (share < LEAST_SHARE) return `others had ${Math.round(100 * (1 - share))} % of the cores`;
  const change = Math.abs(after.rate / before.rate - 1);
  return change > LARGEST_CHANGE
    ? `the base line changed by ${Math.round(100 * change)} % while it was measured`
    : null;
}

const SPINNER = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.once('message', () => {
  const ends = performance.now() + workerData;
  let count = 0;
  let state = 1;
  while (performance.now() < ends) {
    for (let index = 0; index < 10_000; index += 1) state = (state * 48_271) % 2_147_483_647;
    count += state > 0 ? 1 : 0;
  }
  parentPort.postMessage(count);
});
parentPort.postMessage('ready');`;

async function startSpinner(): Promise<Worker> {
  const worker = new Worker(SPINNER, { eval: true, workerData: BASE_LINE_MS });
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

function spin(worker: Worker): Promise<number> {
  const counted = new Promise<number>((resolve) => worker.once('message', resolve));
  worker.postMessage('go');
  return counted;
}

const ECHO = `
const { workerData } = require('node:worker_threads');
for (let turn = 1; turn <= ${WAKE_UPS}; turn += 1) {
  Atomics.wait(workerData, 0, 2 * turn - 2);
  Atomics.store(workerData, 0, 2 * turn);
  Atomics.notify(workerData, 0);
}`;

async function wakeUp(): Promise<number> {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(ECHO, { eval: true, workerData: shared });
  await new Promise((resolve) => worker.once('online', resolve));
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const durationsUs: number[] = [];
  for (let turn = 1; turn <= WAKE_UPS; turn += 1) {
    const beganMs = performance.now();
    Atomics.store(shared, 0, 2 * turn - 1);
    Atomics.notify(shared, 0);
    Atomics.wait(shared, 0, 2 * turn - 1);
    durationsUs.push(((performance.now() - beganMs) * 1_000) / 2);
  }
  await ended;
  return median(durationsUs);
}

function synchronousWrite(): number {
  const directory = mkdtempSync(join('/var/tmp', 'repasse-bench-write-'));
  const file = openSync(join(directory, 'file'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  try {
    const durationsUs = Array.from({ length: WRITES }, () => {
      const beganMs = performance.now();
      writeSync(file, page);
      fdatasyncSync(file);
      return (performance.now() - beganMs) * 1_000;
    });
    return median(durationsUs);
  } finally {
    closeSync(file);
    rmSync(directory, { recursive: true });
  }
}
