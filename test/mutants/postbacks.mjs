const SUBSCRIBERS = 'src/postbacks/fan-out/subscriber.repository.ts';
const ENDPOINTS = 'src/postbacks/endpoints/endpoint.repository.ts';
const ENDPOINT_LIFECYCLE = 'src/postbacks/endpoints/endpoint.lifecycle.ts';
const HEALTH = 'src/postbacks/delivery/endpoint-health.repository.ts';
const ATTEMPTS = 'src/postbacks/delivery/attempt.repository.ts';
const DELIVERIES = 'src/postbacks/delivery/delivery.repository.ts';

/** Who gets what, once, in order, and at most by one worker at a time. */
export default [
  {
    name: 'the fan-out does not lock the endpoints',
    file: SUBSCRIBERS,
    find: 'ORDER BY e.id FOR NO KEY UPDATE`',
    replace: 'ORDER BY e.id`',
    specs: ['test/e2e/postbacks-subscriptions'],
  },
  {
    name: 'a success of the address before ends the failures of the new one',
    file: HEALTH,
    find: '(merchant_id, id, url) IN (\n                    SELECT * FROM unnest((SELECT $${first}::uuid[]), $${first + 1}::uuid[], $${first + 2}::text[]))',
    replace:
      '(merchant_id, id) IN (SELECT m, i FROM unnest((SELECT $${first}::uuid[]), $${first + 1}::uuid[], $${first + 2}::text[]) AS a (m, i, u))',
    specs: ['test/e2e/postbacks-together'],
  },
  {
    name: 'new endpoints of a merchant do not wait for each other',
    file: ENDPOINTS,
    find: "await tx.query(`SELECT pg_advisory_xact_lock(${creationLock('$1')})`, [merchantId]);",
    replace: '',
    specs: ['test/e2e/postbacks-endpoints', 'test/e2e/postbacks-subscriptions'],
  },
  {
    name: 'a change of events leaves nothing behind for events that wait',
    file: ENDPOINT_LIFECYCLE,
    find: 'if (isSubscribedAnew) await this.endSubscription(tx, endpoint);',
    replace: '',
    specs: ['test/e2e/postbacks-subscriptions'],
  },
  {
    name: 'a deletion leaves nothing behind for events that wait',
    file: ENDPOINT_LIFECYCLE,
    find: 'await this.endSubscription(tx, endpoint);\n    Object.assign(endpoint, {\n      status',
    replace: 'Object.assign(endpoint, {\n      status',
    specs: ['test/e2e/postbacks-subscriptions'],
  },
  {
    name: 'a new endpoint gets what is older than itself',
    file: 'src/postbacks/fan-out/subscription.rules.ts',
    find: 'if (event.position < history.createdPosition) return false;',
    replace: '',
    specs: ['src/postbacks/fan-out/subscription.rules.spec.ts'],
  },
  {
    name: 'past subscriptions are purged although an event still waits',
    file: SUBSCRIBERS,
    find: '(SELECT min(position) FROM outbox_events WHERE relayed_at IS NULL)',
    replace: 'NULL::bigint',
    specs: ['test/e2e/postbacks-subscriptions'],
  },
  {
    name: 'deliveries are taken although another worker holds them',
    file: DELIVERIES,
    find: 'AND (lease_until IS NULL OR lease_until <= now())\n      ORDER BY',
    replace: 'ORDER BY',
    specs: ['test/e2e/postbacks-schedule', 'test/e2e/postbacks-delivery.e2e'],
  },
  {
    name: 'the outcome of an attempt is written by whoever lost its lease',
    file: ATTEMPTS,
    find: 'OR (d.claim <> o.claim AND o.succeeded AND (',
    replace: 'OR (d.claim <> o.claim AND (',
    specs: ['test/e2e/postbacks-schedule', 'test/e2e/postbacks-delivery.e2e'],
  },
  {
    name: 'every worker may probe an endpoint whose breaker is open',
    file: HEALTH,
    find: 'WHERE merchant_id = $1 AND id = $2 AND breaker_open_until <= now()`',
    replace: 'WHERE merchant_id = $1 AND id = $2`',
    specs: ['test/e2e/postbacks-breaker'],
  },
  {
    name: 'a pause goes on sending what was due',
    file: ENDPOINT_LIFECYCLE,
    find: 'await this.repository.holdDeliveries(tx, endpoint);',
    replace: '',
    specs: ['test/e2e/postbacks-delivery.e2e', 'test/e2e/postbacks-replay'],
  },
  {
    name: 'a deletion cancels nothing',
    file: ENDPOINT_LIFECYCLE,
    find: 'await this.repository.cancelDeliveries(tx, endpoint);',
    replace: '',
    specs: ['test/e2e/postbacks-delivery.e2e', 'test/e2e/postbacks-endpoints'],
  },
  {
    name: "another merchant's endpoint is shown",
    file: ENDPOINTS,
    find: '      merchantId,\n      id,\n      deletedAt: IsNull(),\n    });\n    if (found === null)',
    replace: '      id,\n      deletedAt: IsNull(),\n    });\n    if (found === null)',
    specs: ['test/e2e/postbacks-endpoints', 'test/e2e/access'],
  },
  {
    name: 'a pause is told to nobody',
    file: ENDPOINT_LIFECYCLE,
    find: "    await this.outbox.append(tx, {\n      event: POSTBACK_EVENTS['endpoint.paused'],",
    replace: "    await Promise.resolve({\n      event: POSTBACK_EVENTS['endpoint.paused'],",
    specs: ['test/e2e/postbacks-delivery.e2e', 'test/e2e/postbacks-schedule'],
  },
  {
    name: 'two relays hand the same events on',
    file: 'src/common/outbox/outbox.repository.ts',
    find: '          FOR UPDATE SKIP LOCKED`',
    replace: '`',
    specs: ['test/e2e/outbox'],
  },
];
