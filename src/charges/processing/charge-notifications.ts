import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import type { Tx } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import type { Charge } from '../charge.entity';
import { chargeTransitions } from '../charge.transitions';
import { methodOf, type PaymentDetails } from '../methods/methods';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { newOperation } from '../operations/new-operation';
import { OperationsRepository } from '../operations/operations.repository';
import { type ProviderNotification, type ProviderSubject, SubjectsService } from '../../providers';

/**
 * Takes what providers tell. They may tell it twice, late, or before we know the payment ourselves: what is known
 * already changes nothing, and what cannot be understood yet is asked for again.
 */
@Injectable()
export class ChargeNotifications implements ProviderSubject, OnModuleInit {
  readonly type = 'charge';
  private readonly logger = new Logger(ChargeNotifications.name);

  constructor(
    private readonly charges: ChargeRepository,
    private readonly lifecycle: ChargeLifecycle,
    private readonly operations: OperationsRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly subjects: SubjectsService,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  /** False when it has to be told again later. */
  async notified(tx: Tx, notification: ProviderNotification): Promise<boolean> {
    const { provider, reference } = notification;
    const record = await this.charges.lock(tx, { provider, providerReference: reference });
    if (record === null) return false;
    return notification.kind === 'paid' ? this.paid(tx, record, notification) : this.disputed(tx, record);
  }

  private async paid(
    tx: Tx,
    record: ChargeRecord,
    { endToEndId, at }: Extract<ProviderNotification, { kind: 'paid' }>,
  ): Promise<boolean> {
    const { charge } = record;
    if (chargeTransitions.allows(charge.status, 'pay')) {
      const { paymentMethod, paymentDetails: unpaid } = charge;
      const paymentDetails = methodOf(paymentMethod).paid?.(unpaid, { at, endToEndId }) ?? unpaid;
      await this.lifecycle.pay(tx, record, { paymentDetails: paymentDetails as PaymentDetails });
    } else if (charge.amountCapturedCents === 0) {
      await this.giveBack(tx, charge);
    }
    return true;
  }

  /** Contract §6: a payment reported after the charge was voided or failed goes back to the payer, and is noted. */
  private async giveBack(tx: Tx, charge: Charge): Promise<void> {
    this.logger.warn(`charge ${charge.id} was paid while it was ${charge.status}: the payment is returned`);
    if (await this.operations.has(tx, charge.id, 'return')) return;
    const by = { id: this.ids.next(), now: this.clock.now(), scope: null, claimed: false };
    await this.operations.insert(tx, newOperation(charge, 'return', charge.totalAmountCents, by));
  }

  private async disputed(tx: Tx, record: ChargeRecord): Promise<boolean> {
    const { charge } = record;
    // The dispute overtook the news of the payment, which an expired charge may still have.
    if (['pending', 'authorized', 'expired'].includes(charge.status)) return false;
    if (chargeTransitions.allows(charge.status, 'charge_back'))
      await this.lifecycle.change(tx, record, 'charge_back');
    return true;
  }
}
