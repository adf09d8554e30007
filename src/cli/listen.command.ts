import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { errorMessage } from '../common';
import { checkSignature, FAULT_ADVICE } from '../postbacks';
import { portOf } from './arguments';
import type { Output } from './command';

const MAX_BODY_BYTES = 1_048_576;
const MAX_SHOWN_HEADER = 100;

interface ListenOptions {
  port: number;
  host: string;
  secret?: string;
  until?: string;
  json?: boolean;
}

/** What is said of one notification. */
interface Verdict {
  readonly signature: 'valid' | 'valid_previous' | 'valid_next' | 'invalid' | 'missing' | 'unchecked';
  readonly reason?: string;
}

export function addListenCommand(listening: Command, output: Output): void {
  listening
    .option('--port <port>', 'the port to listen on', portOf, 4_000)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--secret <whsec_…>', 'the secret of the endpoint; without it signatures are not checked')
    .option('--until <event>', 'end once a notification of this event was taken, as charge.captured')
    .option('--json', 'one JSON object a line on standard output')
    .action((options: ListenOptions) => listen(options, output));
}

/** Needs neither configuration nor database: it is the merchant's side. Resolves when it is told to stop, or has what it waits for. */
async function listen(options: ListenOptions, output: Output): Promise<void> {
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    take(request, response, options, output).then(
      (event) => {
        if (event !== null && event === options.until) response.once('close', () => stopping.abort());
      },
      (error: unknown) => {
        output.note(`${errorMessage(error)}\n`);
        request.destroy();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  output.note(`Waiting for notifications on http://${host}:${port} (any path). Ctrl-C ends it.\n`);
  await untilStopped(server, stopping.signal);
}

function untilStopped(server: Server, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    ending.addEventListener('abort', stop);
  });
}

/** Answers the event of a notification that was taken, else null. */
async function take(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, json }: ListenOptions,
  output: Output,
): Promise<string | null> {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
    return null;
  }
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413, { connection: 'close' }).end();
    return null;
  }
  const verdict = judge(secret, request, body);
  const line = {
    at: new Date().toISOString(),
    path: request.url ?? '/',
    event: header(request, 'x-service-event'),
    delivery_id: header(request, 'x-service-delivery-id'),
    event_id: header(request, 'webhook-id'),
    attempt: Number(header(request, 'x-service-attempt')) || null,
    ...verdict,
    body: parsed(body),
  };
  output.answer(json === true ? `${JSON.stringify(line)}\n` : forPeople(line));
  // As a receiver should: what cannot be trusted is not taken.
  const refused = verdict.signature === 'invalid' || verdict.signature === 'missing';
  response.writeHead(refused ? 401 : 204).end();
  return refused ? null : line.event;
}

function judge(secret: string | undefined, request: IncomingMessage, body: string): Verdict {
  if (secret === undefined) return { signature: 'unchecked' };
  const signature = header(request, 'x-service-signature');
  if (signature === null) return { signature: 'missing' };
  const reason = checkSignature(secret, signature, body);
  if (reason === null) return { signature: 'valid' };
  for (const which of ['previous', 'next'] as const) {
    const other = header(request, `x-service-signature-${which}`);
    if (other !== null && checkSignature(secret, other, body) === null)
      return { signature: `valid_${which}` };
  }
  return { signature: 'invalid', reason };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A header as text that a terminal can show: visible ASCII, of bounded length. */
function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  if (typeof value !== 'string') return null;
  return value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_SHOWN_HEADER);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function forPeople(
  line: Verdict & {
    at: string;
    event: string | null;
    delivery_id: string | null;
    attempt: number | null;
    body: unknown;
  },
): string {
  const words: Record<Verdict['signature'], string> = {
    valid: 'signature valid',
    valid_previous: 'signature valid with the previous secret: this endpoint has a new one',
    valid_next: 'signature valid with the new secret: the first signature is still made with the one before',
    invalid: 'SIGNATURE INVALID',
    missing: 'NO SIGNATURE',
    unchecked: 'signature not checked',
  };
  const advice =
    line.reason === undefined ? '' : `\n  ${FAULT_ADVICE[line.reason as keyof typeof FAULT_ADVICE]}`;
  const head = [
    line.at,
    line.event ?? 'unknown event',
    line.delivery_id ?? '',
    `attempt ${line.attempt ?? '?'}`,
    words[line.signature],
  ].join('  ');
  // JSON escapes control characters: nothing that was sent reaches the terminal as a command to it.
  const body = JSON.stringify(line.body, null, 2).replaceAll(/[\x7f-\x9f]/g, '?');
  return `${head}${advice}\n${body.replaceAll(/^/gm, '  ')}\n\n`;
}
