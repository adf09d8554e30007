import { localDay } from '../../src/common/calendar';
import { Metrics } from '../../src/common/metrics';
import type { Answer, JsonBody } from './client';
import type { TestOperator, TestService } from './service';

/** What operators ask about days of providers. */
export class Reconciling {
  constructor(
    readonly app: TestService,
    readonly operator: TestOperator,
  ) {}

  get today(): string {
    return localDay(new Date());
  }

  /** Differences that nobody resolved, as the worker's metrics tell. */
  async countOpen(): Promise<number> {
    const text = await this.app.worker?.get(Metrics, { strict: false }).registry.metrics();
    return Number(/^repasse_reconciliation_open_differences (\d+)$/m.exec(text ?? '')?.[1]);
  }

  /** Reads a day of the sandbox; the reconciliation. */
  async read(date = this.today): Promise<JsonBody> {
    const { status, body } = await this.operator.client.post('/v1/review/reconciliations', {
      provider: 'sandbox',
      date,
    });
    if (status !== 200) throw new Error(`unexpected ${status} ${String(body?.error)}`);
    return body.data;
  }

  /** All items of a reconciliation, in the order of the list. */
  async items(id: string, filters = ''): Promise<JsonBody[]> {
    const items: JsonBody[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path = `/v1/review/reconciliations/${id}/items?limit=100&cursor=${cursor}${filters}`;
      const { body } = await this.operator.client.get(path);
      items.push(...(body.data as JsonBody[]));
      cursor = body.pagination.next_cursor as string | null;
    }
    return items;
  }

  /** Those about something, by its id. */
  async about(id: string, resourceId: string): Promise<JsonBody[]> {
    return (await this.items(id)).filter(({ resource }) => resource?.id === resourceId);
  }

  resolve(by: TestOperator, id: string, itemId: string, action: string, note: string): Promise<Answer> {
    return by.client.post(`/v1/review/reconciliations/${id}/items/${itemId}/resolve`, { action, note });
  }
}
