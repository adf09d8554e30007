/** An account of a book. */
export interface AccountPlace {
  readonly merchantId: string;
  readonly accountId: string;
}

/** Where the walk over the hours of accounts is: after this one. The database writes and reads its hour. */
export interface WalkPlace extends AccountPlace {
  readonly hour: string;
}

/** Entries of an account that are to be read: after a place, up to another one. */
export interface Slice extends AccountPlace {
  readonly after: number;
  readonly upTo: number;
}

/** As many of the first slices as hold so many entries; the last one may be cut. */
export function firstOf(slices: readonly Slice[], most: number): Slice[] {
  const taken: Slice[] = [];
  let left = most;
  for (const slice of slices) {
    if (left === 0) break;
    const upTo = Math.min(slice.upTo, slice.after + left);
    left -= upTo - slice.after;
    taken.push({ ...slice, upTo });
  }
  return taken;
}

/** Every one of the slices, each no longer than its part of so many entries. */
export function partOfEach(slices: readonly Slice[], most: number): Slice[] {
  const part = Math.max(1, Math.floor(most / slices.length));
  return slices.map((slice) => ({ ...slice, upTo: Math.min(slice.upTo, slice.after + part) }));
}

/**
 * How far a walk has come that read these of its slices: to its end, or before the first account that is not done. One with a
 * break is done: it would keep the others waiting.
 */
export function reached(
  begun: WalkPlace,
  walked: readonly WalkPlace[],
  slices: readonly Slice[],
  taken: readonly Slice[],
  broken: readonly AccountPlace[],
): WalkPlace {
  const done = new Set(broken.map(({ accountId }) => accountId));
  const upTo = new Map(taken.map((slice) => [slice.accountId, slice.upTo]));
  const first = slices.find(
    (slice) => !done.has(slice.accountId) && upTo.get(slice.accountId) !== slice.upTo,
  );
  const end =
    first === undefined ? walked.length : walked.findIndex(({ accountId }) => accountId === first.accountId);
  return walked[end - 1] ?? begun;
}
