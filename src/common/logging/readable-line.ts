/** What a line is about comes first; the rest follows as `name=value`. */
const FIRST = new Set(['level', 'time', 'process', 'context', 'message', 'err', 'stack']);
const OF_A_REQUEST = new Set(['method', 'route', 'status', 'duration_ms']);
const TIME = /T(\d\d:\d\d:\d\d\.\d{3})/;
const MAX_FRAMES = 4;

/** One JSON line of the log as a person reads it, on one line too; whatever is no JSON stays as it is. */
export function readableLine(json: string): string {
  const entry = parsed(json);
  if (entry === null) return json;
  const { level, time, process, context } = entry;
  const head = [
    TIME.exec(text(time))?.[1] ?? text(time),
    text(level).toUpperCase().padEnd(5),
    text(process).padEnd(6),
  ];
  const parts = [
    ...head,
    isRequest(entry) ? request(entry) : said(text(context), text(entry['message'])),
    ...rest(entry),
  ];
  const failure = entry['err'] ?? (entry['stack'] === undefined ? null : { stack: entry['stack'] });
  if (failure !== null) parts.push(`(${frames(failure)})`);
  return `${oneLine(parts.filter((part) => part !== '').join(' '))}\n`;
}

type Entry = Readonly<Record<string, unknown>>;

function parsed(json: string): Entry | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Entry) : null;
  } catch {
    return null;
  }
}

function isRequest(entry: Entry): boolean {
  return typeof entry['method'] === 'string' && typeof entry['route'] === 'string';
}

function request({ method, route, status, duration_ms: durationMs }: Entry): string {
  return `${text(method)} ${text(route)} ${text(status)} ${text(durationMs)} ms`;
}

function said(context: string, message: string): string {
  return context === '' ? message : `[${context}] ${message}`;
}

function rest(entry: Entry): string[] {
  const shown = isRequest(entry) ? OF_A_REQUEST : new Set<string>();
  return Object.entries(entry)
    .filter(([name, value]) => !FIRST.has(name) && !shown.has(name) && !isEmpty(value))
    .map(([name, value]) => `${name}=${text(value)}`);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** What went wrong and where: the message and the innermost places of the code. */
function frames(failure: unknown): string {
  const { type, message, stack } = (typeof failure === 'object' ? failure : {}) as Entry;
  const places = text(stack)
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim().slice('at '.length));
  return [`${text(type)}: ${text(message)}`, ...places].filter((part) => part !== ': ').join(' ← ');
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Nobody writes a second line, or moves the cursor of a terminal, by what he sends. */
function oneLine(line: string): string {
  return line.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === '\n' ? '\\n' : `\\x${character.charCodeAt(0).toString(16)}`,
  );
}
