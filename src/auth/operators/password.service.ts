import { hash, type Options, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import { authErrors } from '../auth.errors';

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 200;

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
const MAX_WAITING = 100;

/** argon2id, a few at a time. */
@Injectable()
export class PasswordService {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Throws WEAK_PASSWORD. */
  async hash(password: string): Promise<string> {
    if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD) throw authErrors.WEAK_PASSWORD();
    return this.withinLimit(() => hash(normalised(password), ARGON2ID));
  }

  /** Always one verification, also when there is no hash: then of nobody's, and false. Throws UNAVAILABLE in a flood. */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const matches = await this.withinLimit(() => verify(passwordHash ?? NOBODYS_HASH, normalised(password)));
    return matches && passwordHash !== null;
  }

  private async withinLimit<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MAX_WAITING) throw commonErrors.UNAVAILABLE({ retryAfterSeconds: 5 });
      // Whoever ends hands the place over, so `running` stays as it is.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

/** Two keyboards may write the same letter in two ways. */
function normalised(password: string): string {
  return password.normalize('NFC');
}
