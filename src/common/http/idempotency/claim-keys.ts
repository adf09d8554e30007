import { prepared } from '../../../database';
import { type KeyRing, keyedHash } from '../../crypto';
import type { Reply } from '../reply';
import type { IdempotencyRequest } from './idempotency-key';

/** A key that is claimed; its answer where it is known before the transaction ends. */
export interface KeyClaim {
  readonly request: IdempotencyRequest;
  readonly answer: Reply | null;
}

/** What is claimed, and for how long: the parameters of `claimKeys`, the scopes first, null for a request without a key. */
export type ClaimParameters = readonly [
  scopes: (Buffer | null)[],
  macs: (Buffer | null)[],
  keyIds: (string | null)[],
  statuses: (number | null)[],
  /** A JSON array of texts: made faster than the driver's arrays of long ones. */
  bodies: string,
  hours: number,
  withinMs: string,
];

export const CLAIM_PARAMETERS: ClaimParameters['length'] = 7;

/** @param withinMs how long somebody else who holds one of the keys is waited for */
export function claimParameters(
  claims: readonly KeyClaim[],
  { pepper, ttlHours, withinMs }: { pepper: KeyRing; ttlHours: number; withinMs: number },
): ClaimParameters {
  const hashes = claims.map(({ request: { scope, body } }) =>
    scope === null ? null : keyedHash(pepper, body),
  );
  return [
    claims.map(({ request }) => request.scope),
    hashes.map((hash) => hash?.mac ?? null),
    hashes.map((hash) => hash?.keyId ?? null),
    claims.map(({ answer }) => answer?.status ?? null),
    JSON.stringify(
      claims.map(({ request, answer }) => (request.scope === null ? null : (answer?.storedText() ?? null))),
    ),
    ttlHours,
    String(withinMs),
  ];
}

/**
 * Claims keys, and answers the `scope` of each that nobody had before. All claim in the same order: no two groups wait for
 * each other. Sets `lock_timeout` for what follows in its transaction.
 * @param first the number of the first of its parameters
 */
export function claimKeys(first: number): string {
  const parameter = (place: number): string => `$${first + place}`;
  return `
     INSERT INTO idempotency_records (scope, request_mac, mac_key_id, response_status, response_body, expires_at)
     SELECT claim.scope, claim.mac, claim.key_id, claim.status, claim.body,
            now() + make_interval(hours => ${parameter(5)}::int)
       FROM (SELECT set_config('lock_timeout', ${parameter(6)}, true) AS was) AS timeout,
            ROWS FROM (unnest(${parameter(0)}::bytea[]), unnest(${parameter(1)}::bytea[]), unnest(${parameter(2)}::text[]),
                       unnest(${parameter(3)}::smallint[]), json_array_elements_text(${parameter(4)}))
              AS claim (scope, mac, key_id, status, body)
      WHERE timeout.was IS NOT NULL AND claim.scope IS NOT NULL
      ORDER BY claim.scope
     ON CONFLICT (scope) DO UPDATE
       SET request_mac = excluded.request_mac, mac_key_id = excluded.mac_key_id, expires_at = excluded.expires_at,
           response_status = excluded.response_status, response_body = excluded.response_body
       WHERE idempotency_records.expires_at <= now() AND idempotency_records.response_status IS NOT NULL
         AND idempotency_records.waits_for IS NULL
     RETURNING scope`;
}

/**
 * Parts of a statement that writes under keys: `claimed`, and `unrepeated` with the `id` of each thing whose key nobody had before.
 * @param ids the parameter with the id of each thing, its key at the same place
 * @param first the number of the first parameter of `claimKeys`
 */
export function unrepeated(ids: string, first: number): string {
  return `claimed AS (${claimKeys(first)}),
         unrepeated AS MATERIALIZED (
           SELECT asked.id FROM unnest(${ids}::uuid[], $${first}::bytea[]) AS asked (id, scope)
            WHERE asked.scope IS NULL OR asked.scope IN (SELECT scope FROM claimed))`;
}

// The wait for a running first request ends in this time; other locks of the transaction wait as the session says.
export const CLAIM_KEY = prepared(
  `WITH claimed AS (${claimKeys(1)})
   SELECT count(*)::int AS count, set_config('lock_timeout', NULL, true) FROM claimed`,
);
