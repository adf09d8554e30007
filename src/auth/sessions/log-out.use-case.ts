import { Injectable } from '@nestjs/common';
import { AuditLog, operatorActor } from '../../common/audit';
import { TxRunner } from '../../database';
import { CredentialCacheService } from '../authentication/credential-cache.service';
import type { OperatorIdentity } from '../identity';
import { OperatorSessionRepository } from './operator-session.repository';

/** Ends the session of a request. */
@Injectable()
export class LogOutUseCase {
  constructor(
    private readonly sessions: OperatorSessionRepository,
    private readonly credentials: CredentialCacheService,
    private readonly transactions: TxRunner,
    private readonly audit: AuditLog,
  ) {}

  async execute(operator: OperatorIdentity): Promise<void> {
    const { sessionId, operatorId } = operator;
    if (sessionId === null) return;
    await this.transactions.run(async (tx) => {
      if (!(await this.sessions.delete(tx, sessionId))) return;
      const target = { type: 'operator', id: operatorId };
      await this.audit.append(tx, { action: 'session.ended', actor: operatorActor(operator), target });
    });
    // This process need not wait for its memory to fade.
    this.credentials.forgetSession(sessionId);
  }
}
