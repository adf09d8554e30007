import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock } from '../../common';
import { assertVersion, ok, type Reply } from '../../common/http';
import { merchantBulkhead, TxRunner } from '../../database';
import { selectEvents } from '../event-selectors.rules';
import type { UpdateEndpointBody } from './endpoint.body';
import { EndpointLifecycle } from './endpoint.lifecycle';
import { EndpointRepository } from './endpoint.repository';
import { toEndpointResponse } from './endpoint.response';
import { EndpointUrlService } from './endpoint-url.service';

/** specification, Webhook endpoints: PATCH. Equal values change nothing. */
@Injectable()
export class UpdateEndpointUseCase {
  constructor(
    private readonly txRunner: TxRunner,
    private readonly urls: EndpointUrlService,
    private readonly repository: EndpointRepository,
    private readonly lifecycle: EndpointLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION, UNKNOWN_EVENT, and 422 for an address that nothing may be sent to. */
  async execute(
    { merchantId, mode }: MerchantIdentity,
    id: string,
    body: UpdateEndpointBody,
    expectedVersion: number | null,
  ): Promise<Reply> {
    // Asks the DNS: before the transaction.
    if (body.url !== undefined) await this.urls.assertAllowed(body.url, mode);
    return this.txRunner.run(
      async (tx) => {
        const endpoint = await this.repository.lock(tx, merchantId, id);
        assertVersion(endpoint.version, expectedVersion);
        const url = body.url ?? endpoint.url;
        const events = body.events === undefined ? endpoint.events : selectEvents(body.events);
        await this.lifecycle.change(tx, endpoint, url, events);
        if (body.status !== undefined && body.status !== endpoint.status) {
          if (body.status === 'paused') await this.lifecycle.pause(tx, endpoint, 'manual');
          else await this.lifecycle.activate(tx, endpoint);
        }
        return ok('Webhook endpoint changed.', toEndpointResponse(endpoint, this.clock.now()));
      },
      merchantBulkhead(merchantId, id),
    );
  }
}
