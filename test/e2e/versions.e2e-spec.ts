import { startService, type TestMerchant, type TestService } from '../support';
import { RichRun } from '../support/rich-run';

let app: TestService;
let merchant: TestMerchant;
/** All that was seen of each resource, by its id: in answers, and in notifications. */
const seen = new Map<string, { readonly version: number }[]>();
let versions: { resource_id: string; kind: string; version: number }[];

beforeAll(async () => {
  app = await startService({ worker: true });
  ({ merchant } = await RichRun.play(app, async (caller, path) => {
    const { body } = await caller.client.get(path);
    see(body.data as { id: string; version: number });
  }));
  const events = await app.dataSource.query<{ type: string; resource_id: string; payload: string }[]>(
    `SELECT type, resource_id, payload FROM outbox_events
      WHERE merchant_id = $1 AND type ~ '^(charge|submerchant|document|dispute)\\.' ORDER BY position`,
    [merchant.id],
  );
  versions = events.map(({ type, resource_id, payload }) => {
    const { [type.split('.')[0] ?? '']: resource } = JSON.parse(payload) as Record<
      string,
      { id: string; version: number }
    >;
    if (resource === undefined) throw new Error(`${type} tells of nothing`);
    see(resource);
    return { resource_id, kind: type, version: resource.version };
  });
});

afterAll(() => app.stop());

function see(resource: { readonly id: string; readonly version: number }): void {
  seen.set(resource.id, [...(seen.get(resource.id) ?? []), resource]);
}

describe('Contract §7: version grows with every change of what the API shows', () => {
  it('the run showed enough of everything', () => {
    expect(seen.size).toBeGreaterThan(25);
    const kinds = new Set(versions.map(({ kind }) => kind));
    for (const kind of [
      'refund_failed',
      'return_failed',
      'chargeback',
      'chargeback_reversed',
      'partially_refunded',
      'voided',
      'expired',
    ])
      expect(kinds).toContain(`charge.${kind}`);
    for (const kind of [
      'document.approved',
      'document.expired',
      'submerchant.active',
      'submerchant.rejected',
      'dispute.contested',
      'dispute.won',
      'dispute.lost',
    ])
      expect(kinds).toContain(kind);
  });

  it('two representations of one version are the same, in answers and in notifications', () => {
    for (const representations of seen.values()) {
      const byVersion = new Map<number, unknown>();
      for (const one of representations) {
        expect(one).toEqual(byVersion.get(one.version) ?? one);
        byVersion.set(one.version, one);
      }
    }
  });

  it('each notification of a resource has a higher version than the one before it', () => {
    const last = new Map<string, number>();
    for (const { resource_id: id, kind, version } of versions) {
      expect([kind, version > (last.get(id) ?? 0)]).toEqual([kind, true]);
      last.set(id, version);
    }
  });
});
