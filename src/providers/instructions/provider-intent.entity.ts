import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { PaymentCapability } from '../provider.port';

/**
 * A pix or boleto that a provider is asked for before what it is for exists. Once that is there the row is gone; one
 * that stays is a payment that nobody will be shown, and has to be cancelled.
 */
@Entity('provider_intents')
@Check('ck_provider_intents_amount', 'amount_cents BETWEEN 1 AND 9999999999')
@Index('ix_provider_intents_due', ['nextAttemptAt'])
export class ProviderIntent {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_intents' })
  merchantId: string;

  /** The provider's key of the call, and the id of what it is for. */
  @PrimaryColumn({ name: 'key', type: 'uuid', primaryKeyConstraintName: 'pk_provider_intents' })
  key: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId: string;

  @Column({ name: 'method', type: 'varchar', length: 20 })
  method: PaymentCapability;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** The key of the cancellation. */
  @Column({ name: 'void_key', type: 'uuid' })
  voidKey: string;

  /** How often somebody tried to cancel it; after the first time nothing can be made of it. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  @Column(timestampColumn('next_attempt_at'))
  nextAttemptAt: Date;
}

/** Names an intent. */
export type IntentRef = Pick<ProviderIntent, 'merchantId' | 'key'>;
