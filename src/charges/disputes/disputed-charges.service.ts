import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { ChargeLifecycle } from '../charge.lifecycle';
import { type ChargeRecord, ChargeRepository } from '../charge.repository';
import { chargeTransitions } from '../charge.transitions';
import type { DisputedCharge } from './charge-disputes.port';

/** Names a charge. */
type ChargeRef = Pick<DisputedCharge, 'merchantId' | 'id'>;

/** What disputes do to charges: everybody locks the charge before its disputes. */
@Injectable()
export class DisputedChargesService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly lifecycle: ChargeLifecycle,
  ) {}

  /** Locks the charge of a dispute until the transaction ends. */
  async lock(tx: Tx, ref: ChargeRef): Promise<DisputedCharge> {
    return toDisputedCharge(await this.record(tx, ref));
  }

  /** What the provider calls the payment of a disputed charge. */
  async referenceOf({ merchantId, id }: ChargeRef): Promise<string> {
    return (await this.charges.get(merchantId, id)).providerReference ?? '';
  }

  /** Its money is debited for a dispute, once: one that is a chargeback already stays it. */
  async chargeBack(tx: Tx, ref: ChargeRef): Promise<void> {
    const record = await this.record(tx, ref);
    if (chargeTransitions.allows(record.charge.status, 'charge_back'))
      await this.lifecycle.chargeBack(tx, record);
  }

  /** What was debited came back, all of it. */
  async reverseChargeback(tx: Tx, ref: ChargeRef): Promise<void> {
    await this.lifecycle.reverseChargeback(tx, await this.record(tx, ref));
  }

  private async record(tx: Tx, { merchantId, id }: ChargeRef): Promise<ChargeRecord> {
    const record = await this.charges.lock(tx, { merchantId, id });
    if (record === null) throw new Error('a dispute is of a charge that is not there');
    return record;
  }
}

/** A locked charge of which money was taken. */
export function toDisputedCharge({ charge, splits }: ChargeRecord): DisputedCharge {
  const { merchantId, id, livemode, providerAccountId, providerReference } = charge;
  return {
    ...{ merchantId, id, livemode, providerAccountId, providerReference: providerReference ?? '' },
    leftCents: charge.amountCapturedCents - charge.amountRefundReservedCents,
    capturedAt: charge.capturedAt ?? charge.createdAt,
    parts: splits.map(({ recipientId, capturedCents, liable }) => ({ recipientId, capturedCents, liable })),
  };
}
