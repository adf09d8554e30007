import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfAnswer, faultOfNotification, faultOfRequest } from '../support/outside/api-documents';

const AGAIN = 'npm run examples plays and records the day anew';
const JSON_TYPE = 'application/json';
/** Pictures and files are shown nowhere. */
const SHOWN = [JSON_TYPE, 'text/csv'];

type Content = Record<string, { examples?: Record<string, { value: unknown }> }>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const read = (name: string) =>
  JSON.parse(
    readFileSync(join(__dirname, '..', '..', 'docs', 'openapi', `${name}.json`), 'utf8'),
  ) as OpenAPIObject;
const documents = ['openapi', 'openapi-review'].map(read);

/** Each with its method and path. */
const operations = documents.flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      ...{ method, path, operation, id: operation.operationId ?? '' },
      request: (operation.requestBody as Holder | undefined)?.content?.[JSON_TYPE],
    })),
  ),
);

/** The examples of every answer that an operation has of its own. */
const answers = operations.flatMap(({ operation: { responses }, ...rest }) =>
  Object.entries(responses).flatMap(([status, response]) =>
    Object.entries((response as Holder).content ?? {}).map(([type, { examples = {} }]) => ({
      ...rest,
      status,
      type,
      examples: Object.entries(examples),
    })),
  ),
);

const NOWHERE = { method: 'GET', path: '/v1/nowhere', status: 404, contentType: JSON_TYPE };

/** What has a body in a document. */
interface Holder {
  readonly content?: Content;
}
const examplesOf = ({ content }: Holder) => content?.[JSON_TYPE]?.examples ?? {};
const named = (name: string, fault: string | null): string[] => (fault === null ? [] : [`${name}: ${fault}`]);

describe('the examples of the documents are of a recorded day (decision 0030)', () => {
  it('every operation shows a request where it takes one', () => {
    const without = operations.flatMap(({ id, request }) =>
      request !== undefined && Object.keys(request.examples ?? {}).length === 0 ? [id] : [],
    );
    expect({ without, how: AGAIN }).toEqual({ without: [], how: AGAIN });
  });

  it('every operation shows an answer of each success, and the id that its path names', () => {
    const without = answers.flatMap(({ id, status, type, examples }) =>
      status.startsWith('2') && SHOWN.includes(type) && examples.length === 0 ? [`${id} ${status}`] : [],
    );
    const nameless = operations.flatMap(({ id, operation: { parameters = [] } }) =>
      parameters.some((one) => 'in' in one && one.in === 'path' && one.examples === undefined) ? [id] : [],
    );
    expect({ without, nameless, how: AGAIN }).toEqual({ without: [], nameless: [], how: AGAIN });
  });

  it('every request is one that its operation takes', () => {
    const faults = operations.flatMap(({ id, request }) =>
      Object.entries(request?.examples ?? {}).flatMap(([name, { value }]) =>
        named(`${id} ${name}`, faultOfRequest(id, value)),
      ),
    );
    expect({ faults, how: AGAIN }).toEqual({ faults: [], how: AGAIN });
  });

  it('every answer is one that its operation gives, every failure and notification too', () => {
    const ofOperations = answers.flatMap(({ id, method, path, status, type, examples }) =>
      examples.flatMap(([name, { value: body }]) =>
        named(
          `${id} ${status} ${name}`,
          faultOfAnswer({ method, path, status: Number(status), contentType: type, body }),
        ),
      ),
    );
    const [{ components, webhooks = {} } = {} as OpenAPIObject] = documents;
    const failures = Object.values(components?.responses ?? {}).flatMap((response) =>
      Object.entries(examplesOf(response as Holder)).flatMap(([code, { value: body }]) =>
        // An address that leads nowhere fails as any other.
        named(code, faultOfAnswer({ ...NOWHERE, body })),
      ),
    );
    const notifications = Object.entries(webhooks).flatMap(([event, item]) =>
      Object.values(examplesOf((item as { post: Operation }).post.requestBody as Holder)).flatMap(
        ({ value }) => named(event, faultOfNotification(event, value)),
      ),
    );
    const faults = [...ofOperations, ...failures, ...notifications];
    expect({ faults, how: AGAIN }).toEqual({ faults: [], how: AGAIN });
  });

  it('what many operations answer alike is shown once, and every notification is', () => {
    const [document] = documents;
    const shown = (holders: readonly Holder[]): number =>
      holders.filter((holder) => Object.keys(examplesOf(holder)).length > 0).length;
    expect(shown(Object.values(document?.components?.responses ?? {}) as Holder[])).toBeGreaterThan(5);
    const bodies = Object.values(document?.webhooks ?? {}).map(
      (item) => (item as { post: Operation }).post.requestBody,
    );
    expect(shown(bodies as Holder[])).toBe(bodies.length);
  });

  it('an example that is none is found', () => {
    expect(faultOfRequest('Charges.create', { amount: 'ten' })).not.toBeNull();
    expect(faultOfRequest('Charges.invent', {})).toContain('there is no');
    expect(faultOfRequest('Merchant.read', {})).toContain('takes no JSON');
  });
});
