const names = new Map<string, string>();

/**
 * Says that a statement is asked so often that each connection keeps it prepared: its text is parsed and planned once
 * instead of each time. Only for statements whose best plan does not hang on their parameters. Answers the text.
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `repasse_${names.size + 1}`);
  return sql;
}

/** The name under which connections keep this text; undefined for one that is planned each time. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
