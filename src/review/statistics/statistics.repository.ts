import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Period, STATISTICS_ZONE } from './period.rules';
import type { StatisticsResponse } from './statistics.response';

/** The ends of the groups by age, in hours; the last group is open. */
const AGE_GROUPS_HOURS = [4, 24, 48, 72, 168] as const;
const HOUR_SECONDS = 3_600;
const TOP_REASONS = 10;

/** One statement: the queue is a view over live rows, and counts of different moments would not add up. */
const QUEUE_AGES = `
  SELECT (SELECT count(*) FROM unnest($2::float8[]) group_end WHERE group_end < age)::int AS age_group,
    count(*)::int AS count, max(age) AS oldest
  FROM (SELECT greatest(extract(epoch FROM $1::timestamptz - waiting_since), 0)::float8 AS age FROM review_queue) queued
  GROUP BY age_group`;

/** Decisions on submissions in the period, from the history: steps by which an operator of ours ended a review. */
const IN_PERIOD = `step.from_status = 'pending_review' AND step.operator_id IS NOT NULL
      AND step.at >= $1::date::timestamp AT TIME ZONE '${STATISTICS_ZONE}'
      AND step.at < ($2::date + 1)::timestamp AT TIME ZONE '${STATISTICS_ZONE}'`;

/**
 * What an integrator decides in the sandbox has no operator and is nobody's work. A submission is the last one before the
 * decision by version, not by clock. Days are found among their first moments: asking the time zone for
 * the day of each decision takes ten times as long.
 */
const DECISIONS = `
  WITH decided AS MATERIALIZED (
    SELECT step.merchant_id, step.submerchant_id, step.version, step.type, step.at FROM submerchant_history step WHERE ${IN_PERIOD}),
  calendar AS MATERIALIZED (
    SELECT day::date AS day, (row_number() OVER (ORDER BY day))::int AS number, day AT TIME ZONE '${STATISTICS_ZONE}' AS first_moment
    FROM generate_series($1::date::timestamp, $2::date::timestamp, interval '1 day') day),
  counted AS (
    SELECT width_bucket(at, (SELECT array_agg(first_moment ORDER BY number) FROM calendar)) AS number,
      count(*) FILTER (WHERE type = 'approved') AS approved,
      count(*) FILTER (WHERE type = 'rejected') AS rejected,
      count(*) FILTER (WHERE type = 'resubmission_requested') AS sent_back
    FROM decided GROUP BY 1),
  given AS (
    SELECT reason.code, count(*) AS count
    FROM submerchant_history step CROSS JOIN LATERAL (
      SELECT DISTINCT element ->> 'code' AS code FROM jsonb_array_elements(step.details -> 'reasons') element) reason
    WHERE ${IN_PERIOD} AND step.type <> 'approved'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP_REASONS}),
  times AS (
    SELECT percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY extract(epoch FROM decided.at - submission.at)::float8) AS seconds
    FROM decided CROSS JOIN LATERAL (
      SELECT step.at FROM submerchant_history step
      WHERE step.merchant_id = decided.merchant_id AND step.submerchant_id = decided.submerchant_id
        AND step.type = 'submitted' AND step.version < decided.version
      ORDER BY step.version DESC LIMIT 1) submission)
  SELECT
    (SELECT jsonb_agg(jsonb_build_object('day', to_char(calendar.day, 'YYYY-MM-DD'),
        'approved', coalesce(counted.approved, 0), 'rejected', coalesce(counted.rejected, 0),
        'sent_back', coalesce(counted.sent_back, 0)) ORDER BY calendar.number)
      FROM calendar LEFT JOIN counted ON counted.number = calendar.number) AS days,
    (SELECT coalesce(jsonb_agg(given ORDER BY given.count DESC, given.code), '[]') FROM given) AS reasons,
    (SELECT seconds FROM times) AS seconds`;

interface AgeRow {
  readonly age_group: number;
  readonly count: number;
  readonly oldest: number;
}

interface DecisionsRow {
  readonly days: StatisticsResponse['decisions'];
  readonly reasons: StatisticsResponse['top_reasons'];
  readonly seconds: readonly number[] | null;
}

/** The statements of the statistics: computed from the queue and the history at each reading. */
@Injectable()
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async getQueue(now: Date): Promise<StatisticsResponse['queue']> {
    const ends = AGE_GROUPS_HOURS.map((hours) => hours * HOUR_SECONDS);
    const rows: AgeRow[] = await this.dataSource.query(QUEUE_AGES, [now, ends]);
    const counts = new Map(rows.map(({ age_group, count }) => [age_group, count]));
    return {
      size: rows.reduce((sum, { count }) => sum + count, 0),
      oldest_seconds: rows.length === 0 ? null : Math.floor(Math.max(...rows.map(({ oldest }) => oldest))),
      by_age: [...AGE_GROUPS_HOURS, null].map((hours, group) => ({
        up_to_hours: hours,
        count: counts.get(group) ?? 0,
      })),
    };
  }

  /** How many cases wait, those apart that do so for longer than `dueHours`. */
  async countQueue(now: Date, dueHours: number): Promise<{ onTime: number; late: number }> {
    const [row]: { onTime: number; late: number }[] = await this.dataSource.query(
      `SELECT count(*) FILTER (WHERE NOT late)::int AS "onTime", count(*) FILTER (WHERE late)::int AS late
         FROM (SELECT waiting_since < $1::timestamptz - make_interval(hours => $2) AS late FROM review_queue) queued`,
      [now, dueHours],
    );
    return row ?? { onTime: 0, late: 0 };
  }

  async getDecisions({ from, to }: Period): Promise<DecisionsRow> {
    const [row]: DecisionsRow[] = await this.dataSource.query(DECISIONS, [from, to]);
    if (row === undefined) throw new Error('an aggregate has one row');
    return row;
  }
}
