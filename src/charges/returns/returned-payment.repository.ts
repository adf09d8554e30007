import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Tx } from '../../database';
import { ReturnedPayment } from './returned-payment.entity';

/** Payments that were not taken. */
@Injectable()
export class ReturnedPaymentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The payment that a call gives back. */
  async getByCall(merchantId: string, callId: string): Promise<ReturnedPayment> {
    return this.dataSource.manager.findOneByOrFail(ReturnedPayment, { merchantId, callId });
  }

  /** Whether a payment is noted already, on a locked charge. */
  async has(tx: Tx, merchantId: string, chargeId: string, paymentId: string): Promise<boolean> {
    return tx.existsBy(ReturnedPayment, { merchantId, chargeId, paymentId });
  }

  /** Those of a charge, newest first, and how many there are in all. */
  async listOf(
    manager: EntityManager,
    merchantId: string,
    chargeId: string,
    limit: number,
  ): Promise<[ReturnedPayment[], number]> {
    return manager.findAndCount(ReturnedPayment, {
      where: { merchantId, chargeId },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }

  async insert(tx: Tx, payment: ReturnedPayment): Promise<void> {
    await tx.insert(ReturnedPayment, payment);
  }
}
