import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import { assertVersion, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { addressWithMaskedTaxIds } from '../../common/validation';
import { EndpointLifecycle } from '../endpoints/endpoint.lifecycle';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import { OperatorEndpointReader } from './operator-endpoint.reader';
import { OperatorEndpointRepository } from './operator-endpoint.repository';

/** Which endpoint an operator changes, and the version that they saw. */
export interface EndpointRequest {
  readonly operator: OperatorIdentity;
  readonly id: string;
  readonly expectedVersion: number | null;
}

/** As the merchant's own change of the status, by an operator: it is in the audit log. */
@Injectable()
export class OperatorEndpointStatusUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly all: OperatorEndpointRepository,
    private readonly endpoints: EndpointRepository,
    private readonly lifecycle: EndpointLifecycle,
    private readonly reader: OperatorEndpointReader,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, and INVALID_STATE where it is so already. */
  async execute(
    { operator, id, expectedVersion }: EndpointRequest,
    change: 'pause' | 'activate',
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const { merchantId } = await this.all.get(id);
    return this.idempotency.run(key, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, merchantId, id);
      assertVersion(endpoint.version, expectedVersion);
      if (change === 'pause') await this.lifecycle.pause(tx, endpoint, 'manual');
      else await this.lifecycle.activate(tx, endpoint);
      await this.audit.append(tx, {
        action: change === 'pause' ? 'endpoint.paused' : 'endpoint.activated',
        actor: operatorActor(operator),
        target: { type: 'endpoint', id },
        merchantId,
        details: { url: addressWithMaskedTaxIds(endpoint.url) },
      });
      const message = change === 'pause' ? 'Paused: nothing is sent.' : 'Active.';
      return ok(message, await this.reader.respondOne(endpoint, tx));
    });
  }
}
