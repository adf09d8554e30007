import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { Tracing } from '../../common/tracing';

/** What a statement does first, and to which table: words alone, as values may stand in its text. */
const FIRST_WORD = /^\W*([A-Za-z]+)/;
const FIRST_TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+"?([a-z_]+)"?/i;

/**
 * Shows each statement as a span, where something is traced that it belongs to. Its text stays here: what its parameters
 * are not in may be in the text. While tracing is off nothing is between a statement and its connection.
 */
@Injectable()
export class StatementSpans {
  constructor(dataSource: DataSource, tracing: Tracing) {
    if (!tracing.isOn) return;
    // Whatever asks the database asks for a runner first.
    const make = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = (mode): QueryRunner => {
      const runner = make(mode);
      const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
      runner.query = ((sql: string, ...rest: unknown[]) =>
        tracing.span(summaryOf(sql), { kind: 'client', facts: { 'db.system.name': 'postgresql' } }, () =>
          query(sql, ...rest),
        )) as QueryRunner['query'];
      return runner;
    };
  }
}

/** As OpenTelemetry wants a span of a database called: operation and target. */
export function summaryOf(sql: string): string {
  const operation = FIRST_WORD.exec(sql)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const table = FIRST_TABLE.exec(sql)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}
