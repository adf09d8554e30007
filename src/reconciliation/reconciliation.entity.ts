import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { timestampColumn } from '../database';

/** A day of a provider, compared with the books. */
@Entity('reconciliations')
@Unique('uq_reconciliations_day', ['provider', 'date'])
@Check('ck_reconciliations_provider', `provider ~ '^[a-z0-9_-]+$'`)
@Index('ix_reconciliations_list', { synchronize: false })
@Index('ix_reconciliations_asked', { synchronize: false })
export class Reconciliation {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_reconciliations' })
  id: string;

  /** The name of its adapter. */
  @Column({ name: 'provider', type: 'varchar', length: 40 })
  provider: string;

  /** YYYY-MM-DD in America/Sao_Paulo. */
  @Column({ name: 'date', type: 'date' })
  date: string;

  /** When somebody asked for a reading. */
  @Column(timestampColumn('requested_at', { nullable: true }))
  requestedAt: Date | null;

  /** When the last reading began that came to its end; null: none did. */
  @Column(timestampColumn('read_at', { nullable: true }))
  readAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
