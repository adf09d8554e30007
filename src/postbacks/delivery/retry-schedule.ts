const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * The wait before the next attempt in milliseconds, counted from the end of the last one (contract §7, Success).
 * Beyond the schedule, where only a resend leads, its last wait counts. `random` is in [0, 1).
 */
export function nextWaitMs(
  waitsSeconds: readonly number[],
  attemptsMade: number,
  random: number,
  retryAfterMs: number | null,
): number {
  const waitSeconds = waitsSeconds[attemptsMade] ?? waitsSeconds.at(-1) ?? 0;
  const jitteredMs = Math.round(waitSeconds * 1_000 * (1 - JITTER + 2 * JITTER * random));
  // Retry-After may lengthen a wait, never shorten it.
  return Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** A Retry-After header as milliseconds from `now`: seconds or an HTTP date; anything else counts as absent. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
