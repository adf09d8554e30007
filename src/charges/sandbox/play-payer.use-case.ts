import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { TxRunner } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { Charge } from '../charge.entity';
import { toChargeResponse } from '../charge.response';
import { chargeTransitions } from '../charge.transitions';
import { isCardMethod } from '../methods/methods';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { EXCLUSIVE_CALLS } from '../capture/call-about-charge.use-case';
import { ProviderCallsService, type SandboxNotice, SandboxPayerService } from '../../providers';

/** What the sandbox can make happen to a charge. */
export type SandboxAct = 'pay' | 'expire' | 'chargeback';

/** Plays the payer and the passing of time for test merchants. */
@Injectable()
export class PlayPayerUseCase {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly lifecycle: ChargeLifecycle,
    private readonly payer: SandboxPayerService,
    private readonly transactions: TxRunner,
    private readonly idempotency: Idempotency,
  ) {}

  async execute(
    merchant: MerchantIdentity,
    id: string,
    act: SandboxAct,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    if (act === 'pay') return this.pay(merchant, id, key);
    return act === 'expire' ? this.expire(merchant, id, key) : this.chargeBack(merchant, id, key);
  }

  /** The payer follows the instructions. */
  private async pay(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const { charge } = await this.transactions.run(async (tx) => {
      const record = await this.charges.lock(tx, { id, merchantId: merchant.merchantId });
      if (record === null) throw commonErrors.NOT_FOUND();
      if (isCardMethod(record.charge.paymentMethod)) {
        throw commonErrors.INVALID_STATE({ message: 'A card charge is paid by its card, not by this.' });
      }
      // What has expired cannot be paid (contract §6, Sandbox), whatever a late payment elsewhere may do.
      if (record.charge.status !== 'pending') throw notPossible(record.charge, 'pay');
      if (await this.charges.hasExpired(tx, record.charge)) {
        throw commonErrors.INVALID_STATE({ message: 'The charge has expired.' });
      }
      return record;
    });
    await this.assertInSandbox(charge);
    const { providerAccountId, providerReference, totalAmountCents } = charge;
    const notice = await this.payer.pay(providerAccountId, providerReference ?? '', totalAmountCents);
    if (notice === null) throw notPossible(charge, 'pay');
    return this.tell(key, charge, notice, 'The charge was paid.');
  }

  /** The payer disputes the payment. */
  private async chargeBack(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    const found = await this.charges.find(merchant.merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    // What we do not know to be paid may be paid all the same: the sandbox knows, and its notification may be late.
    if (!isUnpaid(found.charge)) chargeTransitions.next(found.charge.status, 'charge_back');
    const notice = await this.payer.chargeBack(found.charge.providerReference ?? '');
    if (notice === null) throw notPossible(found.charge, 'chargeback');
    return this.tell(key, found.charge, notice, 'The charge was charged back.');
  }

  /** The payer's time is up now. */
  private async expire(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const record = await this.charges.lock(tx, { id, merchantId: merchant.merchantId });
      if (record === null) throw commonErrors.NOT_FOUND();
      const { merchantId, paymentMethod } = record.charge;
      if (isCardMethod(paymentMethod) || (await this.calls.hasPending(tx, merchantId, id, EXCLUSIVE_CALLS)))
        throw notPossible(record.charge, 'expire');
      await this.lifecycle.change(tx, record, 'expire');
      return answer('The charge expired.', record);
    });
  }

  /** Has it told at once, so that the answer shows it; what is late or out of order comes by itself. */
  private async tell(
    key: IdempotencyRequest,
    { merchantId, id }: Charge,
    notice: SandboxNotice,
    message: string,
  ): Promise<Reply> {
    const notification = { isTaken: false };
    const reply = await this.idempotency.run(key, async (tx) => {
      notification.isTaken = await this.payer.tell(tx, notice);
      const record = await this.charges.lock(tx, { merchantId, id });
      if (record === null) throw commonErrors.NOT_FOUND();
      return answer(notification.isTaken ? message : 'The notification of it comes later.', record);
    });
    await this.payer.told(notice);
    return reply;
  }

  /** A test merchant may have an account elsewhere: nobody plays the payer there. */
  private async assertInSandbox(charge: Charge): Promise<void> {
    if (await this.payer.serves(charge.providerAccountId)) return;
    throw commonErrors.INVALID_STATE({ message: 'The charge was not made with the sandbox.' });
  }
}

function isUnpaid({ status, paymentMethod }: Charge): boolean {
  return !isCardMethod(paymentMethod) && (status === 'pending' || status === 'expired');
}

function answer(message: string, { charge, splits }: ChargeRecord): Reply {
  return ok(message, toChargeResponse(charge, splits));
}

function notPossible(charge: Charge, what: string): Error {
  return commonErrors.INVALID_STATE({
    message: `The charge is ${charge.status}: "${what}" is not possible.`,
  });
}
