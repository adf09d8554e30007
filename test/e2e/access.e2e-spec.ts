import {
  type Answer,
  anyAddress,
  basic,
  BEHIND_PROXY,
  from,
  type Keys,
  Onboarding,
  openPortal,
  useService,
  type TestOperator,
} from '../support';
import {
  ALLOWED,
  FORBIDDEN,
  HIDDEN,
  type Identity,
  type Outcome,
  ROLES,
  TABLE,
  UNKNOWN,
} from '../support/access-table';
import { type ApiDocument, routesWithSecrets } from '../support/access-secrets';
import { outcomeFor } from '../support/access-portal';
import { nameOf, type Route, routesOf } from '../support/routes';
import { servedDocument } from '../support/served-document';

/** Fewer than the default limit of a window. */
const ROUTES_AN_OPERATOR = 50;

interface Sender {
  readonly name: string;
  readonly identity: Identity;
  /** The credentials of one request: one that changes something may end the session that it came with. */
  headers(method: string): Promise<Record<string, string>> | Record<string, string>;
}
describe('who may use which route', () => {
  const service = useService({ env: BEHIND_PROXY });
  let senders: Sender[];

  beforeAll(async () => {
    senders = [
      ...(await unknownSenders()),
      ...(await merchantSenders()),
      ...(await portalSenders()),
      ...(await operatorSenders()),
    ];
  });

  const withKeys = (keys: Keys) => ({ authorization: basic(keys) });
  const sessionOf = async (operator: TestOperator) => ({ cookie: (await operator.logIn()).cookie });

  /** 401 for all of them, whatever they once were. */
  async function unknownSenders(): Promise<Sender[]> {
    const [merchant, operator, expired, ended, disabled] = [
      await service.merchant(),
      await service.operator({ role: 'admin' }),
      await service.operator({ role: 'admin' }),
      await service.operator({ role: 'admin' }),
      await service.operator({ role: 'admin' }),
    ];
    const expiredSession = await sessionOf(expired);
    await service.dataSource.query(
      `UPDATE operator_sessions SET created_at = created_at - interval '1 day', last_seen_at = last_seen_at - interval '1 day',
              idle_expires_at = idle_expires_at - interval '1 day', expires_at = expires_at - interval '1 day'
        WHERE operator_id = $1`,
      [expired.id],
    );
    const endedSession = await sessionOf(ended);
    expect((await service.anonymous.delete('/v1/review/session', endedSession)).status).toBe(204);
    const disabledSession = await sessionOf(disabled);
    // Only the mark: whatever else disabling does, it is enough.
    await service.dataSource.query('UPDATE operators SET disabled_at = now() WHERE id = $1', [disabled.id]);
    const sender = (name: string, headers: Record<string, string>): Sender => ({
      name,
      identity: { kind: 'nobody' },
      headers: () => headers,
    });
    return [
      sender('no credentials', {}),
      sender("a merchant's wrong secret", withKeys({ ...merchant, secretKey: `${merchant.secretKey}x` })),
      sender("an operator's wrong secret", withKeys({ ...operator, secretKey: merchant.secretKey })),
      sender('an expired session', expiredSession),
      sender('an ended session', endedSession),
      sender("a disabled operator's session", disabledSession),
      sender("a disabled operator's key", withKeys(disabled)),
    ];
  }

  function merchantSenders(): Promise<Sender[]> {
    const kinds = [
      ['test', ['read']],
      ['test', ['write']],
      ['test', ['money']],
      ['test', ['read', 'write']],
      ['test', ['read', 'write', 'money']],
      ['live', ['read', 'write']],
    ] as const;
    return Promise.all(
      kinds.map(async ([mode, scopes]) => {
        const keys = await service.merchant({ mode, scopes: [...scopes] });
        const name = `${mode} merchant, ${scopes.join(' and ')}`;
        return { name, identity: { kind: 'merchant' as const, mode, scopes }, headers: () => withKeys(keys) };
      }),
    );
  }

  /** Each request that ends a session has one of its own. */
  async function portalSenders(): Promise<Sender[]> {
    const kinds = [
      ['merchant', ['read', 'write']],
      ['merchant', ['read', 'write', 'money']],
      ['submerchant', ['read', 'write', 'money']],
    ] as const;
    return Promise.all(
      kinds.map(async ([of, scopes]) => {
        const merchant = await service.merchant({ scopes: [...scopes] });
        const submerchantId = await new Onboarding(merchant.client).person();
        const open = async () => {
          const link = of === 'merchant' ? {} : { submerchant_id: submerchantId };
          return { cookie: (await openPortal(service, merchant, link)).cookie };
        };
        const lasting = await open();
        return {
          name: `a session of the portal of a ${of}, ${scopes.join(' and ')}`,
          identity: { kind: 'portal' as const, of, scopes },
          headers: (method: string) => (method === 'DELETE' ? open() : lasting),
        };
      }),
    );
  }

  async function operatorSenders(): Promise<Sender[]> {
    const made: Sender[] = [];
    for (const role of ROLES) {
      const operator = await service.operator({ role });
      const reading = await sessionOf(operator);
      const identity = (via: 'key' | 'session') => ({ kind: 'operator' as const, role, via });
      made.push(
        { name: `${role} with a key`, identity: identity('key'), headers: () => withKeys(operator) },
        {
          name: `${role} with a session`,
          identity: identity('session'),
          headers: (method) => (method === 'GET' ? reading : sessionOf(operator)),
        },
      );
    }
    return made;
  }

  /** From an address of its own, so that no limit of an address is met. */
  async function send({ method, path }: Route, sender: Sender): Promise<Answer> {
    const concrete = path.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000');
    const headers = { ...(await sender.headers(method)), ...from(anyAddress()) };
    return service.anonymous.send(method, concrete, undefined, headers);
  }

  function outcomeOf({ status, body }: Answer, expected: Outcome): string {
    if (status === 401) return UNKNOWN;
    if (status === 403) return FORBIDDEN;
    if (status === 404 && expected === HIDDEN) return HIDDEN;
    return status < 500 && status !== 429 ? ALLOWED : `${status} ${String(body?.error)}`;
  }

  it('the table has every route of the router, once, and no other', () => {
    const listed = TABLE.flatMap(({ routes }) => routes);
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
    expect([...listed].sort()).toEqual(routesOf(service.api).map(nameOf).sort());
  });

  it('of the routes of operators those that answer a secret need a session, and the table knows every one', async () => {
    const document: ApiDocument = await servedDocument(
      async (path) => (await service.anonymous.get(path)).body,
    );
    const answering = TABLE.filter(({ secret }) => secret === true);
    expect(answering.flatMap(({ routes }) => routes).sort()).toEqual(routesWithSecrets(document));
    const opened = answering.flatMap(({ rule, routes }) =>
      ROLES.some((role) => rule({ kind: 'operator', via: 'key', role }) === ALLOWED) ? routes : [],
    );
    expect(opened).toEqual([]);
  });

  it('every route answers every kind of sender as the table says', async () => {
    const wrong: string[] = [];
    let operators = senders.filter(({ identity }) => identity.kind === 'operator');
    const others = senders.filter(({ identity }) => identity.kind !== 'operator');
    for (const [index, route] of routesOf(service.api).entries()) {
      // An operator on merchants' paths has their default limit: nobody asks more routes than it lets in.
      if (index > 0 && index % ROUTES_AN_OPERATOR === 0) operators = await operatorSenders();
      const rule = TABLE.find(({ routes }) => routes.includes(nameOf(route)))?.rule;
      if (rule === undefined) continue;
      await Promise.all(
        [...others, ...operators].map(async (sender) => {
          // A log-in with nothing in it is let in and then refused for what it lacks.
          const expected = outcomeFor(nameOf(route), rule, sender.identity);
          const outcome = outcomeOf(await send(route, sender), expected);
          if (outcome !== expected)
            wrong.push(`${nameOf(route)}: ${sender.name} is ${outcome}, not ${expected}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
  });

  it('a path that leads nowhere tells nobody more than 404, and a wrong method 405', async () => {
    for (const sender of senders) {
      const headers = { ...(await sender.headers('GET')), ...from(anyAddress()) };
      const nowhere = await service.anonymous.get('/v1/review/nowhere', headers);
      const wrongMethod = await service.anonymous.send('PUT', '/v1/review/operators', undefined, headers);
      expect([sender.name, nowhere.status, wrongMethod.status]).toEqual([sender.name, 404, 405]);
    }
  });
});
