import type { RichRunIds } from '../rich-run';

/** A corruption that somebody could plant in the books, and the rule that has to find it. */
export interface Plant {
  readonly what: string;
  readonly rule: string;
  readonly statements: (run: RichRunIds) => readonly string[];
}

/** Statements about one charge of the run, by its name there: `$id` is its id. */
export function charge(what: string, name: string, rule: string, ...statements: readonly string[]): Plant {
  return {
    what,
    rule,
    statements: (run) => {
      const id = run.charges[name];
      if (id === undefined) throw new Error(`the run has no charge ${name}`);
      return statements.map((statement) => statement.replaceAll('$id', `'${id}'`));
    },
  };
}

/** Statements about anything else; `$seller` is the run's active seller. */
export function plant(what: string, rule: string, ...statements: readonly string[]): Plant {
  return {
    what,
    rule,
    statements: (run) => statements.map((one) => one.replaceAll('$seller', `'${run.seller}'`)),
  };
}

/** What is told of a charge when it was last told. */
export const LAST_EVENT = 'a charge is as its last event told it';

/** Somebody else than the merchant of a row. */
export const OTHER_MERCHANT = '(SELECT id FROM merchants m WHERE m.id <> merchant_id LIMIT 1)';
