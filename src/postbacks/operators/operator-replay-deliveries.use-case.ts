import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import type { IdempotencyRequest, Reply } from '../../common/http';
import { addressWithMaskedTaxIds } from '../../common/validation';
import type { ReplayDeliveriesBody } from '../delivery-logs/replay-deliveries.body';
import { ReplayDeliveriesUseCase } from '../delivery-logs/replay-deliveries.use-case';
import { OperatorEndpointRepository } from './operator-endpoint.repository';

/** As the merchant's own replay, by an operator: it is in the audit log. */
@Injectable()
export class OperatorReplayDeliveriesUseCase {
  constructor(
    private readonly all: OperatorEndpointRepository,
    private readonly replay: ReplayDeliveriesUseCase,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NOT_FOUND, ENDPOINT_PAUSED, and 422 for a period that ends before it begins. */
  async execute(
    operator: OperatorIdentity,
    id: string,
    body: ReplayDeliveriesBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const { merchantId, url } = await this.all.get(id);
    return this.replay.execute(merchantId, id, body, key, (tx, matched) =>
      this.audit.append(tx, {
        action: 'endpoint.replayed',
        actor: operatorActor(operator),
        target: { type: 'endpoint', id },
        merchantId,
        details: {
          url: addressWithMaskedTaxIds(url),
          matched,
          date_from: body.date_from,
          date_to: body.date_to,
        },
      }),
    );
  }
}
