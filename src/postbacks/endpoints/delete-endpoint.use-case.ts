import { Injectable } from '@nestjs/common';
import { merchantBulkhead, TxRunner } from '../../database';
import { EndpointLifecycle } from './endpoint.lifecycle';
import { EndpointRepository } from './endpoint.repository';

/** specification, Webhook endpoints: DELETE. */
@Injectable()
export class DeleteEndpointUseCase {
  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: EndpointRepository,
    private readonly lifecycle: EndpointLifecycle,
  ) {}

  /** Throws NOT_FOUND. */
  async execute(merchantId: string, id: string): Promise<void> {
    await this.txRunner.run(
      async (tx) => {
        await this.lifecycle.delete(tx, await this.repository.lock(tx, merchantId, id));
      },
      merchantBulkhead(merchantId, id),
    );
  }
}
