import { ALL, type CountedList, LAST } from './counted-list';

/** What a list is counted by, and how long a name of its kinds can be. */
export interface CountedListSchema extends CountedList {
  readonly kindLength: number;
}

const SLOT_TYPES = 'uuid, uuid, text[], text[], timestamptz, timestamptz, text';
const LIST_TYPES = 'uuid, uuid, text[], text[], timestamptz, timestamptz, bigint, timestamptz, uuid, integer';

/** Of every merchant, of each of its parts, and of all merchants together. */
export const createCounts = ({ one, many, part, kind, kindLength }: CountedListSchema): string => `
  CREATE TABLE ${one}_counts (
    merchant_id uuid NOT NULL,
    ${part} uuid NOT NULL,
    span character varying(5) NOT NULL,
    starts_at timestamptz(3) NOT NULL,
    status character varying(20) NOT NULL,
    ${kind} character varying(${kindLength}) NOT NULL,
    ${many} bigint NOT NULL,
    CONSTRAINT pk_${one}_counts PRIMARY KEY (merchant_id, ${part}, span, starts_at, status, ${kind}),
    CONSTRAINT ck_${one}_counts_span CHECK (span IN ('month', 'day', 'hour')
      AND starts_at = date_trunc(span, starts_at, 'UTC')),
    CONSTRAINT ck_${one}_counts_${many} CHECK (${many} >= 0)
  ) WITH (fillfactor = 50)`;

/** What was written since the counts were: each row in the transaction of what it tells of. */
export const createChanges = ({ one, part, kind, kindLength }: CountedListSchema): string => `
  CREATE TABLE ${one}_count_changes (
    merchant_id uuid NOT NULL,
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    ${part} uuid,
    hour timestamptz(3) NOT NULL,
    status character varying(20) NOT NULL,
    ${kind} character varying(${kindLength}) NOT NULL,
    change integer NOT NULL,
    CONSTRAINT pk_${one}_count_changes PRIMARY KEY (merchant_id, id),
    CONSTRAINT ck_${one}_count_changes_change CHECK (change <> 0),
    CONSTRAINT ck_${one}_count_changes_hour CHECK (hour = date_trunc('hour', hour, 'UTC'))
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`;

/** A statement's new records leave one change for those that are alike. */
export const createNoteNew = ({ one, many, part, kind }: CountedList): string => `
  CREATE FUNCTION note_new_${many}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ${one}_count_changes (merchant_id, ${part}, hour, status, ${kind}, change)
    SELECT merchant_id, ${part}, date_trunc('hour', created_at, 'UTC'), status, ${kind}, count(*)
      FROM fresh GROUP BY 1, 2, 3, 4, 5;
    RETURN NULL;
  END $$`;

/** What a statement changes of many records likewise; what it left as it was comes to nothing. */
export const createNoteChanged = (list: CountedList): string =>
  noteChanges(list, `note_changed_${list.many}`, `${taken(list)} UNION ALL ${given(list)}`);

export const createNoteDeleted = (list: CountedList): string =>
  noteChanges(list, `note_deleted_${list.many}`, taken(list));

const counted = ({ part, kind }: CountedList): string =>
  `merchant_id, ${part}, date_trunc('hour', created_at, 'UTC') AS hour, status, ${kind}`;
const taken = (list: CountedList): string => `SELECT ${counted(list)}, -1 AS change FROM stale`;
const given = (list: CountedList): string => `SELECT ${counted(list)}, 1 AS change FROM fresh`;

