import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import type { Tx } from '../../database';
import {
  type DisputeNotification,
  isPayoutNotification,
  newProviderCall,
  ProviderCallsService,
  type ProviderNotification,
} from '../../providers';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { ChargeRecord } from '../charge.repository';
import { chargeTransitions } from '../charge.transitions';
import { aboutCharge } from '../create/new-charge';
import { ChargeDisputes } from '../disputes/charge-disputes.port';
import { toDisputedCharge } from '../disputes/disputed-charges.service';
import { methodOf, type PaymentDetails } from '../methods/methods';
import type { ReturnReason } from '../returns/returned-payment.entity';
import { ReturnedPaymentRepository } from '../returns/returned-payment.repository';
import { ChargeIncidentsService } from './charge-incidents.service';

type Paid = Extract<ProviderNotification, { kind: 'paid' }>;

/**
 * Takes what providers tell of charges. They may tell it twice, late, or out of order: what is known already changes
 * nothing, and what cannot be understood yet is taken again later.
 */
@Injectable()
export class ChargeNotificationsService {
  constructor(
    private readonly lifecycle: ChargeLifecycle,
    private readonly disputes: ChargeDisputes,
    private readonly incidents: ChargeIncidentsService,
    private readonly calls: ProviderCallsService,
    private readonly returned: ReturnedPaymentRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** On a locked charge; false when it has to be taken again later. */
  async take(tx: Tx, record: ChargeRecord, notification: ProviderNotification): Promise<boolean> {
    // What is told of a payout is not about a charge.
    if (isPayoutNotification(notification)) return false;
    if (notification.kind !== 'paid') return this.disputed(tx, record, notification);
    await this.paid(tx, record, notification);
    return true;
  }

  private async paid(tx: Tx, record: ChargeRecord, payment: Paid): Promise<void> {
    const { charge } = record;
    const method = methodOf(charge.paymentMethod);
    if (method.paid === undefined) {
      // A card is paid by the call that asks for it: there is an answer to look up.
      await this.calls.hurry(tx, charge.merchantId, charge.id);
    } else if (await this.returned.has(tx, charge.merchantId, charge.id, payment.paymentId)) {
      return;
    } else if (payment.amountCents !== charge.totalAmountCents) {
      await this.giveBack(tx, record, payment, 'other_amount');
    } else if (chargeTransitions.allows(charge.status, 'pay')) {
      const paymentDetails = method.paid(charge.paymentDetails, payment) as PaymentDetails;
      await this.lifecycle.pay(tx, record, { paymentDetails }, payment.at);
    } else if (charge.amountCapturedCents === 0) {
      await this.giveBack(tx, record, payment, 'charge_ended');
    }
  }

  /**
   * Contract §6: a payment of another amount, or one reported after the charge was voided or failed, is never taken: it
   * is noted and goes back to the payer. The call's own row is what becomes of that.
   */
  private async giveBack(
    tx: Tx,
    { charge }: ChargeRecord,
    payment: Paid,
    reason: ReturnReason,
  ): Promise<void> {
    const { paymentId, amountCents, at: paidAt } = payment;
    this.incidents.note(tx, charge, 'payment_not_taken');
    const now = this.clock.now();
    const callId = this.ids.next();
    await this.calls.insert(
      tx,
      newProviderCall({
        ...aboutCharge(charge),
        id: callId,
        kind: 'return',
        amountCents,
        now,
        scope: null,
        claimed: false,
      }),
    );
    const { merchantId, id: chargeId } = charge;
    const id = this.ids.next();
    await this.returned.insert(tx, {
      merchantId,
      id,
      chargeId,
      callId,
      paymentId,
      reason,
      amountCents,
      paidAt,
      createdAt: now,
    });
  }

  private async disputed(tx: Tx, record: ChargeRecord, dispute: DisputeNotification): Promise<boolean> {
    const { charge } = record;
    // The dispute overtook the notification of the payment, which an expired charge may still have.
    if (['pending', 'authorized', 'expired'].includes(charge.status)) return false;
    if (charge.amountCapturedCents > 0) return this.disputes.take(tx, toDisputedCharge(record), dispute);
    this.incidents.note(tx, charge, 'dispute_without_capture');
    return true;
  }
}
