import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { OverBudgetError, withinBudget } from '../../../database';
import { type ErrorDetail, validationFailed } from '../../errors';
import { containsPattern, rarePart } from '../../text';
import { bareTaxId } from '../../validation';
import { type Hits, hitsStatement, type HitsWanted, type Walk } from './hits';
import {
  type Known,
  knownHits,
  knownStatement,
  type SearchCondition,
  SETTLED_COLUMNS,
  type SettledSearches,
} from './settled-search';

/** What a search may take: one of two letters, or of what all have, reads all rows of its merchant (decision 0003). */
const SEARCH_BUDGET_MS = 3_000;
/** A shorter way is worth this much; where it takes longer it is none, and the whole way is gone. */
const SHORT_CUT_BUDGET_MS = 300;

/** What of a list's query a search works on. */
export interface Searched {
  /** A column that holds `searchText(…)`. */
  readonly search?: string;
  /**
   * A column of tax numbers that a search finds too. Merchants find their own by any `part`; operators, who see them
   * masked, `whole` alone: by its parts a number would be found out digit by digit (contract §8).
   */
  readonly taxId?: { readonly column: string; readonly found: 'part' | 'whole' };
}

/** The builder has the condition of the search already. */
const ITS_OWN: SearchCondition = { sql: 'TRUE', byPart: null, parameters: {} };

/** Null without a search. */
export function searchOf(
  { search: term }: { readonly search?: string },
  { search: column, taxId }: Searched,
): SearchCondition | null {
  if (term === undefined) return null;
  if (column === undefined) return ITS_OWN;
  const taxNumber = taxId?.found === 'whole' ? bareTaxId(term) : null;
  const part = rarePart(term);
  const orByTaxId =
    (taxId?.found === 'part' ? ` OR ${taxId.column} ILIKE :searched` : '') +
    (taxNumber === null ? '' : ` OR ${taxId?.column} = :taxNumber`);
  return {
    sql: `${column} LIKE :searched${orByTaxId}`,
    // The index looks for the part; that the rest is there too is seen in what it finds.
    byPart: part === null ? null : `(${column} LIKE :part AND (${column} || '') LIKE :searched)${orByTaxId}`,
    parameters: {
      searched: containsPattern(term),
      ...(part === null ? {} : { part: containsPattern(part) }),
      ...(taxNumber === null ? {} : { taxNumber }),
    },
  };
}

/** As findHits, with an end to what it may take; one that is known (`settled`) looks at little more than its page. */
export async function search<E extends ObjectLiteral>(
  all: SelectQueryBuilder<E>,
  condition: SearchCondition,
  wanted: HitsWanted,
  walk: Walk,
  settled: { readonly searches: SettledSearches; readonly key: string } | undefined,
): Promise<Hits> {
  const known = settled?.searches.recall(settled.key) ?? null;
  const hits =
    known &&
    knownHits(
      known,
      wanted,
      await withinMs(SHORT_CUT_BUDGET_MS, knownStatement(all, condition, known, wanted, walk)),
    );
  if (hits !== null) return hits;
  const beganMs = performance.now();
  const lookFor = (sql: string, budgetMs: number): Promise<SearchRow | null> => {
    const statement = hitsStatement(all.clone().andWhere(`(${sql})`, condition.parameters), wanted, walk);
    if (settled !== undefined)
      statement.addSelect(SETTLED_COLUMNS.settled, 'settled').addSelect(SETTLED_COLUMNS.until, 'until');
    return withinMs(budgetMs, statement);
  };
  const row =
    (condition.byPart === null ? null : await lookFor(condition.byPart, SHORT_CUT_BUDGET_MS)) ??
    (await lookFor(condition.sql, SEARCH_BUDGET_MS));
  if (row === null) throw validationFailed([TOO_BROAD]);
  if (settled !== undefined) settled.searches.note(settled.key, row, performance.now() - beganMs);
  return row;
}

interface SearchRow extends Hits, Known {}

const TOO_BROAD: ErrorDetail = {
  field: 'search',
  code: 'too_broad',
  message:
    'finds too much to be counted in time: name more of it, or the days to look at (date_from, date_to)',
};

/** Its row; null when it would find, or look at, more than its budget lets it. */
async function withinMs<Row extends ObjectLiteral>(
  budgetMs: number,
  statement: SelectQueryBuilder<ObjectLiteral>,
): Promise<Row | null> {
  try {
    const row = await withinBudget(statement.dataSource, budgetMs, (runner) =>
      statement.setQueryRunner(runner).getRawOne<Row>(),
    );
    return row ?? null;
  } catch (error) {
    if (error instanceof OverBudgetError) return null;
    throw error;
  }
}