const noteChanges = ({ one, part, kind }: CountedList, name: string, changes: string): string => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ${one}_count_changes (merchant_id, ${part}, hour, status, ${kind}, change)
    SELECT merchant_id, ${part}, hour, status, ${kind}, sum(change)
      FROM (${changes}) AS changed
     GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
    RETURN NULL;
  END $$`;

/** Has the functions above look at every statement that changes records. */
export const createTriggerOnNew = ({ table, many }: CountedList): string => `
  CREATE TRIGGER tr_${table}_counted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_${many}()`;
export const createTriggerOnChanged = ({ table, many }: CountedList): string => `
  CREATE TRIGGER tr_${table}_recounted AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS stale NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_${many}()`;
export const createTriggerOnDeleted = ({ table, many }: CountedList): string => `
  CREATE TRIGGER tr_${table}_uncounted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS stale
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_${many}()`;

/** Each change counts for its merchant, for all merchants, and for its part, in each span. */
const spread = ({ many, part, kind }: CountedList, changes: string): string => `
  SELECT owner.merchant_id, owner.${part}, s.span, date_trunc(s.span, c.hour, 'UTC') AS starts_at,
         c.status, c.${kind}, sum(c.change) AS ${many}
    FROM ${changes} AS c
   CROSS JOIN LATERAL (
     SELECT c.merchant_id, ${ALL} AS ${part}
     UNION ALL SELECT ${ALL}, ${ALL}
     UNION ALL SELECT c.merchant_id, c.${part} WHERE c.${part} IS NOT NULL) AS owner
   CROSS JOIN (VALUES ('month'), ('day'), ('hour')) AS s (span)
   GROUP BY 1, 2, 3, 4, 5, 6`;

/**
 * Folds the oldest changes into the counts and answers how many they were. In the order of their ids no record goes before
 * it came: what a change takes away is in the counts already, or in the same round.
 */
export const createFold = (list: CountedList): string => {
  const { one, many, part, kind } = list;
  return `
  CREATE FUNCTION fold_${one}_counts(at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    folded integer;
  BEGIN
    -- One at a time: another one's rows are being folded already.
    IF NOT pg_try_advisory_xact_lock(hashtext('fold_${one}_counts')) THEN RETURN 0; END IF;
    WITH taken AS (
      DELETE FROM ${one}_count_changes AS c
       USING (SELECT merchant_id, id FROM ${one}_count_changes ORDER BY id LIMIT at_most) AS oldest
       WHERE c.merchant_id = oldest.merchant_id AND c.id = oldest.id
      RETURNING c.*
    ), sums AS (SELECT * FROM (${spread(list, 'taken')}) AS s WHERE ${many} <> 0
    ), counted AS (
      UPDATE ${one}_counts AS c SET ${many} = c.${many} + s.${many} FROM sums AS s
       WHERE (c.merchant_id, c.${part}, c.span, c.starts_at, c.status, c.${kind})
           = (s.merchant_id, s.${part}, s.span, s.starts_at, s.status, s.${kind})
      RETURNING c.*
    ), fresh AS (
      -- Not ON CONFLICT: what falls would be refused as a row of its own before it is added to the one that is there.
      INSERT INTO ${one}_counts (merchant_id, ${part}, span, starts_at, status, ${kind}, ${many})
      SELECT s.merchant_id, s.${part}, s.span, s.starts_at, s.status, s.${kind}, s.${many} FROM sums AS s
       WHERE NOT EXISTS (SELECT FROM counted AS c
         WHERE (c.merchant_id, c.${part}, c.span, c.starts_at, c.status, c.${kind})
             = (s.merchant_id, s.${part}, s.span, s.starts_at, s.status, s.${kind}))
    )
    SELECT count(*) FROM taken INTO folded;
    RETURN folded;
  END $$`;
};

/** For whoever moved records past the triggers. Nothing else may write them meanwhile. */
export const createRecount = (list: CountedList): string => {
  const { table, one, many, part, kind } = list;
  return `
  CREATE FUNCTION recount_${many}() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM ${one}_count_changes;
    DELETE FROM ${one}_counts;
    INSERT INTO ${one}_counts (merchant_id, ${part}, span, starts_at, status, ${kind}, ${many}) ${spread(
      list,
      `(
      SELECT merchant_id, ${part}, date_trunc('hour', created_at, 'UTC') AS hour, status, ${kind},
             count(*) AS change
        FROM ${table} GROUP BY 1, 2, 3, 4, 5)`,
    )};
  END $$`;
};

/**
 * What there is in a period, in parts no longer than the span: the rows of months, days and hours that cover it exactly, and
 * the changes that nobody has folded yet. The period begins and ends with an hour.
 */
export const createSlots = ({ one, many, part, kind }: CountedList): string => `
  CREATE OR REPLACE FUNCTION ${one}_slots(of_merchant uuid, of_part uuid, statuses text[], kinds text[],
      period_from timestamptz, period_to timestamptz, longest text)
  RETURNS TABLE (at timestamptz, ${many} bigint) LANGUAGE plpgsql STABLE ROWS 100 AS $$
  DECLARE
    days_from timestamptz := period_to;
    days_to timestamptz := period_to;
    months_from timestamptz;
    months_to timestamptz;
    -- Of all merchants: between the first id and the last, as one plan is for both.
    last_merchant uuid := CASE of_merchant WHEN ${ALL} THEN ${LAST} ELSE of_merchant END;
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
    SELECT c.starts_at::timestamptz, c.${many}
      FROM (VALUES ('hour', period_from, days_from), ('day', days_from, months_from), ('month', months_from, months_to),
                   ('day', months_to, days_to), ('hour', days_to, period_to)) AS part (span, starts, ends)
     CROSS JOIN LATERAL (
       SELECT n.starts_at, n.${many} FROM ${one}_counts AS n
        WHERE n.merchant_id = of_merchant AND n.${part} = of_part AND n.span = part.span
          AND n.starts_at >= part.starts AND n.starts_at < part.ends
          AND (statuses IS NULL OR n.status = ANY (statuses)) AND (kinds IS NULL OR n.${kind} = ANY (kinds))
       OFFSET 0) AS c
     WHERE part.starts < part.ends
    UNION ALL
    SELECT t.hour::timestamptz, t.change::bigint FROM ${one}_count_changes AS t
     WHERE t.merchant_id BETWEEN of_merchant AND last_merchant
       AND (of_part = ${ALL} OR t.${part} = of_part)
       AND t.hour >= period_from AND t.hour < period_to
       AND (statuses IS NULL OR t.status = ANY (statuses)) AND (kinds IS NULL OR t.${kind} = ANY (kinds));
  END $$`;

const newestOf = (table: string, owned = ''): string => `
  ARRAY(SELECT id FROM ${table}
         WHERE ${owned}created_at >= lower AND created_at < upper AND (created_at, id) < (cursor_at, cursor_id)
         ORDER BY created_at DESC, id DESC LIMIT taken)`;

const ofHours = ({ table, part, kind }: Pick<CountedList, 'table' | 'part' | 'kind'>): string => `
      'SELECT coalesce(array_agg(page.id ORDER BY page.created_at DESC, page.id DESC), ''{}'')
               FROM (SELECT c.id, c.created_at
                       FROM unnest($1, $2) AS hour (starts_at, ends_at)
                      CROSS JOIN LATERAL (
                        SELECT id, created_at FROM ${table}
                         WHERE created_at >= hour.starts_at AND created_at < hour.ends_at'
      || CASE WHEN merchant IS NULL THEN '' ELSE ' AND merchant_id = $3' END
      || CASE WHEN of_part IS NULL THEN '' ELSE ' AND ${part} = $4' END
      || CASE WHEN statuses IS NULL THEN '' ELSE ' AND status = ANY ($5)' END
      || CASE WHEN kinds IS NULL THEN '' ELSE ' AND ${kind} = ANY ($6)' END
      || CASE WHEN cursor_at IS NULL THEN '' ELSE ' AND (created_at, id) < ($7, $8)' END
      || '                ORDER BY created_at DESC, id DESC LIMIT $9 + $10) AS c
                      ORDER BY c.created_at DESC, c.id DESC OFFSET $9 LIMIT $10) AS page'`;

/**
 * The total and the ids of one page, newest first. Where something is asked for or passed over, the hours that hold the page are found
 * by summing months, then days of these months, then hours of these days; records are read of these hours alone. After a cursor its hour
 * is read too.
 */
export const createList = ({ table, one, many, part, kind }: CountedList): string => `
  CREATE OR REPLACE FUNCTION list_counted_${many}(merchant uuid, of_part uuid, statuses text[], kinds text[],
      date_from timestamptz, date_to timestamptz, skipped bigint, cursor_at timestamptz, cursor_id uuid, taken integer)
  RETURNS TABLE (total bigint, ids uuid[]) LANGUAGE plpgsql STABLE AS $$
  DECLARE
    owner uuid := coalesce(merchant, ${ALL});
    part uuid := coalesce(of_part, ${ALL});
    -- Of a period without an end: before and after every record.
    lower timestamptz := greatest(date_trunc('hour', date_from, 'UTC'), '1900-01-01Z');
    upper timestamptz := least(date_trunc('hour', date_to, 'UTC'), '3000-01-01Z');
    starts timestamptz[];
    ends timestamptz[];
    slots timestamptz[];
    before bigint;
    wanted bigint := taken;
    longest text;
  BEGIN
    SELECT coalesce(sum(s.${many}), 0) INTO total
      FROM ${one}_slots(owner, part, statuses, kinds, lower, upper, 'month') AS s;
    -- The newest of all, or those after a cursor: an index has them in this order, and no hour has to be found.
    IF num_nonnulls(of_part, statuses, kinds) = 0 AND (skipped = 0 OR cursor_at IS NOT NULL) THEN
      cursor_at := coalesce(cursor_at, 'infinity');
      cursor_id := coalesce(cursor_id, ${LAST});
      IF merchant IS NULL THEN
        ids := ${newestOf(table)};
      ELSE
        ids := ${newestOf(table, 'merchant_id = merchant AND ')};
      END IF;
      RETURN NEXT;
      RETURN;
    END IF;
    IF cursor_at IS NOT NULL THEN
      skipped := 0;
      upper := least(upper, date_trunc('hour', cursor_at, 'UTC') + interval '1 hour');
      SELECT taken + coalesce(sum(s.${many}), 0) INTO wanted
        FROM ${one}_slots(owner, part, statuses, kinds, upper - interval '1 hour', upper, 'hour') AS s;
    END IF;
    starts := ARRAY[lower];
    ends := ARRAY[upper];
    FOREACH longest IN ARRAY ARRAY['month', 'day', 'hour'] LOOP
      SELECT array_agg(r.at ORDER BY r.at DESC), min(r.earlier) INTO slots, before
        FROM (SELECT s.at, s.${many}, (sum(s.${many}) OVER (ORDER BY s.at DESC) - s.${many})::bigint AS earlier
                FROM (SELECT date_trunc(longest, found.at, 'UTC') AS at, sum(found.${many}) AS ${many}
                        FROM unnest(starts, ends) AS range (starts_at, ends_at)
                       CROSS JOIN LATERAL ${one}_slots(owner, part, statuses, kinds, range.starts_at, range.ends_at, longest)
                                     AS found
                       GROUP BY 1 HAVING sum(found.${many}) > 0) AS s) AS r
       WHERE r.earlier < skipped + wanted AND r.earlier + r.${many} > skipped;
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
    EXECUTE ${ofHours({ table, part, kind })}
      INTO ids
      USING starts, ends, merchant, of_part, statuses, kinds, cursor_at, cursor_id, skipped, taken;
    RETURN NEXT;
  END $$`;

/** The functions above but for those of triggers, each after what it asks. */
export const functionsOf = ({ one, many }: CountedList): readonly string[] => [
  `list_counted_${many}(${LIST_TYPES})`,
  `${one}_slots(${SLOT_TYPES})`,
  `recount_${many}()`,
  `fold_${one}_counts(integer)`,
];
