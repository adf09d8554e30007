import type { OpenAPIObject } from '@nestjs/swagger';
import { categoryOf, isLogin, isReviewPath, WINDOW_SECONDS } from '../common/rate-limit';
import type { Operation } from './failures';

type Tags = NonNullable<OpenAPIObject['tags']>;

/** What the groups of operations are about, in the order in which one meets them. */
const GROUPS: Readonly<Record<string, string>> = {
  Merchant: 'Who asks, and what it may.',
  Portal: 'Links into your portal, for your people and for one seller, and the sessions that they open.',
  Submerchants: 'Sellers on whose behalf is charged: their registration, its requirements and its review.',
  'Legal representatives': 'The partners of a company.',
  Addresses: 'Where a submerchant is.',
  Documents: 'Files that prove a registration; they stay where the caller hosts them.',
  Charges: 'Payments by pix, card and boleto, with their splits and refunds.',
  Receivables: 'What recipients get of captured charges, and on which day; what was settled.',
  Wallets: 'What is held for a merchant and its submerchants, and how it came and went.',
  Withdrawals: 'Money that leaves wallets for the accounts of their owners, and what comes back.',
  Anticipations: 'Receivables that are paid before their day: what that costs, and what became of it.',
  Banks: 'Where accounts can be.',
  Disputes: 'Payments that their payers want back: who bears them, and the answers to them.',
  Terms: 'What a merchant agreed on with the platform: fees, settlement, reserve and limits.',
  Postbacks: 'Endpoints for signed notifications, and the log of what was sent to them.',
  Notifications: 'What endpoints receive.',
  Sandbox: 'What payers and operators do, played for test merchants.',
  Session: 'Logging in, the second factor and the password.',
  Review: 'The queue of registrations, decisions on them, and what became of payments and notifications.',
  Operators: 'Those who decide.',
};

/** The tags of a document's operations. Throws when one has no description. */
export function tagsOf({ paths, webhooks = {} }: OpenAPIObject): Tags {
  const items = [...Object.values(paths), ...Object.values(webhooks)];
  const used = new Set(
    items
      .flatMap((item) => Object.values(item as Record<string, Operation>))
      .flatMap(({ tags }) => tags ?? []),
  );
  for (const name of used) if (!(name in GROUPS)) throw new Error(`nothing says what ${name} is about`);
  return Object.entries(GROUPS).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  );
}

/** What an operation answers, whether it may be repeated, and against which limit it counts. */
export function descriptionOf(operation: Operation, method: string, path: string): string {
  const successes = Object.entries(operation.responses).flatMap(([status, response]) =>
    status.startsWith('2') && response !== undefined && 'description' in response
      ? [`\`${status}\`: ${response.description}`]
      : [],
  );
  const isRepeatable = operation.parameters?.some(
    (parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key',
  );
  const repeated =
    isRepeatable === true ? [' With an `Idempotency-Key` it is done once, however often it is sent.'] : [];
  return `${successes.join('\n\n')}\n\n${limitOf(method, path)}${repeated.join('')}`;
}

/** Says what the parameters are that no decorator describes: ids of records in the path, and filters. */
export function describeParameters({ parameters = [] }: Operation, path: string): void {
  for (const parameter of parameters) {
    if (!('name' in parameter) || parameter.description !== undefined) continue;
    const { name } = parameter;
    if (parameter.in === 'path')
      parameter.description = `The ${nameOf(name)} of the ${recordOf(path, name)}.`;
    if (parameter.in === 'query') parameter.description = `Only those with this \`${name}\`.`;
  }
}

const nameOf = (parameter: string) =>
  parameter.toLowerCase().endsWith('id') ? 'id' : parameter.replaceAll('_', ' ');

/** What a path's collection before the parameter holds: a _legal representative_ in `/legal-representatives/{repId}`. */
function recordOf(path: string, parameter: string): string {
  const segments = path.split('/');
  const collection = (segments[segments.indexOf(`{${parameter}}`) - 1] ?? '').replaceAll('-', ' ');
  return SINGULARS[collection] ?? collection.replace(/s$/, '');
}

const SINGULARS: Readonly<Record<string, string>> = {
  addresses: 'address',
  books: 'merchant',
  deliveries: 'delivery',
  'delivery logs': 'delivery',
  keys: 'key pair',
  terms: 'terms',
};

function limitOf(method: string, path: string): string {
  const counted = `Counts against the limit of ${WINDOW_SECONDS} seconds`;
  if (isLogin(method.toUpperCase(), path)) return `${counted} for log-ins, by address.`;
  return isReviewPath(path) ? `${counted} of its operator.` : `${counted} for \`${categoryOf(path)}\`.`;
}
