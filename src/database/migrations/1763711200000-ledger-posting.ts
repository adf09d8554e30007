import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The one way by which lines come into the books, and what checks it (decision 0032). The service's role writes transactions
 * alone: these functions do the rest with their maker's rights. Plans are made once a session, maybe while the tables
 * are empty: they keep to the indexes.
 */
export class LedgerPosting1763711200000 implements MigrationInterface {
  name = 'LedgerPosting1763711200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PLACE);
    await runner.query(RECORD);
    await runner.query(LOCK);
    await runner.query(POST);
    await runner.query(`
      CREATE TRIGGER tr_ledger_transactions_lines AFTER INSERT ON ledger_transactions
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_ledger_lines()`);
    // Whoever may execute them is granted it by name (decision 0027).
    for (const signature of CALLED) await runner.query(`REVOKE EXECUTE ON FUNCTION ${signature} FROM PUBLIC`);
    await this.checks(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [
      'record_ledger_lines',
      'check_ledger_entries',
      'check_ledger_account',
      'check_ledger_tail',
    ])
      await runner.query(`DROP FUNCTION ${name}() CASCADE`);
    for (const signature of CALLED) await runner.query(`DROP FUNCTION ${signature}`);
  }

  /** What PLACE does, checked by others than PLACE. */
  private async checks(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK_ENTRIES);
    await runner.query(CHECK_ACCOUNT);
    await runner.query(CHECK_TAIL);
    await runner.query(`
      CREATE TRIGGER ck_ledger_entries_chain AFTER INSERT ON ledger_entries
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_entries()`);
    await runner.query(`
      CREATE TRIGGER ck_ledger_accounts_last_entry AFTER INSERT OR UPDATE ON ledger_accounts
      FOR EACH ROW EXECUTE FUNCTION check_ledger_account()`);
    await runner.query(`
      CREATE TRIGGER ck_ledger_tail_posted AFTER DELETE ON ledger_tail
      REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_tail()`);
  }
}

const CALLED = [
  'post_ledger_lines(uuid, uuid, integer)',
  'lock_ledger_accounts(uuid, uuid[])',
  'place_ledger_lines(uuid[], uuid[], integer)',
] as const;

export const AS_MAKER = `SECURITY DEFINER SET search_path = public, pg_temp
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off`;

/**
 * Gives the lines in the tails of some accounts their places: so many of them, or all. The accounts are locked first, in
 * their order; the statement after it sees what everybody committed before, and nobody else takes places meanwhile. Lines that
 * move an account away from its bound come first, so that no balance on the way passes it.
 *
 * Lines are taken by where they lie, account by account (OFFSET 0 keeps it so): as a join it may be planned, while the tail
 * is thought to be short, as each line with each. Nobody moves a line, and nobody else takes those of a locked account.
 */
