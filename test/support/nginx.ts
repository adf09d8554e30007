import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from './client';
import { eventually } from './eventually';
import { portToUse } from './ports';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** An nginx of this spec alone before a few ports of this machine: it keeps connections, and sends no POST twice. */
export class Nginx {
  private constructor(
    readonly url: string,
    private readonly directory: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(ports: readonly number[]): Promise<Nginx> {
    const directory = mkdtempSync(join(tmpdir(), 'repasse-nginx-'));
    const port = await portToUse();
    mkdirSync(join(directory, 'logs'));
    writeFileSync(join(directory, 'nginx.conf'), configuration(port, ports));
    const options = ['-p', directory, '-c', 'nginx.conf', '-e', 'logs/error.log'];
    const nginx = new Nginx(
      `http://127.0.0.1:${port}`,
      directory,
      spawn('nginx', options, { stdio: 'ignore' }),
    );
    await eventually(async () => {
      const { status } = await new Client(nginx.url, null).get('/health/live');
      if (status !== 200) throw new Error(nginx.errors());
    });
    return nginx;
  }

  /** What it noted of servers that did not answer. */
  errors(): string {
    return readFileSync(join(this.directory, 'logs', 'error.log'), 'utf8');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function configuration(port: number, ports: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  upstream api {
    ${ports.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join('\n    ')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
}
