import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PaymentMethod } from '../../common/money';
import { timestampColumn } from '../../database';

/**
 * What a search looks at of a charge, in rows a tenth as wide (decision 0003). Triggers of `charges` write it in the same statement, and
 * nothing else does.
 */
@Entity('charge_search')
@Index('ix_charge_search_text', { synchronize: false })
export class ChargeSearch {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_charge_search' })
  merchantId: string;

  /** The charge's. */
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_charge_search' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid', nullable: true })
  submerchantId: string | null;

  @Column({ name: 'payment_method', type: 'varchar', length: 20 })
  paymentMethod: PaymentMethod;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column({ name: 'customer_tax_id', type: 'varchar', length: 14, nullable: true })
  customerTaxId: string | null;
}
