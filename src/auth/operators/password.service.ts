import { hash, type Options, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import { authErrors } from '../auth.errors';
import { passwordFault } from './password.rules';

/** What OWASP recommends for argon2id (the library's algorithm unless told): 19 MiB, two passes. */
const ARGON2ID: Options = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** What is verified where there is no password to verify: a hash of 32 random bytes that nobody kept. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Hwl0UGB1FopMvLqhha38nQ$oPLNzl3nX5Hq1vkpHNG12ttkKId+fuhrPO5rABTtecM';

/** Each takes a thread of the pool that also resolves names and reads files: half of its four stay free. */
const AT_ONCE = 2;
/** Of these, callers that failed lately have so many: the other place is kept for who did not. */
const SUSPECTS_AT_ONCE = 1;
const MAX_WAITING = 100;

interface Slots {
  readonly atOnce: number;
  running: number;
  readonly waiting: (() => void)[];
}

const slots = (atOnce: number): Slots => ({ atOnce, running: 0, waiting: [] });

/** argon2id, a few at a time. */
@Injectable()
export class PasswordService {
  /** In the order in which a free place is given. */
  private readonly trusted = slots(AT_ONCE);
  private readonly suspects = slots(SUSPECTS_AT_ONCE);

  /** Of a password that the holder of this e-mail will have. Throws WEAK_PASSWORD. */
  async hash(password: string, email: string): Promise<string> {
    const message = passwordFault(password, email);
    if (message !== null) throw authErrors.WEAK_PASSWORD({ message });
    return this.withinLimit(this.trusted, () => hash(normalised(password), ARGON2ID));
  }

  /**
   * Always one verification, also when there is no hash: then of nobody's, and false. Throws UNAVAILABLE in a flood.
   * @param isSuspect comes from where failures came from: waits behind who does not, and takes no more than its place
   */
  async verify(passwordHash: string | null, password: string, isSuspect: boolean): Promise<boolean> {
    const matches = await this.withinLimit(isSuspect ? this.suspects : this.trusted, () =>
      verify(passwordHash ?? NOBODYS_HASH, normalised(password)),
    );
    return matches && passwordHash !== null;
  }

  private async withinLimit<T>(mine: Slots, work: () => Promise<T>): Promise<T> {
    if (!this.hasPlace(mine)) {
      if (mine.waiting.length >= MAX_WAITING) throw commonErrors.UNAVAILABLE({ retryAfterSeconds: 5 });
      await new Promise<void>((resolve) => mine.waiting.push(resolve));
    } else mine.running += 1;
    try {
      return await work();
    } finally {
      mine.running -= 1;
      this.admit();
    }
  }

  private hasPlace(mine: Slots): boolean {
    return this.trusted.running + this.suspects.running < AT_ONCE && mine.running < mine.atOnce;
  }

  /** Whoever is let in has its place already, so that nobody who comes meanwhile takes it. */
  private admit(): void {
    for (const next of [this.trusted, this.suspects]) {
      while (next.waiting.length > 0 && this.hasPlace(next)) {
        next.running += 1;
        next.waiting.shift()?.();
      }
    }
  }
}

/** As they are hashed. */
export function isSamePassword(one: string, other: string): boolean {
  return normalised(one) === normalised(other);
}

/** Two keyboards may write the same letter in two ways. */
function normalised(password: string): string {
  return password.normalize('NFC');
}
