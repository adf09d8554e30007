import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AS_MAKER, PLACE } from './1763711200000-ledger-posting';

/**
 * What entries were there, counted and summed by hour while they are posted (decision 0041): totals of any period and any
 * filter, and pages deep inside, are looked up and not counted. Transactions may say in words what they are.
 */
export class LedgerHours1763713100000 implements MigrationInterface {
  name = 'LedgerHours1763713100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_transactions ADD COLUMN description character varying(200)');
    await this.numberEntries(runner);
    await runner.query(HOURS);
    await runner.query(FILL_HOURS);
    await runner.query(`
      CREATE TRIGGER tr_ledger_hours_append_only BEFORE DELETE OR TRUNCATE ON ledger_hours
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`);
    await runner.query('ALTER TABLE ledger_hours ENABLE ALWAYS TRIGGER tr_ledger_hours_append_only');
    await runner.query(PLACE_AND_COUNT);
    await runner.query(GROUPS);
    await runner.query(UNTIL);
    await runner.query(LIST);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION list_ledger_entries(${LIST_TYPES})`);
    await runner.query('DROP FUNCTION ledger_counts_until(uuid, uuid, timestamptz)');
    await runner.query('DROP FUNCTION ledger_groups(uuid, uuid)');
    await runner.query(PLACE.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    await runner.query('DROP TABLE ledger_hours');
    await runner.query('DROP INDEX ix_ledger_entries_kind');
    await runner.query('ALTER TABLE ledger_entries DROP COLUMN kind_seq, DROP COLUMN is_credit');
    await runner.query('ALTER TABLE ledger_transactions DROP COLUMN description');
  }

  /** The place of an entry among those of its account with the same kind and direction. */
  private async numberEntries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger_entries ADD COLUMN kind_seq bigint,
        ADD COLUMN is_credit boolean NOT NULL GENERATED ALWAYS AS (amount_cents > 0) STORED`);
    await runner.query('ALTER TABLE ledger_entries DISABLE TRIGGER tr_ledger_entries_append_only');
    await runner.query(`
      UPDATE ledger_entries AS entry SET kind_seq = numbered.place
        FROM (SELECT merchant_id, account_id, seq, row_number() OVER (
                       PARTITION BY merchant_id, account_id, kind, is_credit ORDER BY seq) AS place
                FROM ledger_entries) AS numbered
       WHERE entry.merchant_id = numbered.merchant_id AND entry.account_id = numbered.account_id
         AND entry.seq = numbered.seq`);
    await runner.query('ALTER TABLE ledger_entries ENABLE ALWAYS TRIGGER tr_ledger_entries_append_only');
    await runner.query('ALTER TABLE ledger_entries ALTER COLUMN kind_seq SET NOT NULL');
    await runner.query(`
      CREATE INDEX ix_ledger_entries_kind ON ledger_entries (merchant_id, account_id, kind, is_credit, seq)
      INCLUDE (kind_seq)`);
  }
}

/**
 * What was posted in an hour, and before it: the time of an account never goes back, so an hour that has another one after it
 * never changes, and what was there at its end is looked up in one row.
 */
const HOURS = `
  CREATE TABLE ledger_hours (
    merchant_id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind character varying(32) NOT NULL,
    is_credit boolean NOT NULL,
    hour timestamptz(3) NOT NULL,
    entries bigint NOT NULL,
    amount_cents bigint NOT NULL,
    entries_before bigint NOT NULL,
    amount_before_cents bigint NOT NULL,
    CONSTRAINT pk_ledger_hours PRIMARY KEY (merchant_id, account_id, kind, is_credit, hour),
    CONSTRAINT ck_ledger_hours_hour CHECK (hour = date_trunc('hour', hour, 'UTC')),
    CONSTRAINT ck_ledger_hours_entries CHECK (entries > 0 AND entries_before >= 0),
    CONSTRAINT ck_ledger_hours_amount CHECK (
      CASE WHEN is_credit THEN amount_cents > 0 AND amount_before_cents >= 0
      ELSE amount_cents < 0 AND amount_before_cents <= 0 END)
  ) WITH (fillfactor = 50)`;

