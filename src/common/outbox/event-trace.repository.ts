import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Where in a trace events happened, as traceparents by their ids. */
export type EventTraces = ReadonlyMap<string, string>;

/** What whoever works on an event later goes on with. */
@Injectable()
export class EventTraceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of some events of a merchant, those that happened in a trace. */
  async list(merchantId: string, ids: readonly string[]): Promise<EventTraces> {
    const rows = await this.dataSource.manager.query<{ id: string; traceContext: string }[]>(
      `SELECT id, trace_context AS "traceContext" FROM outbox_events
        WHERE merchant_id = $1 AND id = ANY($2) AND trace_context IS NOT NULL`,
      [merchantId, ids],
    );
    return new Map(rows.map(({ id, traceContext }) => [id, traceContext]));
  }
}
