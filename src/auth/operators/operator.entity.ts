import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { OperatorRole } from '../identity';

/** A person who decides who may sell. */
@Entity('operators')
@Unique('uq_operators_email', ['email'])
@Check('ck_operators_role', "role IN ('viewer', 'reviewer', 'treasurer', 'admin')")
@Check('ck_operators_email', 'email = lower(email)')
@Check(
  'ck_operators_totp',
  'totp_secret_box IS NOT NULL OR (totp_confirmed_at IS NULL AND totp_last_step IS NULL)',
)
@Check('ck_operators_created_by', 'created_by <> id')
export class Operator {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_operators' })
  id: string;

  /** Lower case. */
  @Column({ name: 'email', type: 'text' })
  email: string;

  /** argon2id. */
  @Column({ name: 'password_hash', type: 'text' })
  passwordHash: string;

  @Column({ name: 'role', type: 'text' })
  role: OperatorRole;

  @Column(timestampColumn('disabled_at', { nullable: true }))
  disabledAt: Date | null;

  /** SecretBox of the base32 secret, bound to this row. */
  @Column({ name: 'totp_secret_box', type: 'text', nullable: true })
  totpSecretBox: string | null;

  /** Null while the enrolment waits for its first code: until then no code is asked for. */
  @Column(timestampColumn('totp_confirmed_at', { nullable: true }))
  totpConfirmedAt: Date | null;

  /** The time step of the last code that was taken: no code of it or of an earlier one is taken again. */
  @Column(bigintColumn('totp_last_step', { nullable: true }))
  totpLastStep: number | null;

  @Column(timestampColumn('last_login_at', { nullable: true }))
  lastLoginAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  /** The operator who made this account; null for one of the command line. */
  @ForeignKey(() => Operator, { name: 'fk_operators_created_by' })
  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy: string | null;

  /** When the holder chose the present password; null while it is one that somebody else knows. */
  @Column(timestampColumn('password_set_at', { nullable: true }))
  passwordSetAt: Date | null;

  /** The last password of somebody else's choice that the holder replaced: it is not chosen again. */
  @Column({ name: 'given_password_hash', type: 'text', nullable: true })
  givenPasswordHash: string | null;
}

/** E-mail addresses are compared without case. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase();
}
