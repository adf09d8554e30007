import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../common/audit';
import { TxRunner } from '../../database';
import { auditedAs } from '../audited';
import { DestinationLifecycle } from '../destination.lifecycle';
import { type DestinationRequest, LockedDestinationService } from './locked-destination.service';

/** Takes a destination away: nothing goes there any more, and it stays to be seen. */
@Injectable()
export class RemoveDestinationUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly locked: LockedDestinationService,
    private readonly lifecycle: DestinationLifecycle,
    private readonly audit: AuditLog,
  ) {}

  /** One that is disabled stays so. Throws NOT_FOUND, INVALID_STATE. */
  execute(request: DestinationRequest): Promise<void> {
    return this.transactions.run(async (tx) => {
      const destination = await this.locked.lock(tx, request);
      if (destination.status === 'disabled') return;
      await this.lifecycle.disable(tx, destination, 'removed');
      await this.audit.append(tx, {
        action: 'destination.removed',
        actor: request.actor,
        ...auditedAs(destination),
      });
    });
  }
}