export const PLACE = `
  CREATE FUNCTION place_ledger_lines(merchants uuid[], accounts uuid[], most integer) RETURNS bigint
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
    placed AS (
      INSERT INTO ledger_entries
             (merchant_id, account_id, seq, transaction_id, kind, amount_cents, balance_cents, posted_at)
      SELECT line.merchant_id, line.account_id, account.seq + row_number() OVER places, line.transaction_id,
             line.kind, line.amount_cents, account.posted_cents + sum(line.amount_cents) OVER places,
             greatest(moment, account.posted_at)
        FROM taken AS line
        JOIN ledger_accounts AS account
          ON account.merchant_id = line.merchant_id AND account.id = line.account_id
      WINDOW places AS (
        PARTITION BY line.merchant_id, line.account_id
        ORDER BY CASE WHEN line.amount_cents < 0 THEN account.min_cents ELSE account.max_cents END IS NOT NULL,
                 line.transaction_id
        ROWS UNBOUNDED PRECEDING)
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

/**
 * Every new line goes to the tail of its account. Accounts that a line moves towards their bound are locked and posted at
 * once, whose CHECK then decides: what may wait moves away from a bound, so what is posted is never more than there is.
 */
const RECORD = `
  CREATE FUNCTION record_ledger_lines() RETURNS trigger LANGUAGE plpgsql ${AS_MAKER} AS $$
  DECLARE
    recorded bigint;
    merchants uuid[];
    accounts uuid[];
  BEGIN
    -- Asked for reversals alone: planned while the table is thought to be empty, the look-up may walk all of a merchant's.
    IF EXISTS (SELECT 1 FROM added WHERE reverses_id IS NOT NULL) THEN
      PERFORM 1 FROM added AS reversal
         JOIN ledger_transactions AS reversed
           ON reversed.merchant_id = reversal.merchant_id AND reversed.id = reversal.reverses_id
        WHERE reversal.account_ids <> reversed.account_ids
           OR EXISTS (SELECT 1 FROM unnest(reversal.amounts_cents, reversed.amounts_cents) AS line (back, forth)
                       WHERE back <> -forth);
      IF FOUND THEN
        RAISE EXCEPTION 'a reversal is not the exact negative of what it reverses'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_ledger_transactions_negative';
      END IF;
    END IF;
    INSERT INTO ledger_tail (merchant_id, account_id, transaction_id, kind, amount_cents, recorded_at)
    SELECT added.merchant_id, account.id, added.id, added.kind, line.amount_cents, added.recorded_at
      FROM added
      CROSS JOIN LATERAL unnest(added.account_ids, added.amounts_cents) AS line (account_id, amount_cents)
      JOIN ledger_accounts AS account
        ON account.merchant_id = added.merchant_id AND account.id = line.account_id;
    GET DIAGNOSTICS recorded = ROW_COUNT;
    IF recorded <> (SELECT coalesce(sum(cardinality(account_ids)), 0) FROM added) THEN
      RAISE EXCEPTION 'a line is on an account that its book has not'
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'fk_ledger_transactions_accounts';
    END IF;
    SELECT array_agg(merchant_id), array_agg(id) INTO merchants, accounts
      FROM (SELECT DISTINCT account.merchant_id, account.id
              FROM added
              CROSS JOIN LATERAL unnest(added.account_ids, added.amounts_cents) AS line (account_id, amount_cents)
              JOIN ledger_accounts AS account
                ON account.merchant_id = added.merchant_id AND account.id = line.account_id
             WHERE CASE WHEN line.amount_cents < 0 THEN account.min_cents ELSE account.max_cents END IS NOT NULL
           ) AS authorising;
    IF merchants IS NOT NULL THEN
      PERFORM place_ledger_lines(merchants, accounts, NULL);
    END IF;
    RETURN NULL;
  END $$`;

const LOCK = `
  CREATE FUNCTION lock_ledger_accounts(merchant uuid, accounts uuid[]) RETURNS TABLE (account_id uuid, balance_cents bigint)
    LANGUAGE plpgsql ${AS_MAKER} AS $$
  BEGIN
    PERFORM place_ledger_lines(array_fill(merchant, ARRAY[cardinality(accounts)]), accounts, NULL);
    RETURN QUERY SELECT account.id, account.posted_cents FROM ledger_accounts AS account
                  WHERE account.merchant_id = merchant AND account.id = ANY(accounts);
  END $$`;

/** One round of the poster: accounts after the last one of the round before, none that somebody holds. */
const POST = `
  CREATE FUNCTION post_ledger_lines(after_merchant uuid, after_account uuid, most integer)
    RETURNS TABLE (seen bigint, posted bigint, last_merchant uuid, last_account uuid)
    LANGUAGE plpgsql ${AS_MAKER} AS $$
  DECLARE
    merchants uuid[];
    accounts uuid[];
  BEGIN
    SELECT coalesce(sum(waiting.lines), 0), array_agg(waiting.merchant_id ORDER BY waiting.merchant_id, waiting.account_id),
           array_agg(waiting.account_id ORDER BY waiting.merchant_id, waiting.account_id)
      INTO seen, merchants, accounts
      FROM (SELECT line.merchant_id, line.account_id, count(*) AS lines
              FROM (SELECT merchant_id, account_id FROM ledger_tail
                     WHERE (merchant_id, account_id) > (after_merchant, after_account)
                     ORDER BY merchant_id, account_id LIMIT most) AS line
             GROUP BY line.merchant_id, line.account_id) AS waiting;
    last_merchant := merchants[cardinality(merchants)];
    last_account := accounts[cardinality(accounts)];
    SELECT array_agg(free.merchant_id), array_agg(free.id) INTO merchants, accounts
      FROM (SELECT account.merchant_id, account.id FROM unnest(merchants, accounts) AS wanted (merchant_id, id)
              JOIN ledger_accounts AS account USING (merchant_id, id)
               FOR NO KEY UPDATE OF account SKIP LOCKED) AS free;
    posted := CASE WHEN merchants IS NULL THEN 0 ELSE place_ledger_lines(merchants, accounts, most) END;
    RETURN NEXT;
  END $$`;

/** Each new entry continues its account by one, and is a line of its transaction. */
const CHECK_ENTRIES = `
  CREATE FUNCTION check_ledger_entries() RETURNS trigger LANGUAGE plpgsql ${AS_MAKER} AS $$
  BEGIN
    PERFORM 1
      FROM (SELECT added.*, lag(seq) OVER places AS last_seq, lag(balance_cents) OVER places AS last_balance,
                   lag(posted_at) OVER places AS last_posted_at
              FROM added WINDOW places AS (PARTITION BY merchant_id, account_id ORDER BY seq)) AS entry
      LEFT JOIN ledger_entries AS before
        ON entry.last_seq IS NULL AND before.merchant_id = entry.merchant_id
       AND before.account_id = entry.account_id AND before.seq = entry.seq - 1
      LEFT JOIN ledger_transactions AS transaction
        ON transaction.merchant_id = entry.merchant_id AND transaction.id = entry.transaction_id
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

