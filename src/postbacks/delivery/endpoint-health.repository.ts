import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import type { ClaimedDelivery } from './delivery.repository';

/** An endpoint, and where attempts went. What another address than its own answered is none of its account. */
export interface EndpointAddress extends EndpointKey {
  readonly url: string;
}

/** What attempts to one endpoint, written together, say of it. */
export interface Observation {
  readonly endpoint: EndpointAddress;
  readonly failures: number;
  readonly succeeded: boolean;
  readonly slow: boolean;
  /** The one attempt that an open breaker let through. */
  readonly isProbe: boolean;
}

/** What has changed of an endpoint by what was observed. */
export interface Observed {
  readonly isBreakerOpen: boolean;
  /** Nothing had failed before. */
  readonly beganToFail: boolean;
  /** It opened, or opened anew, with this observation: for so long. */
  readonly openedForSeconds: number | null;
  readonly failedAttempts: number;
  /** It had failed, and a success ended that. */
  readonly recovered: boolean;
  /** The breaker had been open until then. */
  readonly closed: boolean;
}

/** An endpoint that had an account of failures. */
export interface EndedAccount extends Pick<Observed, 'recovered' | 'closed' | 'failedAttempts'> {
  readonly id: string;
}

export const NOTHING_NEW: Observed = {
  isBreakerOpen: false,
  beganToFail: false,
  openedForSeconds: null,
  failedAttempts: 0,
  recovered: false,
  closed: false,
};

/** @param first number of the parameters: merchants, their endpoints, where these were asked, and whether they answer slowly */
export function endAccounts(first: number): string {
  const slow = `$${first + 3}`;
  return `UPDATE postback_endpoints AS e
      SET failing_since = NULL, failed_attempts = 0, breaker_open_until = NULL, breaker_openings = 0, slow = ${slow},
          version = e.version + CASE WHEN e.failing_since IS NULL AND e.breaker_open_until IS NULL THEN 0 ELSE 1 END
     FROM (SELECT merchant_id, id, failed_attempts, breaker_openings FROM postback_endpoints
            WHERE (merchant_id, id, url) IN (
                    SELECT * FROM unnest((SELECT $${first}::uuid[]), $${first + 1}::uuid[], $${first + 2}::text[]))
              AND (failing_since IS NOT NULL OR breaker_openings > 0 OR slow <> ${slow})
            ORDER BY id FOR NO KEY UPDATE) AS before
    WHERE e.merchant_id = before.merchant_id AND e.id = before.id
   RETURNING e.id, before.failed_attempts > 0 AS recovered, before.breaker_openings > 0 AS closed,
             before.failed_attempts AS "failedAttempts"`;
}

/** The parameters of endpoints. */
export function addressesOf(endpoints: readonly EndpointAddress[]): [string[], string[], string[]] {
  return [
    endpoints.map(({ merchantId }) => merchantId),
    endpoints.map(({ endpointId }) => endpointId),
    endpoints.map(({ url }) => url),
  ];
}

/** By the endpoints' ids. */
export function observedOf(ended: readonly EndedAccount[]): ReadonlyMap<string, Observed> {
  return new Map(ended.map(({ id, ...account }) => [id, { ...NOTHING_NEW, ...account }]));
}

/** How receivers answer a signature that they do not know. */
const REFUSALS = '400, 401, 403';

/** Enough failures in a row, and not merely the rest of what was in flight when it opened. */
const OPENS = `e.failed_attempts + $3 >= $6::int
  AND ($5::boolean OR e.breaker_open_until IS NULL OR e.breaker_open_until <= now())`;

/**
 * The account of an endpoint's failures, kept in its row so that all workers go by the same. From it follow the
 * breaker (contract §7: failures in a row open it, each opening for the next wait of the configuration) and the pause by failure.
 * What the API shows of it (`health`) grows the endpoint's version as every change of a record does.
 */
@Injectable()
export class EndpointHealthRepository {
  constructor(private readonly config: AppConfig) {}

