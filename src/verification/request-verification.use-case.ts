import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../auth';
import { Clock } from '../common';
import { AuditLog, operatorActor } from '../common/audit';
import { accepted, Idempotency, type IdempotencyRequest, type Reply } from '../common/http';
import { toVerificationRunResponse } from './invariant.response';
import { VerificationRepository } from './verification.repository';

/** An operator asks for the rules to be read now: the worker does, once a minute at most. */
@Injectable()
export class RequestVerificationUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly verification: VerificationRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  execute(operator: OperatorIdentity, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const requestedAt = await this.verification.request(tx, this.clock.now());
      await this.audit.append(tx, { action: 'invariants.requested', actor: operatorActor(operator) });
      return accepted('Asked for: verdicts follow one by one.', toVerificationRunResponse(requestedAt));
    });
  }
}
