import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many charges there are, by month, day and hour (decision 0041): exact totals and pages deep inside are looked up and
 * not counted. A change of a charge leaves one small row beside it, in its own transaction; the worker folds these rows into
 * the counts. Whoever reads adds both in one snapshot, so a total is exact at every commit.
 */
export class ChargeCounts1763713700000 implements MigrationInterface {
  name = 'ChargeCounts1763713700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTS);
    await runner.query(CHANGES);
    await runner.query(NOTE_INSERTED);
    await runner.query(NOTE_CHANGED);
    await runner.query(FOLD);
    await runner.query(RECOUNT);
    await runner.query(SLOTS);
    await runner.query(LIST);
    await runner.query(`
      CREATE TRIGGER tr_charges_counted AFTER INSERT ON charges REFERENCING NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION note_new_charges()`);
    await runner.query(`
      CREATE TRIGGER tr_charges_recounted AFTER UPDATE OR DELETE ON charges
      FOR EACH ROW EXECUTE FUNCTION note_changed_charge()`);
    await runner.query('SELECT recount_charges()');
    await runner.query('DROP INDEX ix_charges_submerchant');
    await runner.query(`
      CREATE INDEX ix_charges_submerchant_created ON charges (merchant_id, submerchant_id, created_at DESC, id DESC)
        INCLUDE (status, payment_method) WHERE submerchant_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_charges_submerchant_created');
    await runner.query(
      'CREATE INDEX ix_charges_submerchant ON charges (submerchant_id) WHERE submerchant_id IS NOT NULL',
    );
    await runner.query('DROP TRIGGER tr_charges_counted ON charges');
    await runner.query('DROP TRIGGER tr_charges_recounted ON charges');
    for (const name of [
      `list_counted_charges(${LIST_TYPES})`,
      `charge_slots(${SLOT_TYPES})`,
      'recount_charges()',
      'fold_charge_counts(integer)',
      'note_changed_charge()',
      'note_new_charges()',
    ])
      await runner.query(`DROP FUNCTION ${name}`);
    await runner.query('DROP TABLE charge_count_changes');
    await runner.query('DROP TABLE charge_counts');
  }
}

/** In the place of a merchant or a submerchant: all of them. No record has this id. */
const ALL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Of every merchant, of each of its submerchants, and of all merchants together. */
const COUNTS = `
  CREATE TABLE charge_counts (
    merchant_id uuid NOT NULL,
    submerchant_id uuid NOT NULL,
    span character varying(5) NOT NULL,
    starts_at timestamptz(3) NOT NULL,
    status character varying(20) NOT NULL,
    payment_method character varying(20) NOT NULL,
    charges bigint NOT NULL,
    CONSTRAINT pk_charge_counts PRIMARY KEY (merchant_id, submerchant_id, span, starts_at, status, payment_method),
    CONSTRAINT ck_charge_counts_span CHECK (span IN ('month', 'day', 'hour')
      AND starts_at = date_trunc(span, starts_at, 'UTC')),
    CONSTRAINT ck_charge_counts_charges CHECK (charges >= 0)
  ) WITH (fillfactor = 50)`;

const CHANGES = `
  CREATE TABLE charge_count_changes (
    merchant_id uuid NOT NULL,
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    submerchant_id uuid,
    hour timestamptz(3) NOT NULL,
    status character varying(20) NOT NULL,
    payment_method character varying(20) NOT NULL,
    change integer NOT NULL,
    CONSTRAINT pk_charge_count_changes PRIMARY KEY (merchant_id, id),
    CONSTRAINT ck_charge_count_changes_change CHECK (change <> 0),
    CONSTRAINT ck_charge_count_changes_hour CHECK (hour = date_trunc('hour', hour, 'UTC'))
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`;

const NOTE_INSERTED = `
  CREATE FUNCTION note_new_charges() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO charge_count_changes (merchant_id, submerchant_id, hour, status, payment_method, change)
    SELECT merchant_id, submerchant_id, date_trunc('hour', created_at, 'UTC'), status, payment_method, count(*)
      FROM fresh GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
  END $$`;

const NOTE_CHANGED = `
  CREATE FUNCTION note_changed_charge() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.merchant_id, NEW.submerchant_id, NEW.created_at, NEW.status, NEW.payment_method)
         IS NOT DISTINCT FROM (OLD.merchant_id, OLD.submerchant_id, OLD.created_at, OLD.status, OLD.payment_method) THEN
      RETURN NULL;
    END IF;
    INSERT INTO charge_count_changes (merchant_id, submerchant_id, hour, status, payment_method, change)
    VALUES (OLD.merchant_id, OLD.submerchant_id, date_trunc('hour', OLD.created_at, 'UTC'), OLD.status, OLD.payment_method, -1);
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO charge_count_changes (merchant_id, submerchant_id, hour, status, payment_method, change)
      VALUES (NEW.merchant_id, NEW.submerchant_id, date_trunc('hour', NEW.created_at, 'UTC'), NEW.status, NEW.payment_method, 1);
    END IF;
    RETURN NULL;
  END $$`;

/** Each change counts for its merchant, for all merchants, and for its submerchant, in each span. */
const spread = (changes: string): string => `
  SELECT owner.merchant_id, owner.submerchant_id, s.span, date_trunc(s.span, c.hour, 'UTC') AS starts_at,
         c.status, c.payment_method, sum(c.change) AS charges
    FROM ${changes} AS c
   CROSS JOIN LATERAL (
     SELECT c.merchant_id, ${ALL} AS submerchant_id
     UNION ALL SELECT ${ALL}, ${ALL}
     UNION ALL SELECT c.merchant_id, c.submerchant_id WHERE c.submerchant_id IS NOT NULL) AS owner
   CROSS JOIN (VALUES ('month'), ('day'), ('hour')) AS s (span)
   GROUP BY 1, 2, 3, 4, 5, 6`;

/**
 * Folds the oldest changes into the counts and answers how many they were. In the order of their ids no charge goes before
 * it came: what a change takes away is in the counts already, or in the same round.
 */
const FOLD = `
  CREATE FUNCTION fold_charge_counts(at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    folded integer;
  BEGIN
    -- One at a time: another one's rows are being folded already.
    IF NOT pg_try_advisory_xact_lock(hashtext('fold_charge_counts')) THEN RETURN 0; END IF;
    WITH taken AS (
      DELETE FROM charge_count_changes AS c
       USING (SELECT merchant_id, id FROM charge_count_changes ORDER BY id LIMIT at_most) AS oldest
       WHERE c.merchant_id = oldest.merchant_id AND c.id = oldest.id
      RETURNING c.*
    ), sums AS (SELECT * FROM (${spread('taken')}) AS s WHERE charges <> 0
    ), counted AS (
      UPDATE charge_counts AS c SET charges = c.charges + s.charges FROM sums AS s
       WHERE (c.merchant_id, c.submerchant_id, c.span, c.starts_at, c.status, c.payment_method)
           = (s.merchant_id, s.submerchant_id, s.span, s.starts_at, s.status, s.payment_method)
      RETURNING c.*
    ), fresh AS (
      -- Not ON CONFLICT: what falls would be refused as a row of its own before it is added to the one that is there.
      INSERT INTO charge_counts (merchant_id, submerchant_id, span, starts_at, status, payment_method, charges)
      SELECT s.merchant_id, s.submerchant_id, s.span, s.starts_at, s.status, s.payment_method, s.charges FROM sums AS s
       WHERE NOT EXISTS (SELECT FROM counted AS c
         WHERE (c.merchant_id, c.submerchant_id, c.span, c.starts_at, c.status, c.payment_method)
             = (s.merchant_id, s.submerchant_id, s.span, s.starts_at, s.status, s.payment_method))
    )
    SELECT count(*) FROM taken INTO folded;
    RETURN folded;
  END $$`;

/** For whoever moved charges past the triggers. Nothing else may write charges meanwhile. */
const RECOUNT = `
  CREATE FUNCTION recount_charges() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM charge_count_changes;
    DELETE FROM charge_counts;
    INSERT INTO charge_counts (merchant_id, submerchant_id, span, starts_at, status, payment_method, charges) ${spread(`(
      SELECT merchant_id, submerchant_id, date_trunc('hour', created_at, 'UTC') AS hour, status, payment_method,
             count(*) AS change
        FROM charges GROUP BY 1, 2, 3, 4, 5)`)};
  END $$`;

const SLOT_TYPES = 'uuid, uuid, text[], text[], timestamptz, timestamptz, text';

/**
 * What there is in a period, in parts no longer than the span: the rows of months, days and hours that cover it exactly, and
 * the changes that nobody has folded yet. The period begins and ends with an hour.
 */
const SLOTS = `
  CREATE FUNCTION charge_slots(of_merchant uuid, of_submerchant uuid, statuses text[], methods text[],
      period_from timestamptz, period_to timestamptz, longest text)
  RETURNS TABLE (at timestamptz, charges bigint) LANGUAGE plpgsql STABLE ROWS 100 AS $$
  DECLARE
    days_from timestamptz := period_to;
    days_to timestamptz := period_to;
    months_from timestamptz;
    months_to timestamptz;
  BEGIN
    IF longest <> 'hour' THEN
      days_from := least(period_to,
        (date_trunc('day', (period_from - interval '1 ms') AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC');
      days_to := greatest(days_from, date_trunc('day', period_to, 'UTC'));
    END IF;
    months_from := days_to;
    months_to := days_to;
    IF longest = 'month' THEN
      months_from := least(days_to,
        (date_trunc('month', (days_from - interval '1 ms') AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
      months_to := greatest(months_from, date_trunc('month', days_to, 'UTC'));
    END IF;
    RETURN QUERY
    SELECT c.starts_at::timestamptz, c.charges
      FROM (VALUES ('hour', period_from, days_from), ('day', days_from, months_from), ('month', months_from, months_to),
                   ('day', months_to, days_to), ('hour', days_to, period_to)) AS part (span, starts, ends)
     CROSS JOIN LATERAL (
       SELECT n.starts_at, n.charges FROM charge_counts AS n
        WHERE n.merchant_id = of_merchant AND n.submerchant_id = of_submerchant AND n.span = part.span
          AND n.starts_at >= part.starts AND n.starts_at < part.ends
          AND (statuses IS NULL OR n.status = ANY (statuses)) AND (methods IS NULL OR n.payment_method = ANY (methods))
       OFFSET 0) AS c
     WHERE part.starts < part.ends
    UNION ALL
    SELECT t.hour::timestamptz, t.change::bigint FROM charge_count_changes AS t
     WHERE (of_merchant = ${ALL} OR t.merchant_id = of_merchant)
       AND (of_submerchant = ${ALL} OR t.submerchant_id = of_submerchant)
       AND t.hour >= period_from AND t.hour < period_to
       AND (statuses IS NULL OR t.status = ANY (statuses)) AND (methods IS NULL OR t.payment_method = ANY (methods));
  END $$`;

const LIST_TYPES = 'uuid, uuid, text[], text[], timestamptz, timestamptz, bigint, timestamptz, uuid, integer';

/**
 * The total and the ids of one page, newest first. The hours that hold the page are found by summing months, then days of
 * these months, then hours of these days; charges are read of these hours alone. After a cursor its hour is read too.
 */
const LIST = `
  CREATE FUNCTION list_counted_charges(merchant uuid, submerchant uuid, statuses text[], methods text[],
      date_from timestamptz, date_to timestamptz, skipped bigint, cursor_at timestamptz, cursor_id uuid, taken integer)
  RETURNS TABLE (total bigint, ids uuid[]) LANGUAGE plpgsql STABLE AS $$
  DECLARE
    owner uuid := coalesce(merchant, ${ALL});
    part uuid := coalesce(submerchant, ${ALL});
    -- Of a period without an end: before and after every charge.
    lower timestamptz := greatest(date_trunc('hour', date_from, 'UTC'), '1900-01-01Z');
    upper timestamptz := least(date_trunc('hour', date_to, 'UTC'), '3000-01-01Z');
    starts timestamptz[];
    ends timestamptz[];
    slots timestamptz[];
    before bigint;
    wanted bigint := taken;
    longest text;
  BEGIN
    SELECT coalesce(sum(s.charges), 0) INTO total
      FROM charge_slots(owner, part, statuses, methods, lower, upper, 'month') AS s;
    IF cursor_at IS NOT NULL THEN
      skipped := 0;
      upper := least(upper, date_trunc('hour', cursor_at, 'UTC') + interval '1 hour');
      SELECT taken + coalesce(sum(s.charges), 0) INTO wanted
        FROM charge_slots(owner, part, statuses, methods, upper - interval '1 hour', upper, 'hour') AS s;
    END IF;
    starts := ARRAY[lower];
    ends := ARRAY[upper];
    FOREACH longest IN ARRAY ARRAY['month', 'day', 'hour'] LOOP
      SELECT array_agg(r.at ORDER BY r.at DESC), min(r.earlier) INTO slots, before
        FROM (SELECT s.at, s.charges, (sum(s.charges) OVER (ORDER BY s.at DESC) - s.charges)::bigint AS earlier
                FROM (SELECT date_trunc(longest, found.at, 'UTC') AS at, sum(found.charges) AS charges
                        FROM unnest(starts, ends) AS range (starts_at, ends_at)
                       CROSS JOIN LATERAL charge_slots(owner, part, statuses, methods, range.starts_at, range.ends_at, longest)
                                     AS found
                       GROUP BY 1 HAVING sum(found.charges) > 0) AS s) AS r
       WHERE r.earlier < skipped + wanted AND r.earlier + r.charges > skipped;
      IF slots IS NULL THEN
        ids := '{}';
        RETURN NEXT;
        RETURN;
      END IF;
      skipped := skipped - before;
      SELECT array_agg(greatest(s.at, lower) ORDER BY s.place),
             array_agg(least((s.at AT TIME ZONE 'UTC' + ('1 ' || longest)::interval) AT TIME ZONE 'UTC', upper) ORDER BY s.place)
        INTO starts, ends
        FROM unnest(slots) WITH ORDINALITY AS s (at, place);
    END LOOP;
    EXECUTE 'SELECT coalesce(array_agg(page.id ORDER BY page.created_at DESC, page.id DESC), ''{}'')
               FROM (SELECT c.id, c.created_at
                       FROM unnest($1, $2) AS hour (starts_at, ends_at)
                      CROSS JOIN LATERAL (
                        SELECT id, created_at FROM charges
                         WHERE created_at >= hour.starts_at AND created_at < hour.ends_at'
      || CASE WHEN merchant IS NULL THEN '' ELSE ' AND merchant_id = $3' END
      || CASE WHEN submerchant IS NULL THEN '' ELSE ' AND submerchant_id = $4' END
      || CASE WHEN statuses IS NULL THEN '' ELSE ' AND status = ANY ($5)' END
      || CASE WHEN methods IS NULL THEN '' ELSE ' AND payment_method = ANY ($6)' END
      || CASE WHEN cursor_at IS NULL THEN '' ELSE ' AND (created_at, id) < ($7, $8)' END
      || '                ORDER BY created_at DESC, id DESC LIMIT $9 + $10) AS c
                      ORDER BY c.created_at DESC, c.id DESC OFFSET $9 LIMIT $10) AS page'
      INTO ids
      USING starts, ends, merchant, submerchant, statuses, methods, cursor_at, cursor_id, skipped, taken;
    RETURN NEXT;
  END $$`;
