import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

/** Failed log-ins alike, from the first one, of which the audit log tells at once, until it tells of the others. */
@Entity('login_failures')
@Index('ix_login_failures_since', ['since'])
@Check('ck_login_failures_repeated', 'repeated >= 0')
export class LoginFailure {
  /** As failures are counted: an IPv4 address or the /64 of an IPv6 address. */
  @PrimaryColumn({ name: 'address', type: 'text', primaryKeyConstraintName: 'pk_login_failures' })
  address: string;

  @PrimaryColumn({ name: 'reason', type: 'text', primaryKeyConstraintName: 'pk_login_failures' })
  reason: string;

  /** The operator's e-mail; empty for all that no operator has. */
  @PrimaryColumn({ name: 'email', type: 'text', primaryKeyConstraintName: 'pk_login_failures' })
  email: string;

  /** How many came after the first. */
  @Column({ name: 'repeated', type: 'integer' })
  repeated: number;

  @Column(timestampColumn('since'))
  since: Date;
}
