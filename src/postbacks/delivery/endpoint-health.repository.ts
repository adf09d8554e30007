import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';

/** What attempts to one endpoint, written together, say of it. */
export interface Observation {
  readonly endpoint: EndpointKey;
  readonly failures: number;
  readonly succeeded: boolean;
  readonly slow: boolean;
  /** The one attempt that an open breaker let through. */
  readonly isProbe: boolean;
}

/** Enough failures in a row, and not merely the rest of what was in flight when it opened. */
const OPENS = `failed_attempts + $3 >= $6::int
  AND ($5::boolean OR breaker_open_until IS NULL OR breaker_open_until <= now())`;

/**
 * The account of an endpoint's failures, kept in its row so that all workers go by the same. From it follow the
 * breaker (contract §7: failures in a row open it, each opening for the next wait of the configuration) and the pause by failure.
 */
@Injectable()
export class EndpointHealthRepository {
  constructor(private readonly config: AppConfig) {}

  /** A success ends the account, failures add to it. Returns whether the breaker is open now. */
  async observe(tx: Tx, observation: Observation): Promise<boolean> {
    if (!observation.succeeded) return this.addFailures(tx, observation);
    await tx.query(
      `UPDATE postback_endpoints
          SET failing_since = NULL, failed_attempts = 0, breaker_open_until = NULL, breaker_openings = 0, slow = $3
        WHERE merchant_id = $1 AND id = $2 AND (failing_since IS NOT NULL OR breaker_openings > 0 OR slow <> $3)`,
      [observation.endpoint.merchantId, observation.endpoint.endpointId, observation.slow],
    );
    return false;
  }

  /** Takes the one probe that a breaker whose time is up allows; false when another worker has it. */
  async takeProbe(tx: Tx, { merchantId, endpointId }: EndpointKey, leaseMs: number): Promise<boolean> {
    // Until the probe is answered the breaker stays open for everybody else, and again for all when its worker dies.
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE postback_endpoints SET breaker_open_until = now() + make_interval(secs => $3 / 1000.0)
        WHERE merchant_id = $1 AND id = $2 AND breaker_open_until <= now()`,
      [merchantId, endpointId, leaseMs],
    );
    return count === 1;
  }

  /** Somebody looks at the endpoint now, or nothing was there to send: the next attempt is let through at once. */
  async allowProbe(tx: Tx, { merchantId, endpointId }: EndpointKey): Promise<void> {
    await tx.query(
      `UPDATE postback_endpoints SET breaker_open_until = now()
        WHERE merchant_id = $1 AND id = $2 AND breaker_open_until > now()`,
      [merchantId, endpointId],
    );
  }

  private async addFailures(tx: Tx, { endpoint, failures, slow, isProbe }: Observation): Promise<boolean> {
    const { failuresInRow, waitsSeconds } = this.config.postbacks.breaker;
    const [rows] = await tx.query<[{ isOpen: boolean }[], number]>(
      `UPDATE postback_endpoints
          SET failing_since = coalesce(failing_since, now()),
              failed_attempts = failed_attempts + $3,
              slow = $4,
              breaker_openings = breaker_openings + CASE WHEN ${OPENS} THEN 1 ELSE 0 END,
              breaker_open_until = CASE WHEN ${OPENS}
                THEN now() + make_interval(secs => ($7::float8[])[least(breaker_openings + 1, cardinality($7::float8[]))])
                ELSE breaker_open_until END
        WHERE merchant_id = $1 AND id = $2 AND deleted_at IS NULL
       RETURNING coalesce(breaker_open_until > now(), false) AS "isOpen"`,
      [endpoint.merchantId, endpoint.endpointId, failures, slow, isProbe, failuresInRow, waitsSeconds],
    );
    return rows[0]?.isOpen ?? false;
  }
}
