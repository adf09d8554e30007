import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../common/audit';
import { commonErrors, validationFailed } from '../../common/errors';
import { TxRunner } from '../../database';
import { auditedAs } from '../audited';
import type { Destination } from '../destination.entity';
import { DestinationLifecycle } from '../destination.lifecycle';
import { destinationTransitions } from '../destination.transitions';
import type { ChangeDestinationBody } from './change-destination.body';
import { type DestinationRequest, LockedDestinationService } from './locked-destination.service';

/** Names a destination, or makes it the default. */
@Injectable()
export class ChangeDestinationUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly locked: LockedDestinationService,
    private readonly lifecycle: DestinationLifecycle,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, INVALID_STATE. */
  execute(request: DestinationRequest, body: ChangeDestinationBody): Promise<Destination> {
    return this.transactions.run(async (tx) => {
      const destination = await this.locked.lock(tx, request);
      const { status, isDefault } = destination;
      const isOpen = status === 'pending' || destinationTransitions.allows(status, 'disable');
      if (body.is_default === true && !isOpen)
        throw commonErrors.INVALID_STATE({ message: `The destination is ${status}.` });
      if (body.is_default === false && isDefault)
        throw validationFailed([
          { field: 'is_default', code: 'not_allowed', message: 'make another one the default instead' },
        ]);
      if (body.nickname !== undefined) await this.lifecycle.rename(tx, destination, body.nickname);
      if (body.is_default === true && !isDefault) {
        await this.lifecycle.makeDefault(tx, destination);
        await this.audit.append(tx, {
          action: 'destination.made_default',
          actor: request.actor,
          ...auditedAs(destination),
        });
      }
      return destination;
    });
  }
}
