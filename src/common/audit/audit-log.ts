import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '../../config';
import { asLast, beforeCommit, logAfterCommit, prepared, type Tx, workFor } from '../../database';
import { Clock } from '../clock';
import { constantTimeEqual } from '../crypto';
import { maskSensitive } from '../logging';
import type { AuditActor } from './actor';
import type { StoredHead } from './chain-walk';
import { keyCheckOf, type SealedColumns, sealedTime, sealOf } from './chain';

/** Longer texts are cut: the log says what was done, the record itself keeps the rest. */
const MAX_TEXT = 300;

export interface NewAuditEntry {
  /** `thing.verb`, e.g. `key.issued`. */
  readonly action: `${string}.${string}`;
  readonly actor: AuditActor;
  /** What it was done to: a record by its id, a key pair by its public key. */
  readonly target?: { readonly type: string; readonly id: string };
  /** Whose record that is. */
  readonly merchantId?: string;
  /** Never a secret, tax numbers masked by the caller (`maskedTaxId`); what looks like either is masked here again. */
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Sealed extends SealedColumns {
  readonly mac: Buffer;
}

/** Another key than that of the entries before: what it would seal, nobody could verify. */
class AuditKeyError extends Error {
  constructor() {
    super('AUDIT_KEY is not the key with which this audit log was begun: nothing was done.');
    this.name = 'AuditKeyError';
  }
}

/**
 * The append-only, chained log (contract §8). An entry is written in the transaction of the change it tells of: both
 * are there, or neither. All entries of a transaction are written at its very end, because they lock the head, the one
 * row that every writer needs: taken last it is held shortly, and can be part of no deadlock.
 */
@Injectable()
export class AuditLog {
  private readonly logger = new Logger(AuditLog.name);
  private readonly waiting = new WeakMap<Tx, NewAuditEntry[]>();

  constructor(
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Any number of times in a transaction. */
  append(tx: Tx, entry: NewAuditEntry): Promise<void> {
    workFor(tx, entry.actor.requestId);
    const waiting = this.waiting.get(tx);
    if (waiting !== undefined) {
      waiting.push(entry);
      return Promise.resolve();
    }
    const entries = [entry];
    this.waiting.set(tx, entries);
    beforeCommit(tx, () => this.write(tx, entries));
    return Promise.resolve();
  }

  private async write(tx: Tx, entries: readonly NewAuditEntry[]): Promise<void> {
    const key = this.config.crypto.auditKey;
    const keyCheck = keyCheckOf(key);
    const head = await lockHead(tx);
    if (head.key_check !== null && !constantTimeEqual(head.key_check, keyCheck)) throw new AuditKeyError();
    // Read behind the lock: the order of the sequence is the order of time, as far as the clocks agree.
    const at = sealedTime(this.clock.now());
    let [sequence, mac] = [Number(head.entries), head.mac];
    const sealed = entries.map((entry) => {
      sequence += 1;
      const columns = columnsOf(String(sequence), at, entry);
      mac = sealOf(key, columns, mac);
      return { ...columns, mac };
    });
    await asLast(tx, () => insert(tx, sealed, keyCheck));
    // Kept where whoever can change the database cannot reach: with it a cut tail is found (decision 0018).
    const line = `audit head: ${sequence} entries, mac ${mac.toString('hex')}`;
    logAfterCommit(tx, this.logger, 'log', line);
  }
}

async function lockHead(tx: Tx): Promise<StoredHead> {
  const rows = await tx.query<StoredHead[]>(
    prepared('SELECT entries, mac, key_check FROM audit_head WHERE id = 1 FOR UPDATE'),
  );
  if (rows[0] === undefined) throw new Error('the audit log has lost its head: see docs/operations.md');
  return rows[0];
}

function columnsOf(sequence: string, at: string, entry: NewAuditEntry): SealedColumns {
  const { action, actor, target, merchantId, details } = entry;
  const by = actor.kind === 'merchant' ? { public_key: actor.publicKey } : {};
  return {
    sequence,
    at,
    action,
    actorKind: actor.kind,
    actorId: actor.kind === 'operator' ? actor.id : null,
    actorEmail: actor.kind === 'operator' ? actor.email : null,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    merchantId: merchantId ?? null,
    details: JSON.stringify({ ...details, ...by }, (_name, value: unknown) =>
      typeof value === 'string' ? plain(value) : value,
    ),
  };
}

/** Text that every database and reader takes, without what must not be in a log. */
function plain(text: string): string {
  const masked = maskSensitive(text.replaceAll('\0', ''));
  return (masked.length > MAX_TEXT ? `${masked.slice(0, MAX_TEXT)}…` : masked).toWellFormed();
}

/** Entries and head in one statement, with the commit: the head stays locked for one round trip. */
async function insert(tx: Tx, sealed: readonly Sealed[], keyCheck: Buffer): Promise<void> {
  const column = <K extends keyof Sealed>(name: K) => sealed.map((entry) => entry[name]);
  const last = sealed.at(-1);
  await tx.query(
    prepared(`WITH head AS (UPDATE audit_head SET entries = $12, mac = $13, key_check = $14 WHERE id = 1)
     INSERT INTO audit_entries (sequence, at, action, actor_kind, actor_id, actor_email, target_type, target_id,
                                merchant_id, details, mac)
     SELECT sequence, to_timestamp(at), action, actor_kind, actor_id, actor_email, target_type, target_id,
            merchant_id, details, mac
       FROM unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[],
                   $9::uuid[], $10::text[], $11::bytea[])
            AS entry (sequence, at, action, actor_kind, actor_id, actor_email, target_type, target_id, merchant_id,
                      details, mac)`),
    [
      column('sequence'),
      column('at'),
      column('action'),
      column('actorKind'),
      column('actorId'),
      column('actorEmail'),
      column('targetType'),
      column('targetId'),
      column('merchantId'),
      column('details'),
      column('mac'),
      last?.sequence,
      last?.mac,
      keyCheck,
    ],
  );
}
