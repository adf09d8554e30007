import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database';

/** Where the audit log ends: the one row that all who write to it lock. The database lets it grow only. */
@Entity('audit_head')
@Check('ck_audit_head_single', 'id = 1')
@Check('ck_audit_head_entries', 'entries >= 0')
@Check('ck_audit_head_mac', 'octet_length(mac) = 32')
@Check('ck_audit_head_key_check', '(entries = 0) = (key_check IS NULL) AND octet_length(key_check) = 16')
export class AuditHead {
  @PrimaryColumn({ name: 'id', type: 'smallint', primaryKeyConstraintName: 'pk_audit_head' })
  id: number;

  /** The sequence of the last entry. */
  @Column(bigintColumn('entries'))
  entries: number;

  /** The mac of the last entry; 32 zero bytes before the first. */
  @Column({ name: 'mac', type: 'bytea' })
  mac: Buffer;

  /** Tells whether a process has the key of this log, before it writes what nobody could verify. */
  @Column({ name: 'key_check', type: 'bytea', nullable: true })
  keyCheck: Buffer | null;
}