/** An account is what its last entry says, and stays the account that it is. */
const CHECK_ACCOUNT = `
  CREATE FUNCTION check_ledger_account() RETURNS trigger LANGUAGE plpgsql ${AS_MAKER} AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF (NEW.merchant_id, NEW.id, NEW.wallet_id, NEW.name, NEW.currency, NEW.min_cents, NEW.max_cents, NEW.opened_at)
         IS NOT DISTINCT FROM
         (OLD.merchant_id, OLD.id, OLD.wallet_id, OLD.name, OLD.currency, OLD.min_cents, OLD.max_cents, OLD.opened_at)
         AND NEW.seq > OLD.seq
         AND EXISTS (SELECT 1 FROM ledger_entries AS entry
                      WHERE entry.merchant_id = NEW.merchant_id AND entry.account_id = NEW.id AND entry.seq = NEW.seq
                        AND entry.balance_cents = NEW.posted_cents AND entry.posted_at = NEW.posted_at) THEN
        RETURN NULL;
      END IF;
    ELSIF NEW.seq = 0 THEN
      RETURN NULL;
    END IF;
    RAISE EXCEPTION 'an account is not what its last entry says'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_ledger_accounts_last_entry';
  END $$`;

/** What leaves the tail has become an entry: as many of the newest of its account as leave it together. */
const CHECK_TAIL = `
  CREATE FUNCTION check_ledger_tail() RETURNS trigger LANGUAGE plpgsql ${AS_MAKER} AS $$
  BEGIN
    PERFORM 1 FROM (
      SELECT merchant_id, account_id, transaction_id, amount_cents FROM removed
      EXCEPT ALL
      SELECT entry.merchant_id, entry.account_id, entry.transaction_id, entry.amount_cents
        FROM (SELECT merchant_id, account_id, count(*) AS lines FROM removed GROUP BY merchant_id, account_id) AS changed
        JOIN ledger_accounts AS account
          ON account.merchant_id = changed.merchant_id AND account.id = changed.account_id
        CROSS JOIN LATERAL (
          SELECT newest.* FROM ledger_entries AS newest
           WHERE newest.merchant_id = account.merchant_id AND newest.account_id = account.id
             AND newest.seq > account.seq - changed.lines
          OFFSET 0) AS entry) AS lost;
    IF FOUND THEN
      RAISE EXCEPTION 'a line left the tail without an entry'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'ck_ledger_tail_posted';
    END IF;
    RETURN NULL;
  END $$`;
