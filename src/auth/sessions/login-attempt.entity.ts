import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

/** The tries to log in that one e-mail and one address have made since their last success. */
@Entity('login_attempts')
@Index('ix_login_attempts_expires_at', ['expiresAt'])
@Check('ck_login_attempts_tries', 'tries BETWEEN 1 AND 11')
export class LoginAttempt {
  /** Lower case, as it was typed: there need not be such an operator. */
  @PrimaryColumn({ name: 'email', type: 'text', primaryKeyConstraintName: 'pk_login_attempts' })
  email: string;

  /** An IPv4 address, the /64 of an IPv6 address, or `*` for wrong codes from wherever. */
  @PrimaryColumn({ name: 'address', type: 'text', primaryKeyConstraintName: 'pk_login_attempts' })
  address: string;

  /** Eleven stands for every refused one. */
  @Column({ name: 'tries', type: 'smallint' })
  tries: number;

  /** When the tries are forgotten, or the lock ends. */
  @Column(timestampColumn('expires_at'))
  expiresAt: Date;
}
