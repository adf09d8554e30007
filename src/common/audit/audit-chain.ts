import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppConfig } from '../../config';
import { SnapshotRunner } from '../../database';
import { keyCheckOf } from './chain';
import { ChainWalk, type FirstBroken, type StoredEntry, type StoredHead } from './chain-walk';

/** With the largest details that fit the column, some 60 MB; in practice a few hundred kilobytes. */
const ROWS_AT_ONCE = 500;

/** Where the log ends; `mac` in hexadecimal. */
export interface ChainHead {
  readonly entries: number;
  readonly mac: string;
}

export interface ChainVerdict {
  readonly valid: boolean;
  /** How many there are, sound or not. */
  readonly entries: number;
  readonly firstBroken: FirstBroken | null;
  readonly head: ChainHead | null;
}

/** Reads the audit log again and tells whether it is what was written (contract §8). */
@Injectable()
export class AuditChain {
  constructor(
    private readonly snapshots: SnapshotRunner,
    private readonly config: AppConfig,
  ) {}

  /**
   * Goes through the whole log on one snapshot, a few rows at a time: what is appended meanwhile is not seen, neither
   * in the entries nor in the head.
   * @param noted hexadecimal mac of a head that was kept elsewhere: only with it a cut is found that took the head along
   */
  async verify(noted: string | null = null): Promise<ChainVerdict> {
    return this.snapshots.run((snapshot) => this.verifyOn(snapshot, noted));
  }

  /** The same as a transaction sees it. */
  async verifyOn(snapshot: EntityManager, noted: string | null): Promise<ChainVerdict> {
    const key = this.config.crypto.auditKey;
    const head = await readHead(snapshot);
    const walk = new ChainWalk(key, noted === null ? null : Buffer.from(noted, 'hex'));
    const broken = (await walkAlong(snapshot, walk)) ?? walk.end(head, keyCheckOf(key));
    const firstBroken = broken === null ? null : this.explained(broken, head);
    return {
      valid: broken === null,
      entries: await countEntries(snapshot),
      firstBroken,
      head: head === null ? null : { entries: Number(head.entries), mac: head.mac.toString('hex') },
    };
  }

  /** A wrong key breaks the chain at its first entry, as a change of that entry would; the head knows the difference. */
  private explained(broken: FirstBroken, head: StoredHead | null): FirstBroken {
    if (broken.sequence !== 1 || broken.reason !== 'changed') return broken;
    const fits = head?.key_check?.equals(keyCheckOf(this.config.crypto.auditKey)) ?? true;
    return fits ? broken : { ...broken, reason: 'wrong_key' };
  }
}

async function readHead(manager: EntityManager): Promise<StoredHead | null> {
  const rows = await manager.query<StoredHead[]>('SELECT entries, mac, key_check FROM audit_head');
  return rows[0] ?? null;
}

async function countEntries(manager: EntityManager): Promise<number> {
  const rows = await manager.query<{ count: string }[]>('SELECT count(*) AS count FROM audit_entries');
  return Number(rows[0]?.count);
}

/** A cursor keeps its place also among rows that a primary key would not allow. */
async function walkAlong(snapshot: EntityManager, walk: ChainWalk): Promise<FirstBroken | null> {
  await snapshot.query(
    `DECLARE chain NO SCROLL CURSOR FOR
       SELECT e.sequence::text AS sequence, extract(epoch FROM e.at)::text AS at, e.action,
              e.actor_kind AS "actorKind", e.actor_id::text AS "actorId", e.actor_email AS "actorEmail",
              e.target_type AS "targetType", e.target_id AS "targetId", e.merchant_id::text AS "merchantId",
              e.details, e.mac
         FROM audit_entries AS e ORDER BY e.sequence`,
  );
  for (;;) {
    const entries = await snapshot.query<StoredEntry[]>(`FETCH ${ROWS_AT_ONCE} FROM chain`);
    for (const entry of entries) {
      const broken = walk.step(entry);
      if (broken !== null) return broken;
    }
    if (entries.length < ROWS_AT_ONCE) return null;
  }
}
