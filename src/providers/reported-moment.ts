/**
 * When something happened, as the institution tells it (money contract §11, Times); ours where it tells nothing.
 * A foreign clock may be wrong: never later than now, and never earlier than what it is about.
 */
export function reportedMoment(
  reported: Date | undefined,
  about: { readonly since: Date; readonly now: Date },
): Date {
  const [since, now] = [about.since.getTime(), about.now.getTime()];
  const at = reported?.getTime() ?? now;
  return new Date(Number.isNaN(at) ? now : Math.min(Math.max(at, since), now));
}