const FILL_HOURS = `
  INSERT INTO ledger_hours
         (merchant_id, account_id, kind, is_credit, hour, entries, amount_cents, entries_before, amount_before_cents)
  SELECT counted.*, coalesce(sum(entries) OVER earlier, 0), coalesce(sum(amount_cents) OVER earlier, 0)
    FROM (SELECT merchant_id, account_id, kind, is_credit, date_trunc('hour', posted_at, 'UTC') AS hour,
                 count(*) AS entries, sum(amount_cents) AS amount_cents
            FROM ledger_entries GROUP BY 1, 2, 3, 4, 5) AS counted
  WINDOW earlier AS (
    PARTITION BY merchant_id, account_id, kind, is_credit ORDER BY hour
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/**
 * As before (decision 0032), and in the same statement what is posted is counted. The locked account lets nobody else count
 * meanwhile. What was there of a line's kind is looked up line by line: joined as a set it may be planned as each with each.
 */
const PLACE_AND_COUNT = `
  CREATE OR REPLACE FUNCTION place_ledger_lines(merchants uuid[], accounts uuid[], most integer) RETURNS bigint
    LANGUAGE plpgsql ${AS_MAKER} AS $$
  DECLARE
    lines bigint;
    moment timestamptz(3);
  BEGIN
    PERFORM 1 FROM unnest(merchants, accounts) AS wanted (merchant_id, id)
      JOIN ledger_accounts AS account USING (merchant_id, id)
     ORDER BY account.merchant_id, account.id FOR NO KEY UPDATE OF account;
    moment := clock_timestamp();
    WITH taken AS (
      DELETE FROM ledger_tail AS line
       WHERE line.ctid = ANY(ARRAY(
               SELECT waiting.place
                 FROM unnest(merchants, accounts) AS account (merchant_id, id)
                CROSS JOIN LATERAL (
                  SELECT tail.ctid AS place FROM ledger_tail AS tail
                   WHERE tail.merchant_id = account.merchant_id AND tail.account_id = account.id
                  OFFSET 0) AS waiting
                LIMIT most))
      RETURNING line.merchant_id, line.account_id, line.transaction_id, line.kind, line.amount_cents),
    numbered AS (
      SELECT line.merchant_id, line.account_id, line.transaction_id, line.kind, line.amount_cents,
             account.seq + row_number() OVER places AS seq,
             account.posted_cents + sum(line.amount_cents) OVER places AS balance_cents,
             greatest(moment, account.posted_at) AS posted_at,
             coalesce(last.entries, 0) AS entries_before, coalesce(last.amount_cents, 0) AS amount_before_cents,
             row_number() OVER (PARTITION BY line.merchant_id, line.account_id, line.kind, line.amount_cents > 0
                                ORDER BY line.transaction_id) AS place
        FROM taken AS line
        JOIN ledger_accounts AS account
          ON account.merchant_id = line.merchant_id AND account.id = line.account_id
        LEFT JOIN LATERAL (
          SELECT earlier.entries_before + earlier.entries AS entries,
                 earlier.amount_before_cents + earlier.amount_cents AS amount_cents
            FROM ledger_hours AS earlier
           WHERE earlier.merchant_id = line.merchant_id AND earlier.account_id = line.account_id
             AND earlier.kind = line.kind AND earlier.is_credit = (line.amount_cents > 0)
           ORDER BY earlier.hour DESC LIMIT 1) AS last ON true
      WINDOW places AS (
        PARTITION BY line.merchant_id, line.account_id
        ORDER BY CASE WHEN line.amount_cents < 0 THEN account.min_cents ELSE account.max_cents END IS NOT NULL,
                 line.transaction_id
        ROWS UNBOUNDED PRECEDING)),
    counted AS (
      INSERT INTO ledger_hours AS counter
             (merchant_id, account_id, kind, is_credit, hour, entries, amount_cents, entries_before, amount_before_cents)
      SELECT merchant_id, account_id, kind, amount_cents > 0, date_trunc('hour', posted_at, 'UTC'), count(*),
             sum(amount_cents), entries_before, amount_before_cents
        FROM numbered
       GROUP BY merchant_id, account_id, kind, amount_cents > 0, posted_at, entries_before, amount_before_cents
      ON CONFLICT (merchant_id, account_id, kind, is_credit, hour) DO UPDATE
         SET entries = counter.entries + excluded.entries, amount_cents = counter.amount_cents + excluded.amount_cents),
    placed AS (
      INSERT INTO ledger_entries
             (merchant_id, account_id, seq, transaction_id, kind, amount_cents, balance_cents, posted_at, kind_seq)
      SELECT merchant_id, account_id, seq, transaction_id, kind, amount_cents, balance_cents, posted_at,
             entries_before + place
        FROM numbered
      RETURNING merchant_id, account_id, seq, balance_cents, posted_at),
    moved AS (
      UPDATE ledger_accounts AS account
         SET seq = last.seq, posted_cents = last.balance_cents, posted_at = last.posted_at
        FROM (SELECT DISTINCT ON (merchant_id, account_id) merchant_id, account_id, seq, balance_cents, posted_at
                FROM placed ORDER BY merchant_id, account_id, seq DESC) AS last
       WHERE account.merchant_id = last.merchant_id AND account.id = last.account_id)
    SELECT count(*) INTO lines FROM placed;
    RETURN lines;
  END $$`;

const AS_READER = 'STABLE SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off';

/** The kinds and directions that an account has, each found behind the one before: as many steps as there are of them. */
const GROUPS = `
  CREATE FUNCTION ledger_groups(merchant uuid, account uuid) RETURNS TABLE (kind character varying, is_credit boolean)
    LANGUAGE sql ${AS_READER} AS $$
    WITH RECURSIVE groups AS (
      (SELECT h.kind, h.is_credit FROM ledger_hours AS h
        WHERE h.merchant_id = merchant AND h.account_id = account ORDER BY h.kind, h.is_credit LIMIT 1)
      UNION ALL
      SELECT following.kind, following.is_credit
        FROM groups
       CROSS JOIN LATERAL (
         SELECT h.kind, h.is_credit FROM ledger_hours AS h
          WHERE h.merchant_id = merchant AND h.account_id = account
            AND (h.kind, h.is_credit) > (groups.kind, groups.is_credit)
          ORDER BY h.kind, h.is_credit LIMIT 1) AS following)
    SELECT groups.kind, groups.is_credit FROM groups
  $$`;

/** How many entries of each kind and direction an account had before an hour began, and their sum; null: has now. */
const UNTIL = `
  CREATE FUNCTION ledger_counts_until(merchant uuid, account uuid, until timestamptz)
    RETURNS TABLE (kind character varying, is_credit boolean, entries bigint, amount_cents bigint)
    LANGUAGE sql ${AS_READER} AS $$
    SELECT g.kind, g.is_credit, coalesce(last.entries, 0), coalesce(last.amount_cents, 0)
      FROM ledger_groups(merchant, account) AS g
      LEFT JOIN LATERAL (
        SELECT h.entries_before + h.entries AS entries, h.amount_before_cents + h.amount_cents AS amount_cents
          FROM ledger_hours AS h
         WHERE h.merchant_id = merchant AND h.account_id = account AND h.kind = g.kind AND h.is_credit = g.is_credit
           AND h.hour < coalesce(until, 'infinity')
         ORDER BY h.hour DESC LIMIT 1) AS last ON true
  $$`;

const LIST_TYPES = 'uuid, uuid, text[], boolean, timestamptz, timestamptz, bigint, bigint, integer';

/**
 * The places of a page, newest first, and how many entries there are that it is a page of. The first and the last moment are
 * beginnings of hours. Without a filter a page is a range of places. With one its first place is found by halving: how many
 * of the wanted are at or before a place is one look-up for each kind and direction.
 */
const LIST = `
  CREATE FUNCTION list_ledger_entries(merchant uuid, account uuid, wanted_kinds text[], wanted_credit boolean,
      from_hour timestamptz, to_hour timestamptz, skipped bigint, before_seq bigint, most integer)
    RETURNS TABLE (total bigint, seqs bigint[]) LANGUAGE plpgsql ${AS_READER} AS $$
  DECLARE
    kinds text[];
    credits boolean[];
    others bigint;
    earlier bigint;
    low bigint;
    high bigint;
    middle bigint;
    top bigint;
    reached bigint;
  BEGIN
    SELECT coalesce(sum(at_end.entries - before.entries) FILTER (WHERE wanted.yes), 0),
           coalesce(sum(before.entries) FILTER (WHERE wanted.yes), 0),
           coalesce(sum(before.entries), 0), coalesce(sum(at_end.entries), 0), count(*) FILTER (WHERE NOT wanted.yes),
           array_agg(at_end.kind) FILTER (WHERE wanted.yes), array_agg(at_end.is_credit) FILTER (WHERE wanted.yes)
      INTO total, earlier, low, top, others, kinds, credits
      FROM ledger_counts_until(merchant, account, to_hour) AS at_end
      JOIN ledger_counts_until(merchant, account, coalesce(from_hour, '-infinity')) AS before USING (kind, is_credit)
     CROSS JOIN LATERAL (SELECT (wanted_kinds IS NULL OR at_end.kind = ANY(wanted_kinds))
                            AND (wanted_credit IS NULL OR at_end.is_credit = wanted_credit) AS yes) AS wanted;
    IF before_seq IS NOT NULL THEN
      top := least(top, before_seq - 1);
    END IF;
    IF total <= skipped THEN
      seqs := '{}';
    ELSIF others = 0 THEN
      seqs := ARRAY(SELECT generate_series(top - skipped, greatest(low + 1, top - skipped - most + 1), -1));
    ELSE
      IF skipped > 0 THEN
        reached := earlier + total - skipped;
        high := top;
        top := low;
        WHILE high - top > 1 LOOP
          middle := (top + high) / 2;
          IF (SELECT coalesce(sum((SELECT entry.kind_seq FROM ledger_entries AS entry
                                    WHERE entry.merchant_id = merchant AND entry.account_id = account
                                      AND entry.kind = g.kind AND entry.is_credit = g.is_credit AND entry.seq <= middle
                                    ORDER BY entry.seq DESC LIMIT 1)), 0)
                FROM unnest(kinds, credits) AS g (kind, is_credit)) >= reached THEN
            high := middle;
          ELSE
            top := middle;
          END IF;
        END LOOP;
        top := high;
      END IF;
      seqs := ARRAY(
        SELECT entry.seq
          FROM unnest(kinds, credits) AS g (kind, is_credit)
         CROSS JOIN LATERAL (
           SELECT e.seq FROM ledger_entries AS e
            WHERE e.merchant_id = merchant AND e.account_id = account AND e.kind = g.kind AND e.is_credit = g.is_credit
              AND e.seq <= top AND e.seq > low
            ORDER BY e.seq DESC LIMIT most) AS entry
         ORDER BY entry.seq DESC LIMIT most);
    END IF;
    RETURN NEXT;
  END $$`;
