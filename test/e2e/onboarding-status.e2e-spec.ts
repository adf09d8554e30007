import { useReview } from '../support';
import { Charging, pixBody } from '../support/charges';

const { merchant, onboarding, operator } = useReview();

const base = (id: string) => `/v1/submerchants/${id}`;
const decide = (id: string, decision: string, body?: unknown) =>
  operator.client.post(`/v1/review/submerchants/${id}/${decision}`, body);

describe('the status machine: everything else is 409 INVALID_STATE', () => {
  const REASONS = { reasons: [{ code: 'other' }] };
  const reach: Record<string, () => Promise<string>> = {
    pending: () => onboarding.readyPerson(),
    pending_review: () => onboarding.submittedPerson(),
    active: () => onboarding.activePerson(),
    rejected: async () => {
      const id = await onboarding.submittedPerson();
      await decide(id, 'reject', { ...REASONS, correctable: true });
      return id;
    },
    suspended: async () => {
      const id = await onboarding.activePerson();
      await decide(id, 'suspend', { reason: 'x' });
      return id;
    },
  };
  const triggers: Record<string, (id: string) => ReturnType<typeof decide>> = {
    'submit-for-review': (id) => merchant.client.post(`${base(id)}/submit-for-review`),
    'request-resubmission by the merchant': (id) => merchant.client.post(`${base(id)}/request-resubmission`),
    approve: (id) => decide(id, 'approve'),
    reject: (id) => decide(id, 'reject', { ...REASONS, correctable: true }),
    'request-resubmission by an operator': (id) => decide(id, 'request-resubmission', REASONS),
    suspend: (id) => decide(id, 'suspend', { reason: 'x' }),
    reactivate: (id) => decide(id, 'reactivate', { reason: 'x' }),
  };
  const possible: Record<string, Record<string, string>> = {
    pending: { 'submit-for-review': 'pending_review' },
    pending_review: {
      approve: 'active',
      reject: 'rejected',
      'request-resubmission by an operator': 'pending',
    },
    active: { suspend: 'suspended' },
    rejected: {
      'request-resubmission by the merchant': 'pending',
      'request-resubmission by an operator': 'pending',
    },
    suspended: { reactivate: 'active' },
  };

  it.each(Object.keys(reach))('from %s', async (status) => {
    const refused = Object.keys(triggers).filter((trigger) => possible[status]?.[trigger] === undefined);
    const id = await reach[status]!();
    for (const trigger of refused) {
      const { status: code, body } = await triggers[trigger]!(id);
      expect([trigger, code, body.error]).toEqual([trigger, 409, 'INVALID_STATE']);
    }
    expect((await onboarding.read(id)).status).toBe(status);
    for (const [trigger, to] of Object.entries(possible[status] ?? {})) {
      const { body } = await triggers[trigger]!(await reach[status]!());
      expect([trigger, body.data.status]).toEqual([trigger, to]);
    }
  });
});

describe('suspension stops new charges and new splits only', () => {
  it('existing charges live on: paid and refunded as before', async () => {
    const charging = new Charging(merchant.client);
    const id = await onboarding.activePerson();
    const paid = await charging.paidPix({ submerchant_id: id });
    const open = await charging.create(pixBody({ submerchant_id: id }));
    await decide(id, 'suspend', { reason: 'x' });
    const refused = { status: 409, body: { error: 'SUBMERCHANT_NOT_ACTIVE' } };
    expect(await merchant.client.post('/v1/charges', pixBody({ submerchant_id: id }))).toMatchObject(refused);
    const split_rules = [{ recipient_id: id, percentage: 100 }];
    expect(await merchant.client.post('/v1/charges', pixBody({ split_rules }))).toMatchObject({
      status: 422,
      body: { error: 'SPLIT_RECIPIENT_INVALID' },
    });
    expect((await merchant.client.post(`/v1/charges/${paid.id}/refund`, { amount: 100 })).status).toBe(201);
    const answer = await merchant.client.post(`/v1/sandbox/charges/${open.id}/pay`);
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'captured', submerchant_id: id } } });
  });
});
