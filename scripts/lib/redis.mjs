import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the server until the pipe on standard input closes, which it does when we end in any way: a killed test
 * run leaves neither server nor files behind.
 */
const KEEPER =
  'directory=$1; shift; "$@" </dev/null & server=$!; cat >/dev/null; kill "$server"; wait "$server"; rm -rf "$directory"';

/** Starts a private Redis on a free port that keeps nothing. */
export async function startRedis(program) {
  const directory = mkdtempSync(join(tmpdir(), 'repasse-redis-'));
  const port = await freePort();
  const options = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    directory,
  ];
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', directory, program, ...options.map(String)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => keeper.once('exit', resolve));
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries === 100) {
      await stop();
      throw new Error(`${program} does not answer on port ${port}.`);
    }
    await sleep(50);
  }
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
