import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Answer, Client } from './client';

/** One request of a file in the format of REST Client. */
interface FileRequest {
  readonly title: string;
  readonly name: string | null;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request that was sent, and its answer. */
export interface SentRequest {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly answer: Answer;
}

/** Sends every request of a file in its order, as the editor does: with what earlier ones answered. */
export async function sendFile(
  path: string,
  client: Client,
  dotenv: Readonly<Record<string, string>>,
): Promise<SentRequest[]> {
  const [head = '', ...blocks] = readFileSync(path, 'utf8').split(/^###/m);
  const declared = Object.fromEntries(
    [...head.matchAll(/^@(\w+) *= *(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const answers = new Map<string, Answer>();
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(.+?)\}\}/g, (_, expression: string) => fill(valueOf(expression.trim())));
  const valueOf = (expression: string): string => {
    const [, variable = ''] = /^\$dotenv (\w+)$/.exec(expression) ?? [];
    if (variable !== '') return known(dotenv[variable], expression);
    if (expression === '$guid') return randomUUID();
    const [, name, steps = ''] = /^(\w+)\.response\.body\.\$\.(.+)$/.exec(expression) ?? [];
    if (name === undefined) return known(declared[expression], expression);
    let value: unknown = answers.get(name)?.body;
    for (const step of steps.split(/[.[\]]+/).filter((part) => part !== ''))
      value = (value as Record<string, unknown> | undefined)?.[step];
    return known(value, expression);
  };
  const sent: SentRequest[] = [];
  for (const block of blocks) {
    const request = parse(block);
    const url = new URL(fill(request.url));
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), header(name, fill(value))]),
    );
    const target = url.pathname + url.search;
    const body = request.body === undefined ? undefined : fill(request.body);
    const answer = await client.send(request.method, target, body, headers);
    if (request.name !== null) answers.set(request.name, answer);
    sent.push({ title: request.title, method: request.method, path: url.pathname, answer });
  }
  return sent;
}

function parse(block: string): FileRequest {
  const [title = '', ...lines] = block.replaceAll('\r', '').split('\n');
  const comments = lines.filter((line) => line.startsWith('#'));
  const [first = '', ...rest] = lines
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()
    .split('\n');
  const [method = '', url = ''] = first.split(' ');
  const blank = rest.indexOf('');
  const headerLines = blank === -1 ? rest : rest.slice(0, blank);
  const body = blank === -1 ? '' : rest.slice(blank + 1).join('\n');
  return {
    title: title.trim(),
    name: /^# @name (\w+)$/.exec(comments.find((line) => line.startsWith('# @name')) ?? '')?.[1] ?? null,
    method,
    url,
    headers: Object.fromEntries(headerLines.map((line) => line.split(/: */, 2) as [string, string])),
    body: body.trim() === '' ? undefined : body,
  };
}

/** `Authorization: Basic user password` is encoded on its way. */
function header(name: string, value: string): string {
  const [, user, password] = /^Basic (\S+) (\S+)$/.exec(value) ?? [];
  if (name !== 'Authorization' || user === undefined) return value;
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function known(value: unknown, expression: string): string {
  if (typeof value !== 'string') throw new Error(`nothing is known of {{${expression}}}`);
  return value;
}
