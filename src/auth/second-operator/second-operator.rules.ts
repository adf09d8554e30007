/** Why an operator cannot complete a decision that waits, each a code of the API. */
export const HINDRANCES = ['same_operator', 'maker', 'password_not_set'] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** An account, and who stands behind it. */
export interface Account {
  readonly id: string;
  /** Who made it, who made that one, and so on. */
  readonly makerIds: ReadonlySet<string>;
  /** When its holder chose the password; null while somebody else knows it. */
  readonly passwordSetAt: Date | null;
}

/**
 * What keeps `second` from completing what `first` decided then: two accounts may be one person. Whoever makes an
 * account can act with it until its holder has chosen a password, and with what it makes in turn.
 */
export function hindranceOf(first: Account, decidedAt: Date, second: Account): Hindrance | null {
  if (second.id === first.id) return 'same_operator';
  if (second.makerIds.has(first.id)) return 'maker';
  const wasHolder = first.passwordSetAt !== null && first.passwordSetAt <= decidedAt;
  if (!wasHolder && first.makerIds.has(second.id)) return 'maker';
  return second.passwordSetAt === null ? 'password_not_set' : null;
}
