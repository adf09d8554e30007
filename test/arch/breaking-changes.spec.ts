import { breakingChanges } from '../support/api-changes';
import type { Node } from '../support/schema-changes';

const say = (changes: ReturnType<typeof breakingChanges>) =>
  changes.map(({ place, what }) => `${place}: ${what}`);

describe('what breaks clients', () => {
  const clone = (document: Node) => structuredClone(document) as Record<string, any>;
  const text = (extra: object = {}) => ({ type: 'string', ...extra });
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });

  const before: Node = {
    paths: {
      '/things': {
        post: {
          parameters: [
            { in: 'query', name: 'kind', schema: text({ enum: ['a', 'b'] }) },
            { in: 'query', name: 'since', schema: text() },
          ],
          requestBody: { required: false, ...json(reference('Body')) },
          responses: {
            201: {
              ...json({ type: 'object', properties: { data: reference('Thing') } }),
              headers: { 'X-Id': {} },
            },
            404: { $ref: '#/components/responses/NotFound' },
          },
        },
        get: { responses: { 200: json(reference('Thing')) } },
      },
    },
    webhooks: { made: { post: { requestBody: json(reference('Thing')), responses: { 200: {} } } } },
    components: {
      responses: { NotFound: json(reference('Failure')) },
      schemas: {
        Failure: { type: 'object', properties: { error: text() } },
        Body: {
          type: 'object',
          required: ['name'],
          properties: {
            name: text({ maxLength: 50 }),
            note: { type: ['string', 'null'] },
            size: { type: 'number', minimum: 1 },
            tags: { type: 'array', maxItems: 5, items: text() },
            how: { oneOf: [reference('Fast'), reference('Slow')] },
          },
        },
        Fast: { type: 'object', properties: { fast: { type: 'boolean' } } },
        Slow: { type: 'object', properties: { slow: { type: 'boolean' } } },
        Thing: {
          allOf: [
            {
              type: 'object',
              required: ['id'],
              properties: { id: text(), status: text({ enum: ['new', 'old'] }) },
            },
            {
              properties: {
                parent: { anyOf: [reference('Thing'), { type: 'null' }] },
                size: { type: 'integer' },
              },
            },
          ],
        },
      },
    },
  };
  const post = (document: Record<string, any>) => document['paths']['/things'].post;
  const schema = (document: Record<string, any>, name: string) => document['components'].schemas[name];
  const field = (document: Record<string, any>, name: string) => schema(document, 'Body').properties[name];
  const part = (document: Record<string, any>, index: number) => schema(document, 'Thing').allOf[index];

  type Kind = [change: string, mutate: (document: Record<string, any>) => void, found: string[]];

  const BREAKING: Kind[] = [
    ['an operation goes', (d) => delete d['paths']['/things'].get, ['GET /things: is gone']],
    ['a path goes', (d) => delete d['paths']['/things'], ['POST /things: is gone', 'GET /things: is gone']],
    ['a notification goes', (d) => delete d['webhooks'].made, ['POST made: is gone']],
    ['a parameter goes', (d) => post(d).parameters.pop(), ['POST /things query since: is gone']],
    [
      'a parameter is required',
      (d) => (post(d).parameters[1].required = true),
      ['POST /things query since: is required now'],
    ],
    [
      'a parameter comes that is required',
      (d) => post(d).parameters.push({ in: 'header', name: 'X-New', required: true, schema: text() }),
      ['POST /things header X-New: is required now'],
    ],
    [
      'a parameter takes fewer values',
      (d) => post(d).parameters[0].schema.enum.pop(),
      ['POST /things query kind: takes "b" no more'],
    ],
    [
      'a body is required',
      (d) => (post(d).requestBody.required = true),
      ['POST /things body: is required now'],
    ],
    ['a body goes', (d) => delete post(d).requestBody, ['POST /things body: is gone']],
    [
      'a kind of body goes',
      (d) => (post(d).requestBody.content = { 'text/csv': {} }),
      ['POST /things body application/json: is gone'],
    ],
    ['a field goes', (d) => delete schema(d, 'Body').properties.note, ['Body.note: is gone']],
    ['a field is required', (d) => schema(d, 'Body').required.push('note'), ['Body.note: is required now']],
    [
      'a field comes that is required',
      (d) => {
        schema(d, 'Body').properties.color = text();
        schema(d, 'Body').required.push('color');
      },
      ['Body.color: is required now'],
    ],
    [
      'other fields are refused',
      (d) => (schema(d, 'Body').additionalProperties = false),
      ['Body: takes no other properties any more'],
    ],
    ['a field loses a type', (d) => (field(d, 'note').type = 'string'), ['Body.note: takes null no more']],
    ['numbers become whole', (d) => (field(d, 'size').type = 'integer'), ['Body.size: takes number no more']],
    [
      'a field gets a list of values',
      (d) => (field(d, 'name').enum = ['x']),
      ['Body.name: takes any value no more'],
    ],
    ['a field gets shorter', (d) => (field(d, 'name').maxLength = 49), ['Body.name: maxLength is 49 now']],
    ['a field gets a bound', (d) => (field(d, 'size').maximum = 9), ['Body.size: maximum is 9 now']],
    ['a bound rises', (d) => (field(d, 'size').minimum = 2), ['Body.size: minimum is 2 now']],
    ['a list gets shorter', (d) => (field(d, 'tags').maxItems = 4), ['Body.tags: maxItems is 4 now']],
    [
      'items get a pattern',
      (d) => (field(d, 'tags').items.pattern = '^a'),
      ['Body.tags[]: pattern is "^a" now'],
    ],
    ['a field gets a format', (d) => (field(d, 'name').format = 'date'), ['Body.name: format is "date" now']],
    ['a choice goes', (d) => field(d, 'how').oneOf.pop(), ['Body.how: takes Slow no more']],
    [
      'a choice becomes one of them',
      (d) => (schema(d, 'Body').properties.how = reference('Fast')),
      ['Body.how: takes Slow no more'],
    ],
    ['a choice takes less', (d) => delete schema(d, 'Slow').properties.slow, ['Slow.slow: is gone']],
    ['a status goes', (d) => delete post(d).responses[404], ['POST /things 404: is gone']],
    [
      'a header of an answer goes',
      (d) => (post(d).responses[201].headers = {}),
      ['POST /things 201 X-Id: is gone'],
    ],
    [
      'a field of an answer goes, of a notification too: said once',
      (d) => delete part(d, 0).properties.id,
      ['Thing.id: is gone'],
    ],
    [
      'a field beside the schemas of an answer goes',
      (d) => (post(d).responses[201].content['application/json'].schema.properties = {}),
      ['POST /things 201.data: is gone'],
    ],
    [
      'a field of an answer may be absent',
      (d) => (part(d, 0).required = []),
      ['Thing.id: may be absent now'],
    ],
    [
      'an answer may be null',
      (d) => (part(d, 0).properties.id.type = ['string', 'null']),
      ['Thing.id: may be null now'],
    ],
    [
      'whole numbers of an answer do not stay so',
      (d) => (part(d, 1).properties.size.type = 'number'),
      ['Thing.size: may be number now'],
    ],
    [
      'an answer has a new value',
      (d) => part(d, 0).properties.status.enum.push('gone'),
      ['Thing.status: may be "gone" now'],
    ],
    [
      'an answer loses its list of values',
      (d) => delete part(d, 0).properties.status.enum,
      ['Thing.status: may be any value now'],
    ],
    [
      'an answer has another choice',
      (d) => part(d, 1).properties.parent.anyOf.push(reference('Fast')),
      ['Thing.parent: may be Fast now'],
    ],
    [
      'a failure loses a field',
      (d) => delete schema(d, 'Failure').properties.error,
      ['Failure.error: is gone'],
    ],
  ];
  it.each(BREAKING)('%s', (_change, mutate, found) => {
    const after = clone(before);
    mutate(after);
    expect(say(breakingChanges(before, after))).toEqual(found);
  });

  const HARMLESS: [string, (document: Record<string, any>) => void][] = [
    ['nothing', () => undefined],
    ['an operation comes', (d) => (d['paths']['/others'] = d['paths']['/things'])],
    ['a parameter comes', (d) => post(d).parameters.push({ in: 'query', name: 'q', schema: text() })],
    ['a parameter takes more', (d) => post(d).parameters[0].schema.enum.push('c')],
    ['a field comes', (d) => (schema(d, 'Body').properties.color = text())],
    ['a field is required no more', (d) => (schema(d, 'Body').required = [])],
    [
      'bounds widen',
      (d) => Object.assign(field(d, 'name'), { maxLength: 60 }) && (field(d, 'size').minimum = 0),
    ],
    ['a choice comes', (d) => field(d, 'how').oneOf.push({ type: 'null' })],
    ['a status comes', (d) => (post(d).responses[409] = json(reference('Failure')))],
    [
      'an answer has another field, always',
      (d) => {
        part(d, 1).properties.color = text();
        part(d, 0).required.push('color');
      },
    ],
    ['an answer has fewer values', (d) => part(d, 0).properties.status.enum.pop()],
    ['an answer is longer', (d) => (part(d, 0).properties.id.maxLength = 9)],
    [
      'a schema has another name',
      (d) => {
        d['components'].schemas.Renamed = schema(d, 'Body');
        post(d).requestBody = json(reference('Renamed'));
      },
    ],
  ];
  it.each(HARMLESS)('not: %s', (_change, mutate) => {
    const after = clone(before);
    mutate(after);
    expect(say(breakingChanges(before, after))).toEqual([]);
  });
});
