import type { Recording } from '../../../src/openapi/recorded';
import type { Answer } from '../client';
import { operationOf } from '../outside/api-documents';

/** A request that was sent and its answer; `example` is what the two are called among the operation's examples. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly answer: Answer;
  readonly example?: string | undefined;
}

/** What an example is called that is the only one. */
const ALONE = 'example';

/** Keeps of each operation the last request of each name with its answer, and the last failure of each code. */
export class Recorder {
  readonly recording: Recording = {
    operations: {},
    failures: { merchants: {}, operators: {} },
    notifications: {},
  };

  note({ method, path, body, answer, example = ALONE }: Exchange): void {
    const operation = operationOf(method, path);
    if (operation === null) throw new Error(`${method} ${path} is no operation`);
    const kept = (this.recording.operations[operation.id] ??= {
      parameters: {},
      requests: {},
      responses: {},
    });
    const failed = answer.status >= 400;
    const name = failed ? String(answer.body.error) : example;
    const shown = answered(answer);
    if (shown !== undefined) (kept.responses[String(answer.status)] ??= {})[name] = shown;
    if (failed) {
      this.recording.failures[path.startsWith('/v1/review/') ? 'operators' : 'merchants'][name] = shown;
      return;
    }
    Object.assign(kept.parameters, operation.parameters);
    if (typeof body === 'object' && !Buffer.isBuffer(body)) kept.requests[name] = body;
  }

  notified(event: string, body: unknown): void {
    this.recording.notifications[event] = body;
  }
}

/** What a document can show of an answer: JSON and text. */
function answered({ headers, body, text }: Answer): unknown {
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('application/json')) return withoutReferences(body);
  return type.startsWith('text/') ? text : undefined;
}

/** A schema in an answer refers to its own parts; who reads the document would look for them in the document. */
function withoutReferences(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutReferences);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key, one]) => key !== '$defs' && !refers(one));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutReferences(one)]));
}

const refers = (node: unknown): boolean => typeof node === 'object' && node !== null && '$ref' in node;
