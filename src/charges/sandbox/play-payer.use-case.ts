import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { type DisputeKind, isCardMethod } from '../../common/money';
import type { Tx } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { Charge } from '../charge.entity';
import { toChargeResponse } from '../charge.response';
import { chargeTransitions } from '../charge.transitions';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { EXCLUSIVE_CALLS } from '../capture/call-about-charge.use-case';
import { type OpenAccount, ProviderCallsService, SandboxPayerService } from '../../providers';

/** What the sandbox can make happen to a charge. */
export type SandboxAct = 'pay' | 'expire' | DisputeKind;

const DISPUTED: Readonly<Record<DisputeKind, string>> = {
  chargeback: 'The charge was charged back.',
  pix_return: 'The return of the pix was asked for.',
};
const NOTIFIED_LATER = 'The notification of it comes later.';

/** Plays the payer and the passing of time for test merchants. */
@Injectable()
export class PlayPayerUseCase {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly lifecycle: ChargeLifecycle,
    private readonly payer: SandboxPayerService,
    private readonly idempotency: Idempotency,
  ) {}

  async execute(
    merchant: MerchantIdentity,
    id: string,
    act: SandboxAct,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    if (act === 'pay') return this.pay(merchant, id, key);
    return act === 'expire' ? this.expire(merchant, id, key) : this.dispute(merchant, id, act, key);
  }

  /** The payer follows the instructions. */
  private async pay(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.act(merchant, id, key, async (tx, { charge }, account) => {
      if (isCardMethod(charge.paymentMethod)) {
        throw commonErrors.INVALID_STATE({ message: 'A card charge is paid by its card, not by this.' });
      }
      // What has expired cannot be paid (contract §6, Sandbox), whatever a late payment elsewhere may do.
      if (charge.status !== 'pending') throw notPossible(charge);
      if (await this.charges.hasExpired(tx, charge)) {
        throw commonErrors.INVALID_STATE({ message: 'The charge has expired.' });
      }
      if (account === null) throw notInSandbox();
      const { providerReference, totalAmountCents } = charge;
      const outcome = await this.payer.pay(tx, account, providerReference ?? '', totalAmountCents);
      if (outcome === 'impossible') throw notPossible(charge);
      return outcome === 'notified' ? 'The charge was paid.' : NOTIFIED_LATER;
    });
  }

  /** The payer disputes the payment. */
  private async dispute(
    merchant: MerchantIdentity,
    id: string,
    kind: DisputeKind,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.act(merchant, id, key, async (tx, { charge }, account) => {
      if (kind === 'pix_return' && charge.paymentMethod !== 'pix')
        throw commonErrors.INVALID_STATE({ message: 'Only a pix is taken back by pix_return.' });
      // What we do not know to be paid may be paid all the same: the sandbox knows, and its notification may be late.
      if (!isUnpaid(charge)) chargeTransitions.next(charge.status, 'charge_back');
      if (account === null) throw notInSandbox();
      const outcome = await this.payer.dispute(tx, account, charge.providerReference ?? '', kind);
      if (outcome === 'impossible') throw notPossible(charge);
      return outcome === 'notified' ? DISPUTED[kind] : NOTIFIED_LATER;
    });
  }

  /** The payer's time is up now. */
  private async expire(merchant: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const record = await this.charges.lock(tx, { id, merchantId: merchant.merchantId });
      if (record === null) throw commonErrors.NOT_FOUND();
      const { merchantId, paymentMethod } = record.charge;
      if (isCardMethod(paymentMethod))
        throw commonErrors.INVALID_STATE({ message: 'A card charge does not expire.' });
      if (await this.calls.hasPending(tx, merchantId, id, EXCLUSIVE_CALLS)) throw notPossible(record.charge);
      await this.lifecycle.expire(tx, [record]);
      return answer('The charge expired.', record);
    });
  }

  /**
   * Act, notification and answer in one transaction: a repeated key finds all of them, or none. The charge is locked by
   * whoever takes the notification, after the notification, as everywhere.
   * @param act answers what to say; `account` is null when the charge was not made with the sandbox
   */
  private async act(
    { merchantId }: MerchantIdentity,
    id: string,
    key: IdempotencyRequest,
    act: (tx: Tx, record: ChargeRecord, account: OpenAccount | null) => Promise<string>,
  ): Promise<Reply> {
    const found = await this.charges.find(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    const account = await this.payer.find(found.charge.providerAccountId);
    return this.idempotency.run(key, async (tx) => {
      const current = await this.charges.find(merchantId, id, tx);
      if (current === null) throw commonErrors.NOT_FOUND();
      const message = await act(tx, current, account);
      const record = await this.charges.lock(tx, { merchantId, id });
      if (record === null) throw commonErrors.NOT_FOUND();
      return answer(message, record);
    });
  }
}

function isUnpaid({ status, paymentMethod }: Charge): boolean {
  return !isCardMethod(paymentMethod) && (status === 'pending' || status === 'expired');
}

function answer(message: string, { charge, splits }: ChargeRecord): Reply {
  return ok(message, toChargeResponse(charge, splits));
}

/** A test merchant may have an account elsewhere: nobody plays the payer there. */
function notInSandbox(): Error {
  return commonErrors.INVALID_STATE({ message: 'The charge was not made with the sandbox.' });
}

function notPossible({ status }: Charge): Error {
  return commonErrors.INVALID_STATE({ message: `The charge is ${status}: this is not possible now.` });
}
