/**
 * The committed documents of the API as functions that check what a running one answers and sends. Node itself loads
 * this, once for all spec files of a worker (outside-runtime.js): a schema is compiled when it is first met.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { default: Ajv } = require('ajv/dist/2020');
const { default: addFormats } = require('ajv-formats');

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'openapi');
const COMPONENT = '#/components/schemas/';
const JSON_TYPE = 'application/json';

const read = (name) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));

/** Read when the first answer comes. */
let documents = null;
const all = () =>
  (documents ??= ['openapi', 'openapi-review'].map((name) => new ApiDocument(name, read(name))));

/** What is not as documented in an answer; null when all is. Answers that are not of the API (proxies, pages) are not looked at. */
function faultOfAnswer({ method, path, status, contentType, body }) {
  const [pathname] = path.split('?');
  if (!pathname.startsWith('/v1/') || method === 'HEAD' || method === 'OPTIONS') return null;
  const isJson = contentType.startsWith(JSON_TYPE);
  if (status >= 400 && !isJson) return null;
  for (const document of all()) {
    const found = document.find(method.toLowerCase(), segmentsOf(pathname));
    if (found !== null) return document.faultOf(found.operation, status, isJson ? body : undefined);
  }
  return status < 400 ? 'there is no such operation' : all()[0].faultOfFailure(body);
}

/** The operation that a request is for, with the parameters of its path; null when there is none. */
function operationOf(method, path) {
  const segments = segmentsOf(path);
  for (const document of all()) {
    const found = document.find(method.toLowerCase(), segments);
    if (found === null) continue;
    const named = found.segments.flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[at])]] : [],
    );
    return { id: found.operation.operationId, parameters: Object.fromEntries(named) };
  }
  return null;
}

/** What is not as documented in the body of a request. */
function faultOfRequest(operationId, body) {
  for (const document of all()) {
    const fault = document.faultOfRequest(operationId, body);
    if (fault !== undefined) return fault;
  }
  return `there is no ${operationId}`;
}

/** As faultOfAnswer, of the body of a notification. */
function faultOfNotification(event, body) {
  return all()[0].faultOfNotification(event, body);
}

module.exports = { faultOfAnswer, faultOfNotification, faultOfRequest, operationOf };

function ApiDocument(name, document) {
  const ajv = new Ajv({ strict: false, discriminator: true });
  addFormats(ajv);
  const schemas = Object.entries(document.components.schemas);
  ajv.addSchema({
    $id: name,
    closed: Object.fromEntries(schemas.map(([key, schema]) => [key, closed(schema, name)])),
    open: Object.fromEntries(schemas.map(([key, schema]) => [key, open(schema, name)])),
  });
  const compiled = new Map();
  const operations = Object.entries(document.paths).map(([path, item]) => ({
    segments: path.slice(1).split('/'),
    item,
  }));

  const faultBy = (key, schema, body) => {
    let validate = compiled.get(key);
    if (validate === undefined) compiled.set(key, (validate = ajv.compile(closed(schema, name))));
    if (validate(body)) return null;
    const [{ instancePath, message, params }] = validate.errors;
    return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
  };

  this.find = (method, segments) => {
    const fitting = operations.filter(
      (one) =>
        one.segments.length === segments.length && one.segments.every((part, at) => fits(part, segments[at])),
    );
    const [best] = fitting.sort((one, other) => variables(one) - variables(other));
    const operation = best?.item[method];
    return operation === undefined ? null : { operation, segments: best.segments };
  };

  this.faultOfRequest = (operationId, body) => {
    const all = operations.flatMap(({ item }) => Object.values(item));
    const operation = all.find((one) => one.operationId === operationId);
    if (operation === undefined) return undefined;
    const schema = operation.requestBody?.content[JSON_TYPE]?.schema;
    return schema === undefined ? 'takes no JSON' : faultBy(`${operationId} request`, schema, body);
  };

  this.faultOf = (operation, status, body) => {
    const response = operation.responses[status];
    if (response === undefined) return `${operation.operationId} does not say that it answers ${status}`;
    const key = response.$ref ?? `${operation.operationId} ${status}`;
    const { content } =
      response.$ref === undefined ? response : document.components.responses[key.split('/').at(-1)];
    const schema = content?.[JSON_TYPE]?.schema;
    if (body === undefined) return schema === undefined ? null : 'should be JSON';
    return schema === undefined ? 'should not be JSON' : faultBy(key, schema, body);
  };

  this.faultOfFailure = (body) => faultBy('Failure', { $ref: `${COMPONENT}Failure` }, body);

  this.faultOfNotification = (event, body) => {
    const post = document.webhooks[event]?.post;
    return post === undefined
      ? 'there is no such event'
      : faultBy(post.operationId, post.requestBody.content[JSON_TYPE].schema, body);
  };
}

const segmentsOf = (path) => path.split('?')[0].replace(/\/$/, '').slice(1).split('/');
const fits = (part, segment) => (part.startsWith('{') ? segment !== '' : part === segment);
const variables = ({ segments }) => segments.filter((part) => part.startsWith('{')).length;

/** The schema, taking no field that it does not name: what is answered and not documented is found too. */
function closed(node, name) {
  const made = open(node, name);
  if (typeof made !== 'object') return made;
  const isObject = 'properties' in made || 'allOf' in made;
  return isObject && !('additionalProperties' in made) ? { ...made, unevaluatedProperties: false } : made;
}

/** The schema as a part of an `allOf`: it takes what the other parts name; what is inside of it is closed. */
function open(node, name) {
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, allOf, properties, items, anyOf, oneOf, additionalProperties, discriminator, ...rest } = node;
  const each = (list) => list.map((one) => closed(one, name));
  const part = (one) =>
    one.$ref === undefined ? open(one, name) : { $ref: referred(one.$ref, name, 'open') };
  return {
    ...rest,
    ...($ref && { $ref: referred($ref, name, 'closed') }),
    ...(allOf && { allOf: allOf.map(part) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(items && { items: closed(items, name) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, closed(one, name)]),
      ),
    }),
    ...(additionalProperties !== undefined && { additionalProperties: closed(additionalProperties, name) }),
    // Its mapping says what the schemas say themselves, and the validator has no use for it.
    ...(discriminator && { discriminator: { propertyName: discriminator.propertyName } }),
  };
}

function referred($ref, name, kind) {
  return `${name}#/${kind}/${$ref.slice(COMPONENT.length)}`;
}
