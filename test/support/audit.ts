import type { EntityManager } from 'typeorm';
import { AuditChain, AuditLog, type ChainVerdict, SYSTEM_ACTOR } from '../../src/common/audit';
import { TxRunner } from '../../src/database';
import type { TestService } from './service';

/** A row of the audit log as it is stored. */
export interface AuditRow {
  readonly sequence: string;
  readonly at: Date;
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly merchant_id: string | null;
  readonly details: string;
  readonly mac: Buffer;
}

export function auditRows(manager: Pick<EntityManager, 'query'>, action?: string): Promise<AuditRow[]> {
  return manager.query<AuditRow[]>(
    'SELECT * FROM audit_entries WHERE $1::text IS NULL OR action = $1 ORDER BY sequence',
    [action ?? null],
  );
}

/** Appends in a transaction of its own. */
export function appendAudit(
  service: TestService,
  ...entries: readonly Partial<Parameters<AuditLog['append']>[1]>[]
): Promise<void> {
  const log = service.api.get(AuditLog);
  return service.api.get(TxRunner).run(async (tx) => {
    for (const entry of entries)
      await log.append(tx, { action: 'test.appended', actor: SYSTEM_ACTOR, ...entry });
  });
}

export function verifyAudit(service: TestService, noted?: string): Promise<ChainVerdict> {
  return service.api.get(AuditChain).verify(noted);
}
