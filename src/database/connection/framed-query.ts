import { type Connection, Query, type QueryConfig, type QueryResult } from 'pg';
import { prepared, preparedName } from './prepared';

/** As TypeORM and SnapshotRunner write them. Their answers say nothing but that all went well. */
export const START = prepared('START TRANSACTION');
export const READ_ONLY = prepared('SET TRANSACTION READ ONLY');
const OPENERS = new Set([START, prepared('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ'), READ_ONLY]);

export function isOpener(text: unknown): text is string {
  return OPENERS.has(text as string);
}

/** What goes out with a statement. */
export interface Frame {
  /** What opens its transaction; each prepared on this connection already. */
  readonly openers: readonly string[];
  /** Whether its transaction ends with it. */
  readonly commits: boolean;
}

type Answered = (error: Error | null, result: QueryResult) => void;

/** What this file needs of the driver's query beyond its types, and of its connection. */
interface DriverQuery {
  submit(connection: Connection): Error | null;
  requiresPreparation(): boolean;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const DriverQuery = Query as unknown as new (
  config: QueryConfig,
  values: undefined,
  answered: Answered,
) => DriverQuery;

/**
 * A statement that is sent with what opens its transaction, with its COMMIT, or both: one round trip instead of several. There
 * is one Sync, at the end: after an error the server leaves out all that follows. So a statement never runs outside of its
 * transaction, and nothing is committed of which a part was refused.
 */
export class FramedQuery extends DriverQuery {
  private openersLeft: number;
  private isDone = false;

  constructor(
    private readonly frame: Frame,
    config: QueryConfig,
    answered: Answered,
  ) {
    super(config, undefined, answered);
    this.openersLeft = frame.openers.length;
  }

  override submit(connection: Connection): Error | null {
    connection.stream.cork();
    try {
      for (const opener of this.frame.openers) {
        connection.bind({ statement: preparedName(opener) ?? opener }, true);
        connection.execute({}, true);
      }
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  /** A simple query has a Sync of its own. */
  override requiresPreparation(): boolean {
    return true;
  }

  /** Where the driver executes what it has bound. */
  _getRows(connection: Connection): void {
    connection.execute({}, true);
    if (this.frame.commits) {
      connection.parse({ text: 'COMMIT', name: '', types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
    }
    connection.sync();
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.openersLeft > 0) this.openersLeft -= 1;
    else if (!this.isDone) {
      this.isDone = true;
      super.handleCommandComplete(message, connection);
    }
  }
}
