import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { OverBudgetError, withinBudget } from '../../../database';
import { type ErrorDetail, validationFailed } from '../../errors';
import { containsPattern, foldText, rarePart } from '../../text';
import { bareTaxId } from '../../validation';
import { type Hits, hitsStatement, type HitsWanted } from './hits';
import {
  commonStatement,
  isAmongNewest,
  wholePage,
  knownStatement,
  type Lookup,
  sampleStatement,
} from './newest-records';
import { type Known, type SearchCondition, type SettledSearches, withSettled } from './settled-search';

/** What a search may take: one of two letters, or of what all have, reads all rows of its merchant (decision 0003). */
const SEARCH_BUDGET_MS = 3_000;
/** A shorter way is worth this much; where it takes longer it is none, and the whole way is gone. */
const SHORT_CUT_BUDGET_MS = 300;
/** Of what by a sample of the newest records would take longer than anybody should wait. */
const BROAD_BUDGET_MS = 250;
/** What can be found and counted in some three tenths of a second. */
const MOST_COUNTED = 500_000;
const TRIGRAM = 3;

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

/** Narrower rows of the same records, with `id` and `createdAt`, and with the list's conditions. */
export interface SearchedIn extends Searched {
  readonly builder: SelectQueryBuilder<ObjectLiteral>;
  /** The same for a rare part of a term and an owner of much, whose own part of an index is longer than the term's. */
  readonly ofLargeOwner: SelectQueryBuilder<ObjectLiteral>;
  readonly alias: string;
  /** Where the builder joins the list's own rows. */
  readonly status?: string;
  /** How many records the list has without the search, where that is known. */
  readonly count?: () => Promise<number>;
}

/** Where a search is looked up instead of in the list's own rows. */
export interface Elsewhere extends Lookup, Pick<SearchedIn, 'ofLargeOwner' | 'count'> {}

/** The builder has the condition of the search already. */
const ITS_OWN: SearchCondition = { sql: 'TRUE', byPart: null, isShort: false, parameters: {} };

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
    isShort: foldText(term).length < TRIGRAM,
    parameters: {
      searched: containsPattern(term),
      ...(part === null ? {} : { part: containsPattern(part) }),
      ...(taxNumber === null ? {} : { taxNumber }),
    },
  };
}

/**
 * As findHits, with an end to what it may take; one that is known (`settled`) looks at little more than its page.
 *
 * @param list gone through by time
 */
export async function search(
  list: Lookup,
  elsewhere: Elsewhere | null,
  wanted: HitsWanted,
  settled: { readonly searches: SettledSearches; readonly key: string } | undefined,
): Promise<Hits> {
  const known = settled?.searches.recall(settled.key) ?? null;
  if (known !== null) {
    const looked = await withinMs<Hits>(SHORT_CUT_BUDGET_MS, knownStatement(list, known, wanted));
    const hits = looked && wholePage({ ...looked, total: known.settled + looked.total }, wanted);
    if (hits !== null) return hits;
  }
  const beganMs = performance.now();
  const row = await lookUp(list, elsewhere, wanted);
  if (row === null) throw validationFailed([TOO_BROAD]);
  settled?.searches.note(settled.key, row, performance.now() - beganMs);
  return row;
}

interface SearchRow extends Hits, Known {}

/** Null when it finds too much. */
async function lookUp(
  list: Lookup,
  elsewhere: Elsewhere | null,
  wanted: HitsWanted,
): Promise<SearchRow | null> {
  const { all, condition, walk } = elsewhere ?? list;
  const total = (await elsewhere?.count?.()) ?? 0;
  const lookFor = (
    rows: SelectQueryBuilder<ObjectLiteral>,
    sql: string,
    withinBudgetMs: number,
  ): Promise<SearchRow | null> => {
    const statement = hitsStatement(rows.clone().andWhere(`(${sql})`, condition.parameters), wanted, walk);
    return withinMs(withinBudgetMs, withSettled(statement));
  };
  const isLarge = elsewhere !== null && total > MOST_COUNTED;
  if (condition.byPart !== null) {
    const rows = isLarge ? elsewhere.ofLargeOwner : all;
    const found = await lookFor(rows, condition.byPart, SHORT_CUT_BUDGET_MS);
    if (found !== null) return found;
  }
  let budgetMs = SEARCH_BUDGET_MS;
  if (isLarge) {
    // No index of three characters tells where two are.
    if (condition.isShort) return null;
    const share = (await withinMs<{ share: number }>(SEARCH_BUDGET_MS, sampleStatement(list)))?.share ?? 0;
    // What all of the newest have may be rare among the older ones: then little time is enough.
    if (share * total > MOST_COUNTED) budgetMs = BROAD_BUDGET_MS;
    if (isAmongNewest(share, wanted)) {
      const found = await withinMs<SearchRow>(budgetMs, commonStatement(list, elsewhere, wanted));
      if (found === null || wholePage(found, wanted) !== null) return found;
    }
  }
  return lookFor(all, condition.sql, budgetMs);
}

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
