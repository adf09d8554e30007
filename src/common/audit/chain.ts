import { hmac } from '../crypto';

/** All columns of an entry but its mac, each as one text: what the seal is made of. */
export interface SealedColumns {
  readonly sequence: string;
  /** Seconds since 1970 with six decimals, as PostgreSQL writes `extract(epoch FROM at)`. */
  readonly at: string;
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorEmail: string | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly merchantId: string | null;
  readonly details: string;
}

/** What the first entry continues. */
export const CHAIN_START = Buffer.alloc(32);

/**
 * mac_n = HMAC-SHA256(key, entry_n ‖ mac_{n-1}). An array of strings and nulls has one JSON text only, and the mac
 * before has always 32 bytes: no two entries have the same input.
 */
export function sealOf(key: Buffer, columns: SealedColumns, before: Buffer): Buffer {
  const entry = JSON.stringify([
    columns.sequence,
    columns.at,
    columns.action,
    columns.actorKind,
    columns.actorId,
    columns.actorEmail,
    columns.targetType,
    columns.targetId,
    columns.merchantId,
    columns.details,
  ]);
  return hmac(key, Buffer.concat([Buffer.from(entry, 'utf8'), before]));
}

/** A time as it is sealed. The column keeps milliseconds; whoever stored more digits has changed it. */
export function sealedTime(at: Date): string {
  const milliseconds = at.getTime();
  const seconds = Math.floor(milliseconds / 1_000);
  return `${seconds}.${String(milliseconds - seconds * 1_000).padStart(3, '0')}000`;
}

/** Sixteen bytes that only the holder of this key makes, and that tell nothing of it. */
export function keyCheckOf(key: Buffer): Buffer {
  return hmac(key, 'the key of the audit log').subarray(0, 16);
}
