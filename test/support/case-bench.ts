import type { Answer, JsonBody } from './client';
import type { TestMerchant, TestOperator, TestService } from './service';

export const CASES = '/v1/review/submerchants';
export const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

/** What operators do with cases, and how a viewer finds them. */
export class CaseBench {
  private constructor(
    private readonly service: TestService,
    readonly viewer: TestOperator,
  ) {}

  static async open(service: TestService): Promise<CaseBench> {
    return new CaseBench(service, await service.operator({ role: 'viewer' }));
  }

  post(by: TestOperator, id: string, action: string, body?: unknown, headers = {}): Promise<Answer> {
    return by.client.post(`${CASES}/${id}/${action}`, body, headers);
  }

  claim(by: TestOperator, id: string): Promise<Answer> {
    return this.post(by, id, 'claim');
  }

  setMcc(by: TestOperator, id: string, mcc: string): Promise<Answer> {
    return by.client.patch(`${CASES}/${id}`, { mcc });
  }

  withdraw(
    by: TestOperator,
    id: string,
    body: unknown = { note: 'Clicked too fast' },
    headers = {},
  ): Promise<Answer> {
    return by.client.send('DELETE', `${CASES}/${id}/decision`, body, headers);
  }

  judge(
    by: TestOperator,
    documentId: string,
    verdict: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer> {
    return by.client.post(`/v1/review/documents/${documentId}/${verdict}`, body, headers);
  }

  /** The case, as the viewer sees it unless somebody else looks. */
  async read(id: string, by: TestOperator = this.viewer): Promise<JsonBody> {
    return (await by.client.get(`${CASES}/${id}`)).body.data;
  }

  /** Who works on the case. */
  async holder(id: string): Promise<string | null> {
    return (await this.read(id)).claim?.operator ?? null;
  }

  /** The decision that waits for a second operator. */
  async waiting(id: string): Promise<string | null> {
    return (await this.read(id)).awaiting_second?.decision ?? null;
  }

  async documentOf(id: string, type: string): Promise<string> {
    return (await this.read(id)).documents.find((document: { type: string }) => document.type === type).id;
  }

  /** What the operators' timeline says happened, newest first. */
  async steps(id: string): Promise<string[]> {
    return (await this.read(id)).timeline.map(({ type }: { type: string }) => type);
  }

  /** Everything that a merchant can see of its submerchant, to the letter, and whatever it was told. */
  async merchantSees(merchant: TestMerchant, id: string): Promise<unknown> {
    const texts = await Promise.all(
      ['', '/timeline', '/documents', '/requirements', '/addresses'].map(
        async (part) => (await merchant.client.get(`/v1/submerchants/${id}${part}`)).text,
      ),
    );
    const events = await this.service.dataSource.query(
      'SELECT type, resource_id, payload FROM outbox_events WHERE merchant_id = $1 ORDER BY position',
      [merchant.id],
    );
    return { texts, events };
  }

  /** The audit log of a record. */
  audited(targetId: string): Promise<Record<string, unknown>[]> {
    return this.service.dataSource.query(
      `SELECT action, actor_kind, actor_email, target_type, merchant_id, details::text FROM audit_entries
       WHERE target_id = $1 ORDER BY sequence`,
      [targetId],
    );
  }
}
