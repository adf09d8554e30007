import { boundedCache } from '../../common/bounded-cache';

/** Of the texts that TypeORM writes so many are kept: each connection holds a plan of each it has asked, for as long as it lives. */
const MOST_KEPT = 100;
/** In characters. What is longer is for many rows at once, and hardly comes again. */
const LONGEST = 8_000;
/** One that was asked this often within a minute is kept: rare ones would take the places of those that matter. */
const OFTEN = 5;
const WITHIN_MS = 60_000;
const MOST_WATCHED = 1_000;

/** One equality as TypeORM writes it, with its brackets: `("charge"."merchant_id" = $1)`. */
const LIST = String.raw`ANY\((?:ARRAY\(SELECT unnest\(\$\d+::[\w ]+\[\]\)\)|current_setting\('[\w.]+'\)::uuid\[\])\)`;
const EQUALITY = String.raw`\(*(?:"\w+"\.)?"\w+" (?:= (?:\$\d+|${LIST})|IS NULL)\)*`;
const ORDER = String.raw`"\w+"(?:\."\w+")? ASC`;
const BY_EQUALITIES = new RegExp(
  String.raw`^(?:SELECT|UPDATE|DELETE) (?:(?!\sJOIN\s)[^])* WHERE (${EQUALITY}(?: AND ${EQUALITY})*)` +
    String.raw`(?: ORDER BY ${ORDER}(?:, ${ORDER})*)?(?: LIMIT 1)?(?: FOR [A-Z ]+)?$`,
);
const INSERT_OF_ONE =
  /^INSERT INTO "\w+"\([^()]*\) VALUES \([^()]*\)(?: ON CONFLICT DO NOTHING)?(?: RETURNING [\w", ]+)?$/;

const names = new Map<string, string>();
const watched = boundedCache<{ readonly mayBeKept: boolean; asked: number }>(MOST_WATCHED, WITHIN_MS);
let kept = 0;
/** How often the schema has changed under kept plans. It is part of each name: who asks under a new one plans anew. */
let edition = 0;

/**
 * Says that a statement is asked so often that each connection keeps it prepared: its text is parsed and planned once
 * instead of each time. Only for statements whose best plan does not hang on their parameters. Answers the text.
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `repasse_${names.size + 1}`);
  return sql;
}

/** A table that has so many rows has one way in: by its keys. */
const LARGE = 5_000;

/**
 * A statement about rows of a table that may be empty when it is first asked: what was planned then would read the whole
 * table until its next ANALYZE. It is prepared once this process has found so many rows by it that the table is not.
 */
export class PreparedOnceLarge {
  private rows = 0;

  constructor(private readonly sql: string) {}

  get text(): string {
    return this.rows < LARGE ? this.sql : prepared(this.sql);
  }

  /** So many rows were found by it. */
  found(rows: number): void {
    this.rows += rows;
  }
}

/** The name under which connections keep this text; undefined for one that is planned each time. */
export function preparedName(sql: string): string | undefined {
  const name = names.get(sql) ?? nameOfMapped(sql);
  return name === undefined || edition === 0 ? name : `${name}_${edition}`;
}

/**
 * What was kept under this name does not fit the schema any more: PostgreSQL would refuse it on this connection for ever. All
 * statements have other names from now on, unless they have since that one was asked.
 */
export function forgetPlans(name: string): void {
  if (editionOf(name) === edition) edition += 1;
}

function editionOf(name: string): number {
  return Number(/^repasse_m?\d+_(\d+)$/.exec(name)?.[1] ?? 0);
}

/** The name of what TypeORM asks again and again for one row or for the few of one. */
function nameOfMapped(sql: string): string | undefined {
  if (sql.length > LONGEST) return undefined;
  let text = watched.get(sql);
  if (text === undefined) watched.set(sql, (text = { mayBeKept: hasOnePlan(sql), asked: 0 }));
  if (!text.mayBeKept || kept === MOST_KEPT) return undefined;
  text.asked += 1;
  if (text.asked >= OFTEN) names.set(sql, `repasse_m${(kept += 1)}`);
  return names.get(sql);
}

/** A new row, or rows by an `id`, their own or that of what they belong to: there is one way to find these, whatever the values. */
export function hasOnePlan(sql: string): boolean {
  const conditions = BY_EQUALITIES.exec(sql)?.[1];
  if (conditions === undefined) return INSERT_OF_ONE.test(sql);
  return /"(?!merchant_id")(?:\w+_)?id" = /.test(conditions);
}
