import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { MerchantMode } from '../identity';

/** A marketplace: the tenant that every other record belongs to. */
@Entity('merchants')
@Check('ck_merchants_mode', "mode IN ('test', 'live')")
@Check('ck_merchants_tax_id', `tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'`)
@Check('ck_merchants_limits', 'least(limit_transactions, limit_queries, limit_default) >= 1')
@Check('ck_merchants_cooling_off', 'cooling_off_hours BETWEEN 0 AND 720')
@Index('ix_merchants_list', { synchronize: false })
export class Merchant {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_merchants' })
  id: string;

  @Column({ name: 'name', type: 'text' })
  name: string;

  @Column({ name: 'mode', type: 'text' })
  mode: MerchantMode;

  /** A CPF or a CNPJ, without mask; null where it was not told (money contract §20). */
  @Column({ name: 'tax_id', type: 'varchar', length: 14, nullable: true })
  taxId: string | null;

  /** Requests a window in each category; null: the service's default. */
  @Column({ name: 'limit_transactions', type: 'integer', nullable: true })
  limitTransactions: number | null;

  @Column({ name: 'limit_queries', type: 'integer', nullable: true })
  limitQueries: number | null;

  @Column({ name: 'limit_default', type: 'integer', nullable: true })
  limitDefault: number | null;

  /** How long new destinations get nothing; null: the default of the mode (money contract §12). */
  @Column({ name: 'cooling_off_hours', type: 'integer', nullable: true })
  coolingOffHours: number | null;

  /** Name and id, folded (decision 0003). */
  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
