import { commonErrors } from '../errors';

export interface Transition<Status extends string, Trigger extends string> {
  /** Null: the thing does not exist yet. */
  readonly from: Status | null;
  readonly on: Trigger;
  readonly to: Status;
}

export interface TransitionTable<Status extends string, Trigger extends string> {
  readonly name: string;
  readonly table: readonly Transition<Status, Trigger>[];
  readonly statuses: readonly Status[];
  readonly triggers: readonly Trigger[];
  /** True when the trigger is possible from this status. */
  allows(from: Status | null, trigger: Trigger): boolean;
  /** The status that the trigger leads to; throws INVALID_STATE where the table has no row. */
  next(from: Status | null, trigger: Trigger): Status;
  /** Every status in which the trigger is possible: the WHERE of a statement that changes many rows at once. */
  from(trigger: Trigger): readonly Status[];
  /** The one status that the trigger leads to from wherever it is possible; throws when there are several. */
  to(trigger: Trigger): Status;
}

/**
 * The one place where an aggregate's statuses may change. Refuses a table with two rows for one
 * (status, trigger) or with a status that nothing reaches, when the module is loaded.
 *
 * @param shownAs what a refusal calls a status that the API shows otherwise
 */
export function defineTransitions<Status extends string, Trigger extends string>(
  name: string,
  table: readonly Transition<Status, Trigger>[],
  shownAs: (status: Status) => string = (status) => status,
): TransitionTable<Status, Trigger> {
  const rows = new Map<string, Transition<Status, Trigger>>();
  for (const row of table) {
    const key = `${row.from ?? ''}>${row.on}`;
    if (rows.has(key)) throw new Error(`${name}: two transitions from ${row.from ?? 'nothing'} on ${row.on}`);
    rows.set(key, row);
  }
  const reached = new Set(table.map((row) => row.to));
  for (const { from } of table) {
    if (from !== null && !reached.has(from)) throw new Error(`${name}: nothing leads to ${from}`);
  }
  const rowsOf = (trigger: Trigger) => table.filter(({ on }) => on === trigger);
  const find = (from: Status | null, trigger: Trigger) => rows.get(`${from ?? ''}>${trigger}`);
  return {
    name,
    table,
    statuses: [...reached],
    triggers: [...new Set(table.map((row) => row.on))],
    allows: (from, trigger) => find(from, trigger) !== undefined,
    next: (from, trigger) => {
      const row = find(from, trigger);
      if (row !== undefined) return row.to;
      // Whoever asked knows what for; the trigger's name is ours.
      const status = from === null ? 'not there yet' : shownAs(from);
      throw commonErrors.INVALID_STATE({
        message: `The ${name} is ${status}: this is not possible in that status.`,
      });
    },
    from: (trigger) => rowsOf(trigger).flatMap(({ from }) => (from === null ? [] : [from])),
    to: (trigger) => {
      const [to, ...others] = new Set(rowsOf(trigger).map((row) => row.to));
      if (to === undefined || others.length > 0)
        throw new Error(`${name}: ${trigger} leads to no one status`);
      return to;
    },
  };
}
