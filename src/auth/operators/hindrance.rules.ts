import type { Hindrance } from '../../common/errors';

/** An operator's account, and who stands behind it. */
export interface OperatorAccount {
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
export function hindranceOf(
  first: OperatorAccount,
  decidedAt: Date,
  second: OperatorAccount,
): Hindrance | null {
  if (second.id === first.id) return 'same_operator';
  if (second.makerIds.has(first.id)) return 'maker';
  const wasHolder = first.passwordSetAt !== null && first.passwordSetAt <= decidedAt;
  if (!wasHolder && first.makerIds.has(second.id)) return 'maker';
  return second.passwordSetAt === null ? 'password_not_set' : null;
}
