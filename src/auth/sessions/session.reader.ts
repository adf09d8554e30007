import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import type { OperatorIdentity } from '../identity';
import { OperatorSessionRepository, type SessionDetails } from './operator-session.repository';

/** Reads the session of a request. */
@Injectable()
export class SessionReader {
  constructor(private readonly sessions: OperatorSessionRepository) {}

  /** Throws UNAUTHORIZED when it has just ended. */
  async get({ sessionId }: OperatorIdentity): Promise<SessionDetails> {
    const details = sessionId === null ? null : await this.sessions.find(sessionId);
    if (details === null) throw commonErrors.UNAUTHORIZED();
    return details;
  }
}
