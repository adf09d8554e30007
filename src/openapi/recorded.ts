import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './failures';

type Examples = Record<string, unknown>;
type Content = Record<string, { examples?: object }>;

/** What a recorded day of a marketplace shows of an operation. */
interface RecordedOperation {
  /** Of the path. */
  readonly parameters: Examples;
  readonly requests: Examples;
  /** By status. */
  readonly responses: Record<string, Examples>;
}

/** What a document shows of the recorded day. */
export interface Shown {
  readonly operations: Record<string, RecordedOperation>;
  /** By code. */
  readonly failures: Examples;
  /** By event. */
  readonly notifications: Examples;
}

/** The recorded day: `npm run examples` plays and records it anew (decision 0030). */
export interface Recording extends Omit<Shown, 'failures'> {
  /** Of what operators alone may ask, and of the rest. */
  readonly failures: Record<'merchants' | 'operators', Examples>;
}

/** What can be shown in a document; pictures and files cannot. */
const SHOWN = ['application/json', 'text/csv'] as const;

/** What is shown to merchants, and to operators. Read when a document is first asked for, and kept nowhere else. */
export function readRecording(): Record<'merchants' | 'operators', Shown> {
  const recording = JSON.parse(readFileSync(join(__dirname, 'recorded.json'), 'utf8')) as Recording;
  const { merchants, operators } = recording.failures;
  return {
    merchants: { ...recording, failures: merchants },
    operators: { ...recording, failures: { ...merchants, ...operators } },
  };
}

/** Shows in an operation what was asked of it and answered in the recorded day. */
export function showRecorded(operation: Operation, { operations }: Shown): void {
  const recorded = operations[operation.operationId ?? ''];
  if (recorded === undefined) return;
  const { requestBody, parameters = [], responses } = operation;
  if (requestBody !== undefined && 'content' in requestBody) show(requestBody.content, recorded.requests);
  for (const [status, examples] of Object.entries(recorded.responses)) {
    const response = responses[status];
    // What many operations answer alike is a component, and so is its example.
    if (response !== undefined && 'content' in response) show(response.content as Content, examples);
  }
  for (const parameter of parameters)
    if ('name' in parameter && parameter.in === 'path')
      parameter.examples = { example: { value: recorded.parameters[parameter.name] } };
}

/** Shows in a response that many operations have what it was in the recorded day. */
export function showFailures(response: object, { failures }: Shown): void {
  const { content } = response as { content: Content & { 'application/json': { schema: FailureSchema } } };
  const codes = content['application/json'].schema.allOf[1].properties.error.enum;
  show(content, Object.fromEntries(Object.entries(failures).filter(([code]) => codes.includes(code))));
}

interface FailureSchema {
  readonly allOf: readonly [unknown, { properties: { error: { enum: readonly string[] } } }];
}

/** Shows in the notifications of the document what receivers got in the recorded day. */
export function showNotifications({ webhooks = {} }: OpenAPIObject, { notifications }: Shown): void {
  for (const [event, value] of Object.entries(notifications)) {
    const body = webhooks[event]?.post?.requestBody;
    if (body !== undefined && 'content' in body) show(body.content, { [event]: value });
  }
}

function show(content: Content, examples: Examples): void {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }] as const);
  if (named.length === 0) return;
  for (const type of SHOWN)
    if (content[type] !== undefined) content[type].examples = Object.fromEntries(named);
}
