import { Injectable } from '@nestjs/common';
import { Clock, iso } from '../../common';
import { accepted, type AnswerAnew, ok, type PendingKind, type Reply } from '../../common/http';
import { DeliveryRepository } from '../delivery/delivery.repository';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';

/** What was asked for: when its outcome is known, and how a delivery is shown to whoever asked. */
export interface Asked {
  readonly message: string;
  readonly isEnded: (delivery: PostbackDelivery, now: Date) => boolean;
  readonly describe: (delivery: PostbackDelivery) => object;
}

/** What answers to pings and resends wait for. */
export const DELIVERY: PendingKind = {
  kind: 'delivery',
  waits: `EXISTS (SELECT 1 FROM postback_deliveries WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND id = (kept.waits_for ->> 'id')::uuid AND status IN ('pending', 'retrying'))`,
};

/**
 * Answers of pings and resends: 202 with the delivery as it stands, to repeats too until the outcome is known, then that
 * (contract §1).
 */
@Injectable()
export class DeliveryAnswersService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly clock: Clock,
  ) {}

  pending({ message, describe }: Asked, delivery: PostbackDelivery): Reply<object> {
    const { merchantId, id } = delivery;
    const thing = { kind: DELIVERY.kind, merchantId, id, at: iso(this.clock.now()) };
    return accepted(message, describe(delivery)).waitingFor(thing);
  }

  anew(asked: Asked): AnswerAnew {
    return async (tx, { merchantId, id }) => {
      if (merchantId === null) throw new Error('a delivery is a merchant’s');
      const delivery = await this.deliveries.get(tx, merchantId, id);
      return asked.isEnded(delivery, this.clock.now())
        ? ok(asked.message, asked.describe(delivery))
        : this.pending(asked, delivery);
    };
  }
}
