import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config';
import { BusyError } from '../pg-errors';
import { KeyedGate } from './keyed-gate';

/** On whose behalf the database is asked, and for which row: both are waited for in memory, before a connection is taken. */
export interface Bulkhead {
  /** Shares the pool with all others, e.g. `merchant:0190…`. */
  readonly tenant: string;
  /** The one record that the work locks; null when it is none, or many. */
  readonly row: string | null;
}

/** The bulkhead of one of a merchant's records; its tenant is named as the merchant's identity is. */
export function merchantBulkhead(merchantId: string, row: string): Bulkhead {
  return { tenant: `merchant:${merchantId}`, row };
}

/** The bulkhead of a record that an operator changes; the operator is named as its identity is. */
export function operatorBulkhead(operatorId: string, row: string): Bulkhead {
  return { tenant: `operator:${operatorId}`, row };
}

/** Longer queues are answered at once: nobody would wait for their end. */
const MAX_WAITING_FOR_ROW = 200;
const MAX_WAITING_FOR_TENANT = 2_000;
const MAX_WAITING_SEARCHES = 20;

/**
 * Keeps one row, and one tenant, from taking the whole pool: whoever waits for a row that is locked holds a connection, and
 * ten of them are the pool of everybody (architecture §5, rule 7, and decision 0026).
 */
@Injectable()
export class Bulkheads {
  private readonly rows = new KeyedGate(1, MAX_WAITING_FOR_ROW);
  private readonly searches = new KeyedGate(1, MAX_WAITING_SEARCHES);
  private readonly tenants: KeyedGate;
  private readonly waitMs: number;

  constructor({ database }: AppConfig) {
    this.tenants = new KeyedGate(tenantLimit(database.poolSize), MAX_WAITING_FOR_TENANT);
    this.waitMs = database.connectTimeoutMs;
  }

  /** Throws BusyError; else the work runs when there is a place, and the place is free again when it has ended. */
  async run<T>(bulkhead: Bulkhead | null, work: () => Promise<T>): Promise<T> {
    if (bulkhead === null) return work();
    if (bulkhead.row === null) return this.withinTenant(bulkhead.tenant, this.waitMs, work);
    // Somebody else's row of the same name is another one: nobody can stand in a stranger's way.
    const row = `${bulkhead.tenant} ${bulkhead.row}`;
    const begun = performance.now();
    if (!(await this.rows.enter(row, this.waitMs))) throw new BusyError();
    try {
      return await this.withinTenant(bulkhead.tenant, this.waitMs - (performance.now() - begun), work);
    } finally {
      this.rows.leave(row);
    }
  }

  /** A place in the tenant's part of the pool, for as long as the caller likes. Throws BusyError. */
  async enter(tenant: string): Promise<() => void> {
    if (!(await this.tenants.enter(tenant, this.waitMs))) throw new BusyError();
    return () => this.tenants.leave(tenant);
  }

  /** The tenant's one search at a time: each may read all that it has. Throws BusyError. */
  async enterSearch(tenant: string): Promise<() => void> {
    if (!(await this.searches.enter(tenant, this.waitMs))) throw new BusyError();
    return () => this.searches.leave(tenant);
  }

  private async withinTenant<T>(tenant: string, withinMs: number, work: () => Promise<T>): Promise<T> {
    if (!(await this.tenants.enter(tenant, withinMs))) throw new BusyError();
    try {
      return await work();
    } finally {
      this.tenants.leave(tenant);
    }
  }
}

/** Two thirds: one tenant is served as fast as ever, and others still find a connection. */
function tenantLimit(poolSize: number): number {
  return Math.max(1, poolSize - Math.max(1, Math.floor(poolSize / 3)));
}
