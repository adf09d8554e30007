import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AS_MAKER } from './1763711200000-ledger-posting';
import { SumsByIndex1763750040000 } from './1763750040000-sums-by-index';

/**
 * What triggers look up for each new row is asked LATERAL with a LIMIT, not joined: where statistics know of no rows, as while a
 * database is being filled, a join compared each new charge with each (100,000 took more than seven minutes; 40,000 take five seconds so).
 */
export class LookUpsForEach1763750090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK_NEW_SUMS);
    await runner.query(CHECK_RECEIVABLE_SUMS);
    await runner.query(CHECK_ENTRIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(checkEntries(JOINED_ENTRIES));
    await runner.query(checkReceivableSums(JOINED_PART));
    await new SumsByIndex1763750040000().up(runner);
  }
}

const BY_INDEX = 'SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';

const CHECK_NEW_SUMS = `
      CREATE OR REPLACE FUNCTION check_new_charge_sums() RETURNS trigger LANGUAGE plpgsql ${BY_INDEX} AS $$
      BEGIN
        IF TG_TABLE_NAME = 'charges' THEN
          PERFORM 1 FROM inserted AS charge
            LEFT JOIN LATERAL (
              SELECT true AS is_there FROM charge_splits
               WHERE merchant_id = charge.merchant_id AND charge_id = charge.id LIMIT 1) AS part ON true
           WHERE charge.amount_refund_reserved_cents <> 0 OR part.is_there IS NULL;
        ELSE
          PERFORM 1
            FROM (SELECT DISTINCT merchant_id, charge_id FROM inserted) AS changed
            CROSS JOIN LATERAL (
              SELECT total_amount_cents, amount_captured_cents, amount_refunded_cents, amount_refund_reserved_cents
                FROM charges WHERE merchant_id = changed.merchant_id AND id = changed.charge_id LIMIT 1) AS charge
            CROSS JOIN LATERAL (
              SELECT sum(share_cents) AS shares, sum(captured_cents) AS captured, sum(refunded_cents) AS refunded,
                     sum(reserved_cents) AS reserved
                FROM charge_splits WHERE merchant_id = changed.merchant_id AND charge_id = changed.charge_id) AS parts
           WHERE (parts.shares, parts.captured, parts.refunded, parts.reserved)
                 IS DISTINCT FROM (charge.total_amount_cents::numeric, charge.amount_captured_cents::numeric,
                   charge.amount_refunded_cents::numeric, charge.amount_refund_reserved_cents::numeric);
        END IF;
        IF FOUND THEN
          RAISE EXCEPTION 'the parts of a charge do not sum to its amounts'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_charge_sums';
        END IF;
        RETURN NULL;
      END $$`;

const JOINED_PART = `
      JOIN charge_splits AS split
        ON split.merchant_id = part.merchant_id AND split.charge_id = part.charge_id
       AND split.recipient_id = part.wallet_id`;

const CHECK_RECEIVABLE_SUMS = checkReceivableSums(`
      CROSS JOIN LATERAL (
        SELECT captured_cents, fee_cents FROM charge_splits
         WHERE merchant_id = part.merchant_id AND charge_id = part.charge_id AND recipient_id = part.wallet_id
         LIMIT 1) AS split`);

function checkReceivableSums(part: string): string {
  return `
  CREATE OR REPLACE FUNCTION check_receivable_sums() RETURNS trigger LANGUAGE plpgsql ${BY_INDEX} AS $$
  BEGIN
    PERFORM 1
      FROM (SELECT DISTINCT merchant_id, charge_id, wallet_id FROM added) AS part${part}
      CROSS JOIN LATERAL (
        SELECT sum(amount_cents) AS amount, sum(fee_cents) AS fee FROM receivables AS row
         WHERE row.merchant_id = part.merchant_id AND row.charge_id = part.charge_id
           AND row.wallet_id = part.wallet_id) AS held
     WHERE (held.amount, held.fee)
           IS DISTINCT FROM (split.captured_cents::numeric, least(split.fee_cents, split.captured_cents)::numeric);
    IF FOUND THEN
      RAISE EXCEPTION 'the receivables of a recipient do not sum to its part'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_receivables_sums';
    END IF;
    RETURN NULL;
  END $$`;
}

const BEFORE = 'merchant_id = entry.merchant_id AND account_id = entry.account_id AND seq = entry.seq - 1';
const OF_ENTRY = 'merchant_id = entry.merchant_id AND id = entry.transaction_id';

const CHECK_ENTRIES = checkEntries(`
      LEFT JOIN LATERAL (
        SELECT seq, balance_cents, posted_at FROM ledger_entries
         WHERE entry.last_seq IS NULL AND ${BEFORE} LIMIT 1) AS before ON true
      LEFT JOIN LATERAL (
        SELECT kind, account_ids, amounts_cents FROM ledger_transactions WHERE ${OF_ENTRY} LIMIT 1) AS transaction ON true`);

const JOINED_ENTRIES = `
      LEFT JOIN ledger_entries AS before
        ON entry.last_seq IS NULL AND before.merchant_id = entry.merchant_id
       AND before.account_id = entry.account_id AND before.seq = entry.seq - 1
      LEFT JOIN ledger_transactions AS transaction
        ON transaction.merchant_id = entry.merchant_id AND transaction.id = entry.transaction_id`;

function checkEntries(others: string): string {
  return `
  CREATE OR REPLACE FUNCTION check_ledger_entries() RETURNS trigger LANGUAGE plpgsql ${AS_MAKER} AS $$
  BEGIN
    PERFORM 1
      FROM (SELECT added.*, lag(seq) OVER places AS last_seq, lag(balance_cents) OVER places AS last_balance,
                   lag(posted_at) OVER places AS last_posted_at
              FROM added WINDOW places AS (PARTITION BY merchant_id, account_id ORDER BY seq)) AS entry${others}
     WHERE entry.seq <> coalesce(entry.last_seq, before.seq, 0) + 1
        OR entry.balance_cents <> coalesce(entry.last_balance, before.balance_cents, 0) + entry.amount_cents
        OR entry.posted_at < coalesce(entry.last_posted_at, before.posted_at)
        OR transaction.kind IS DISTINCT FROM entry.kind
        OR transaction.amounts_cents[array_position(transaction.account_ids, entry.account_id)]
           IS DISTINCT FROM entry.amount_cents;
    IF FOUND THEN
      RAISE EXCEPTION 'an entry does not continue its account, or is no line of its transaction'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_ledger_entries_chain';
    END IF;
    RETURN NULL;
  END $$`;
}
