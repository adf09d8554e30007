import type { DataSource } from 'typeorm';
import { onServer } from './test-server';

const DEADLOCK = '40P01';
const TRIES = 10;

/** What the books added to the schema, of one merchant: those that refer to others first. */
const TABLES = [
  'dispute_sources',
  'dispute_bearers',
  'disputes',
  'refund_sources',
  'reserves',
  'receivables',
  'settlements',
  'ledger_tail',
  'ledger_entries',
  'ledger_hours',
  'ledger_verified',
  'ledger_transactions',
  'ledger_accounts',
] as const;

/**
 * A merchant's charges as they were before there were books: nothing of them is posted. A service that knows better and
 * still has work with them would post it again. It takes one table after the other, and so does a service that runs:
 * when the two wait for each other and PostgreSQL ends this one, it begins again.
 */
export async function removeBooks(url: string, merchantId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(url, (client) => client.query(removal(merchantId)));
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || attempt === TRIES) throw error;
    }
  }
}

/** One transaction, as all statements that are sent at once. */
function removal(merchantId: string): string {
  const tables = [...TABLES, 'books'];
  return [
    ...tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
    ...TABLES.map((table) => `DELETE FROM ${table} WHERE merchant_id = '${merchantId}'`),
    `UPDATE books SET backfilled_at = NULL WHERE merchant_id = '${merchantId}'`,
    ...tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
    // As the migration has it: these fire whoever writes.
    ...['transactions', 'entries', 'accounts', 'tail'].map(
      (table) => `ALTER TABLE ledger_${table} ENABLE ALWAYS TRIGGER tr_ledger_${table}_append_only`,
    ),
  ].join(';\n');
}

/** Moves all that happened to the money of a charge so many days back. */
export async function moveBack(dataSource: DataSource, chargeId: string, days: number): Promise<void> {
  const by = `interval '${days} days'`;
  await dataSource.query(`
    UPDATE charges SET captured_at = captured_at - ${by} WHERE id = '${chargeId}';
    UPDATE charge_status_history SET at = at - ${by} WHERE charge_id = '${chargeId}';
    UPDATE refunds SET created_at = created_at - ${by}, settled_at = settled_at - ${by} WHERE charge_id = '${chargeId}'`);
}
