import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, Randomness, MINUTE_MS } from '../../common';
import { keyedHash } from '../../common/crypto';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { IDLE_MINUTES } from '../authentication/credential.repository';
import type { SessionToken } from '../authentication/session-cookie.service';
import { OperatorSessionRepository } from './operator-session.repository';

/** contract §8: a session lasts so many hours at most. The table's constraints say the same. */
const ABSOLUTE_HOURS = 12;
const TOKEN_BYTES = 32;

/** Begins operators' sessions. */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: OperatorSessionRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
  ) {}

  /**
   * The token exists in the answer alone; a keyed hash of it is stored. One that goes on for another session ends when
   * that would have.
   */
  async start(tx: Tx, operatorId: string, endsAt: Date | null = null): Promise<SessionToken> {
    const now = this.clock.now();
    const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
    const token = this.randomness.bytes(TOKEN_BYTES).toString('base64url');
    const { keyId, mac } = keyedHash(this.config.crypto.pepper, token);
    const sessionId = this.ids.next();
    const expiresAt = endsAt ?? after(ABSOLUTE_HOURS * 60);
    const idleExpiresAt = after(IDLE_MINUTES);
    await this.sessions.insert(tx, {
      id: sessionId,
      operatorId,
      tokenMac: mac,
      pepperId: keyId,
      createdAt: now,
      lastSeenAt: now,
      idleExpiresAt: idleExpiresAt < expiresAt ? idleExpiresAt : expiresAt,
      expiresAt,
    });
    return { sessionId, token };
  }
}
