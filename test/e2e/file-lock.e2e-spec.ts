import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from '../../src/embedded/file-lock';
import { processIdentity } from '../../src/embedded/process-identity';

const PROCESSES = 12;
const TIMES = 20;

/** Each in turn: whoever is inside leaves a note of it, and fails when somebody else's is there. */
const TAKER = `
  const { rmdirSync, mkdirSync, appendFileSync } = require('node:fs');
  const { FileLock } = require(process.argv[1]);
  (async () => {
    for (let time = 0; time < ${TIMES}; time += 1) {
      const lock = new FileLock(process.argv[2] + '/lock');
      await lock.acquire(300_000);
      mkdirSync(process.argv[2] + '/inside');
      appendFileSync(process.argv[2] + '/times', '.');
      rmdirSync(process.argv[2] + '/inside');
      lock.release();
    }
  })();
`;

describe('the lock between processes of one machine', () => {
  let folder: string;
  let path: string;
  let lock: FileLock;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'repasse-lock-'));
    path = join(folder, 'lock');
    lock = new FileLock(path);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A process that has ended, having left its lock behind when it says so. */
  const endedProcess = async (script: string): Promise<number> => {
    const child = spawn(
      process.execPath,
      ['-e', script, join(__dirname, '../../src/embedded/file-lock.js'), folder],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (code !== 0) throw new Error(`It ended with ${code ?? signal}.`);
    return child.pid!;
  };
  const LEAVES = `new (require(process.argv[1]).FileLock)(process.argv[2] + '/lock').tryAcquire()`;

  it('is of one process at a time, though all found it left by one that is dead', async () => {
    await endedProcess(LEAVES);
    await Promise.all(Array.from({ length: PROCESSES }, () => endedProcess(TAKER)));
    expect(readFileSync(join(folder, 'times'), 'utf8')).toHaveLength(PROCESSES * TIMES);
    // Nothing is left, neither the lock nor what it is made of.
    expect(readdirSync(folder)).toEqual(['times']);
  });

  it('names its holder to who comes second, and is free once it is given back', () => {
    expect(lock.tryAcquire()).toBeNull();
    const second = new FileLock(path);
    expect(second.tryAcquire()).toBe(process.pid);
    second.release();
    expect(second.tryAcquire()).toBe(process.pid);
    lock.release();
    expect(second.tryAcquire()).toBeNull();
    second.release();
  });

  it('does not count when its holder is dead, also where another process has the same id now', async () => {
    const left = await endedProcess(LEAVES);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: left });
    expect(lock.tryAcquire()).toBeNull();
    lock.release();
    writeFileSync(path, JSON.stringify({ pid: process.pid, identity: `${processIdentity(process.pid)}0` }));
    expect(lock.tryAcquire()).toBeNull();
    lock.release();
    writeFileSync(path, 'no lock of ours');
    expect(lock.tryAcquire()).toBeNull();
    lock.release();
  });

  it('who waits for too long is told for whom', async () => {
    expect(lock.tryAcquire()).toBeNull();
    await expect(new FileLock(path).acquire(120)).rejects.toThrow(
      `Process ${process.pid} holds ${path} for too long.`,
    );
    lock.release();
  });
});
