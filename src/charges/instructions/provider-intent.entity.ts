import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';

/**
 * A payment that a provider is asked for before its charge exists. Once the charge is there the row is gone; one
 * that stays is a payment that nobody will be shown, and has to be cancelled.
 */
@Entity('provider_intents')
@Check('ck_provider_intents_amount', 'amount_cents BETWEEN 1 AND 9999999999')
@Index('ix_provider_intents_due', ['nextAttemptAt'])
export class ProviderIntent {
  /** The id of the charge to be: also the provider's key of the call. */
  @PrimaryColumn({ name: 'charge_id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_intents' })
  chargeId: string;

  @Column({ name: 'provider', type: 'varchar', length: 40 })
  provider: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** The key of the cancellation. */
  @Column({ name: 'void_key', type: 'uuid' })
  voidKey: string;

  /** How often somebody tried to cancel it; after the first time no charge can be made of it. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  @Column(timestampColumn('next_attempt_at'))
  nextAttemptAt: Date;
}