  /** A success ends the account, failures add to it. */
  async observe(tx: Tx, observation: Observation): Promise<Observed> {
    const { succeeded, endpoint, slow } = observation;
    if (!succeeded) return this.addFailures(tx, observation);
    return (await this.endAccounts(tx, [endpoint], slow)).get(endpoint.endpointId) ?? NOTHING_NEW;
  }

  /** Of several endpoints at once, that all answered or all answered slowly; answers those of which something has changed. */
  async endAccounts(
    tx: Tx,
    endpoints: readonly EndpointAddress[],
    slow: boolean,
  ): Promise<ReadonlyMap<string, Observed>> {
    const [rows] = await tx.query<[EndedAccount[], number]>(endAccounts(1), [
      ...addressesOf(endpoints),
      slow,
    ]);
    return observedOf(rows);
  }

  /** Those of these deliveries whose last attempt the receiver refused. */
  async findRefused(
    tx: Tx,
    { merchantId }: EndpointKey,
    claimed: readonly ClaimedDelivery[],
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT delivery_id AS id
         FROM postback_attempts JOIN unnest($2::uuid[], $3::int[]) AS last (delivery_id, number) USING (delivery_id, number)
        WHERE merchant_id = $1 AND status_code IN (${REFUSALS})`,
      [merchantId, claimed.map(({ id }) => id), claimed.map(({ attemptCount }) => attemptCount)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Takes the one probe that a breaker whose time is up allows; false when another worker has it. */
  async takeProbe(tx: Tx, { merchantId, endpointId }: EndpointKey, leaseMs: number): Promise<boolean> {
    // Until the probe is answered the breaker stays open for everybody else, and again for all when its worker dies.
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE postback_endpoints SET breaker_open_until = now() + make_interval(secs => $3 / 1000.0), version = version + 1
        WHERE merchant_id = $1 AND id = $2 AND breaker_open_until <= now()`,
      [merchantId, endpointId, leaseMs],
    );
    return count === 1;
  }

  /** Somebody looks at the endpoint now, or nothing was there to send: the next attempt is let through at once. */
  async allowProbe(tx: Tx, { merchantId, endpointId }: EndpointKey): Promise<void> {
    await tx.query(
      `UPDATE postback_endpoints SET breaker_open_until = now(), version = version + 1
        WHERE merchant_id = $1 AND id = $2 AND breaker_open_until > now()`,
      [merchantId, endpointId],
    );
  }

  private async addFailures(tx: Tx, { endpoint, failures, slow, isProbe }: Observation): Promise<Observed> {
    const { failuresInRow, waitsSeconds } = this.config.postbacks.breaker;
    const [rows] = await tx.query<[Partial<Observed>[], number]>(
      `UPDATE postback_endpoints AS e
          SET failing_since = coalesce(e.failing_since, now()),
              failed_attempts = e.failed_attempts + $3,
              slow = $4,
              breaker_openings = e.breaker_openings + CASE WHEN ${OPENS} THEN 1 ELSE 0 END,
              breaker_open_until = CASE WHEN ${OPENS}
                THEN now() + make_interval(secs => ($7::float8[])[least(e.breaker_openings + 1, cardinality($7::float8[]))])
                ELSE e.breaker_open_until END,
              version = e.version + 1
         FROM (SELECT merchant_id, id, failing_since, breaker_openings FROM postback_endpoints
                WHERE merchant_id = $1 AND id = $2 AND url = $8 AND deleted_at IS NULL FOR NO KEY UPDATE) AS before
        WHERE e.merchant_id = before.merchant_id AND e.id = before.id
       RETURNING coalesce(e.breaker_open_until > now(), false) AS "isBreakerOpen",
                 before.failing_since IS NULL AS "beganToFail", e.failed_attempts AS "failedAttempts",
                 CASE WHEN e.breaker_openings > before.breaker_openings
                   THEN extract(epoch FROM e.breaker_open_until - now())::float8 END AS "openedForSeconds"`,
      [
        ...[endpoint.merchantId, endpoint.endpointId, failures, slow, isProbe],
        ...[failuresInRow, waitsSeconds, endpoint.url],
      ],
    );
    return { ...NOTHING_NEW, ...rows[0] };
  }
}
