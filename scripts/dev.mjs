// npm run dev: the service over the embedded PostgreSQL, and its pages, as they are while you change them. A changed source
// is compiled and API and worker start anew; a changed page is in the browser at once. Ctrl-C stops all.
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { bootstrap } from './lib/bootstrap.mjs';
import { compile } from './lib/compile.mjs';
import { alone } from './lib/lock.mjs';
import { ROOT, say } from './lib/project.mjs';

/** Editors write a file in several steps, and a change of branch many files. */
const QUIET_MS = 60;
const PAGES_PORT = 5173;
const PAGES = join('backoffice', 'web');

let service = null;
let pages = null;
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

await bootstrap({ inOneFile: false, pages: false });
const port = process.env.PORT || '3000';
startService();
await startPages();
watchSources();

/** What npm start runs; SIGUSR2 makes it start API and worker anew, and leaves its database alone. */
function startService() {
  const child = fork(join(ROOT, 'dist', 'src', 'embedded', 'start.js'), {
    cwd: ROOT,
    env: { ...process.env, PORT: port },
    // No terminal for it: it would keep its addresses last on one to which we and the pages write too.
    stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  service = child;
  child.once('exit', (code, signal) => {
    service = null;
    // Asked to start anew before it could listen to that.
    if (signal === 'SIGUSR2') startService();
    else if (!stopping)
      say(`The service ended (${code ?? signal}). It starts again with the next change of its sources.`);
  });
}

async function startPages() {
  const { createServer: createVite } = await import('vite');
  const target = `http://127.0.0.1:${port}`;
  pages = await createVite({
    configFile: join(ROOT, 'src', PAGES, 'vite.config.mts'),
    cacheDir: join(ROOT, '.cache', 'vite'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: '127.0.0.1',
      port: await freePort(PAGES_PORT),
      // The API takes changes from its own pages alone: here these come from another port of the same machine.
      proxy: { '/v1': { target, headers: { origin: process.env.PUBLIC_URL || `http://localhost:${port}` } } },
    },
  });
  await pages.listen();
  say(`Pages, as their sources are: ${pages.resolvedUrls.local[0]}`);
}

/** With the watcher of the pages: that of Node loses a file which an editor replaces. */
function watchSources() {
  const sources = join(ROOT, 'src');
  let timer = null;
  pages.watcher.add(sources).on('all', (_event, path) => {
    if (!path.endsWith('.ts') || path.startsWith(join(sources, PAGES))) return;
    clearTimeout(timer);
    timer = setTimeout(() => void update(), QUIET_MS);
  });
}

/** One after the other: what changes while files are compiled is found by the next run. */
let updating = Promise.resolve();
function update() {
  updating = updating.then(async () => {
    try {
      const changed = await alone(() => compile());
      if (changed.length === 0 || stopping) return;
      say(`${changed.length === 1 ? changed[0] : `${changed.length} files`} changed.`);
      if (service === null) startService();
      else service.kill('SIGUSR2');
    } catch (error) {
      say(error.message);
    }
  });
  return updating;
}

async function stop(code) {
  if (stopping) return;
  stopping = true;
  const child = service;
  const ended = child === null ? null : new Promise((resolve) => child.once('exit', resolve));
  child?.kill('SIGTERM');
  await Promise.all([ended, pages?.close()]);
  process.exit(code);
}

/** This port, or any other when somebody has it. */
function freePort(wanted) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(freePort(0)));
    server.listen(wanted, '127.0.0.1', () => {
      const { port: found } = server.address();
      server.close(() => resolve(found));
    });
  });
}
