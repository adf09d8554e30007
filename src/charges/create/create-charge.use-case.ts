import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { validationFailed } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { Outbox } from '../../common/outbox';
import { assertNoRawCard, assertSplitRules, assertTaxId, findRequestFaults } from './charge-request.rules';
import { chargeEvent, EVENT_OF_STATUS } from '../charge.events';
import { type PreviewResponse, toChargeResponse, toSplitResponse } from '../charge.response';
import { ChargeRepository } from '../charge.repository';
import type { ChargeRequestBody, CreateChargeBody, PreviewChargeBody } from './create-charge.body';
import {
  newCharge,
  type NewChargeInput,
  newSplits,
  rulesOf,
  toCustomer,
  toPayer,
  totalOf,
} from './new-charge';
import { methodOf } from '../methods/methods';
import { InstructionsService } from '../instructions/instructions.service';
import { AdaptersService, type ProviderAdapter } from '../../providers';
import { chargeErrors } from '../charge.errors';
import { RecipientsService } from './recipients.service';
import { divide, type SplitRule } from '../splits/split.rules';

/** Creates charges, and says beforehand how one would be divided. */
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
    const rules = this.check(merchant, request, now);
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

  /** How a request would be divided. Nothing is created, and a raw card has no business here. */
  async preview(merchant: MerchantIdentity, request: PreviewChargeBody): Promise<PreviewResponse> {
    const rules = this.check(merchant, request, this.clock.now());
    assertNoRawCard(request);
    await this.recipients.check(merchant.merchantId, request.submerchant_id, rules);
    const totalCents = totalOf(request);
    const charge = { id: '', merchantId: merchant.merchantId };
    return {
      total_amount: totalCents,
      split: newSplits(charge, divide(rules, totalCents)).map(toSplitResponse),
    };
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

  /** Every rule that needs neither the database nor the provider. */
  private check(
    merchant: MerchantIdentity,
    request: ChargeRequestBody & Pick<CreateChargeBody, 'payment_details'>,
    now: Date,
  ): SplitRule[] {
    const faults = findRequestFaults(request, now);
    if (faults.length > 0) throw validationFailed(faults);
    assertTaxId(merchant.mode, request);
    const rules = rulesOf(request, merchant.merchantId);
    assertSplitRules(rules, totalOf(request));
    return rules;
  }
}
