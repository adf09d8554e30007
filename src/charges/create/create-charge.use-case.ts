import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { Outbox } from '../../common/outbox';
import { AdaptersService, type ProviderAdapter } from '../../providers';
import { chargeErrors } from '../charge.errors';
import { chargeEvent, EVENT_OF_STATUS } from '../charge.events';
import { ChargeRepository } from '../charge.repository';
import { toChargeResponse } from '../charge.response';
import { InstructionsService } from '../instructions/instructions.service';
import { methodOf } from '../methods/methods';
import { assertNoRawCard, checkRequest } from './charge-request.rules';
import type { CreateChargeBody } from './create-charge.body';
import { newCharge, type NewChargeInput, toCustomer, toPayer, totalOf } from './new-charge';
import { RecipientsService } from './recipients.service';

/** Creates charges. */
@Injectable()
export class CreateChargeUseCase {
  constructor(
    private readonly adapters: AdaptersService,
    private readonly instructions: InstructionsService,
    private readonly recipients: RecipientsService,
    private readonly repository: ChargeRepository,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Answers 201 with the pending charge; the same Idempotency-Key again answers the same. */
  async execute(
    merchant: MerchantIdentity,
    request: CreateChargeBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    // Before the card is touched: a repeated request exchanges nothing (contract §6, Card data).
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const now = this.clock.now();
    const rules = checkRequest(merchant, request, now);
    // In live mode no card number is taken at all (contract §6, Card data).
    if (merchant.mode === 'live') assertNoRawCard(request);
    const provider = this.adapters.find('sandbox');
    if (merchant.mode === 'live' || provider === null) throw chargeErrors.PROVIDER_NOT_CONFIGURED();
    const ids = { charge: this.ids.next(), operation: this.ids.next() };
    const method = methodOf(request.payment_method);
    const obtained = await this.obtain(provider, ids.charge, { request, merchant, now });
    return this.idempotency.claimed(key, async (tx) => {
      await this.recipients.lock(tx, merchant.merchantId, request.submerchant_id, rules);
      if (!method.isCard) await this.instructions.keep(tx, provider, ids.charge);
      const rows = newCharge({ request, merchant, provider, obtained, rules, now, ids });
      const event = this.outbox.row(chargeEvent(EVENT_OF_STATUS.pending, rows));
      await this.repository.insert(tx, rows, event);
      const reply = created('The charge was created.', toChargeResponse(rows.charge, rows.splits));
      await this.idempotency.finish(tx, key.scope, reply);
      return reply;
    });
  }

  /** Has the provider accept the card, or make the payer's instructions. */
  private async obtain(
    provider: ProviderAdapter,
    chargeId: string,
    { request, merchant, now }: Pick<NewChargeInput, 'request' | 'merchant' | 'now'>,
  ): Promise<object> {
    const method = methodOf(request.payment_method);
    const amountCents = totalOf(request);
    const ask = (): Promise<object> =>
      method.obtain(provider, {
        key: chargeId,
        body: request.payment_details ?? {},
        amountCents,
        receiverName: merchant.name,
        payer: toPayer(toCustomer(request.customer)),
        description: request.description ?? null,
        now,
      });
    return method.isCard ? ask() : this.instructions.obtain(provider, { chargeId, amountCents }, ask);
  }
}
