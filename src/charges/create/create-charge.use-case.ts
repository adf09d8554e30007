import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { isCardMethod } from '../../common/money';
import { Outbox } from '../../common/outbox';
import {
  InstructionsService,
  ObtainInstructionsUseCase,
  type OpenAccount,
  ProviderAccountsService,
} from '../../providers';
import { commonErrors } from '../../common/errors';
import { chargeEvent, EVENT_OF_STATUS } from '../charge.events';
import { toChargeResponse } from '../charge.response';
import { methodOf } from '../methods/methods';
import { assertNoRawCard, checkRequest } from './charge-request.rules';
import type { CreateChargeBody } from './create-charge.body';
import { newCharge, type NewChargeInput, toCustomer, toPayer, totalOf } from './new-charge';
import { type PreparedCharge, WriteNewChargesUseCase } from './write-new-charges.use-case';

/** Who wants what, under which key. */
interface Asked {
  readonly merchant: MerchantIdentity;
  readonly request: CreateChargeBody;
  readonly key: IdempotencyRequest;
}

/** Creates charges. */
@Injectable()
export class CreateChargeUseCase {
  constructor(
    private readonly accounts: ProviderAccountsService,
    private readonly obtainInstructions: ObtainInstructionsUseCase,
    private readonly instructions: InstructionsService,
    private readonly writeNewCharges: WriteNewChargesUseCase,
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
    const account = await this.accounts.choose(merchant.merchantId, merchant.mode, request.payment_method);
    // Before the card is touched: a repeated request exchanges nothing (contract §6, Card data). Where nobody is asked the
    // claim of its key tells that it is one.
    const replay =
      account !== null && asksProvider(account, request) ? await this.idempotency.find(key) : null;
    if (replay !== null) return replay;
    return this.writeNewCharges.execute(key, () => this.prepare(account, { merchant, request, key }));
  }

  private async prepare(
    account: OpenAccount | null,
    { merchant, request, key }: Asked,
  ): Promise<PreparedCharge> {
    const now = this.clock.now();
    const rules = checkRequest(merchant, request, now);
    const { merchantId, mode } = merchant;
    // In live mode no card number is taken at all (contract §6, Card data).
    if (mode === 'live') assertNoRawCard(request);
    if (account === null) throw commonErrors.PROVIDER_NOT_CONFIGURED();
    const ids = { charge: this.ids.next(), call: this.ids.next() };
    const obtained = await this.obtain(account, ids.charge, { request, merchant, now });
    const rows = newCharge({ request, merchant, accountId: account.access.id, obtained, rules, now, ids });
    const isIntended = asksProvider(account, request) && !isCardMethod(request.payment_method);
    return {
      id: rows.charge.id,
      rows,
      event: this.outbox.row(chargeEvent(EVENT_OF_STATUS.pending, rows)),
      recipients: { merchantId, submerchantId: request.submerchant_id, rules },
      key,
      reply: created('The charge was created.', toChargeResponse(rows.charge, rows.splits)),
      before: isIntended
        ? (tx) => this.instructions.keep(tx, account, { merchantId, key: ids.charge })
        : null,
    };
  }

  /** Has the provider accept the card, or make the payer's instructions. */
  private async obtain(
    account: OpenAccount,
    chargeId: string,
    { request, merchant, now }: Pick<NewChargeInput, 'request' | 'merchant' | 'now'>,
  ): Promise<object> {
    const method = methodOf(request.payment_method);
    const amountCents = totalOf(request);
    const ask = (): Promise<object> =>
      method.obtain(account, {
        key: chargeId,
        body: request.payment_details ?? {},
        amountCents,
        receiverName: merchant.name,
        payer: toPayer(toCustomer(request.customer)),
        description: request.description ?? null,
        now,
      });
    if (isCardMethod(request.payment_method)) return ask();
    const { merchantId } = merchant;
    const intent = { merchantId, key: chargeId, method: request.payment_method, amountCents };
    return this.obtainInstructions.execute(account, intent, ask);
  }
}

/** Whether something is asked of the provider before there is a charge. */
function asksProvider({ adapter }: OpenAccount, { payment_method: method }: CreateChargeBody): boolean {
  return isCardMethod(method) || adapter.instructions !== 'computed';
}
