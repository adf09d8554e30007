import { gather } from '../../src/common/features';
import { FEATURES } from '../../src/features';
import { chargeInvariants } from '../../src/charges';
import { auditInvariants } from '../../src/common/audit';
import { postbackInvariants } from '../../src/postbacks';
import { caseInvariants, fileInvariants } from '../../src/review';
import { emit, Onboarding, receiver, startService, type TestMerchant, type TestService } from '../support';
import { cardBody, Charging } from '../support/charges';

const RULES = gather(FEATURES, 'invariants');

let app: TestService;
let merchant: TestMerchant;
/** A captured charge of two recipients, a part of which was refunded. */
let chargeId: string;

/** Good books: a seller, its charge, a refund, a card that was declined, and the notifications of all that. */
beforeAll(async () => {
  const busy = await startService({ worker: true });
  merchant = await busy.merchant();
  await busy.merchant();
  const hooks = await receiver();
  await merchant.client.post('/v1/postbacks/endpoints', { url: hooks.url, events: ['*'] });
  const seller = await new Onboarding(merchant.client).activePerson();
  const charging = new Charging(merchant.client);
  const split_rules = [
    { recipient_id: merchant.id, percentage: 30 },
    { recipient_id: seller, percentage: 70 },
  ];
  const charge = await charging.paidPix({ split_rules });
  chargeId = charge.id as string;
  await merchant.client.post(`/v1/charges/${chargeId}/refund`, { amount: 100 });
  const declined = await charging.create(cardBody('tok_declined'));
  await charging.until(declined.id, 'failed');
  await emit(busy, { merchantId: merchant.id });
  await hooks.wait(5);
  await hooks.close();
  await busy.stop();
  app = await startService();
});

afterAll(() => app.stop());

const ANOTHER_MERCHANT = '(SELECT id FROM merchants m WHERE m.id <> merchant_id LIMIT 1)';

const AN_OPERATOR = `INSERT INTO operators (id, email, password_hash, role, created_at)
  VALUES (gen_random_uuid(), 'ana@repasse.test', 'x', 'reviewer', now())`;

/** What breaks each rule: statements past every constraint that stands in the way. `$1` is the charge. */
const PLANTED: Record<string, string[]> = {
  'the parts of a charge sum to its total, its capture, its refunds and what is reserved for refunds': [
    'UPDATE charge_splits SET share_cents = share_cents + 1 WHERE charge_id = $1 AND position = 0',
  ],
  'no part of a charge exceeds its share or gives back more than it received': [
    'ALTER TABLE charge_splits DROP CONSTRAINT ck_charge_splits_amounts',
    'UPDATE charge_splits SET captured_cents = share_cents + 1 WHERE charge_id = $1 AND position = 1',
  ],
  'the refunds of a charge sum to what it says was refunded and reserved, and never exceed the capture': [
    'UPDATE refunds SET amount_cents = amount_cents + 1 WHERE charge_id = $1',
  ],
  'the parts of a refund sum to it': [
    `UPDATE refund_splits SET amount_cents = amount_cents + 1
      WHERE position = 0 AND refund_id IN (SELECT id FROM refunds WHERE charge_id = $1)`,
  ],
  'what a recipient gave back is what the refunds took from it': [
    'UPDATE charge_splits SET refunded_cents = refunded_cents - 1 WHERE charge_id = $1 AND position = 1',
  ],
  'the status of a charge is the one its history last led to': [
    `UPDATE charges SET status = 'chargeback' WHERE id = $1`,
  ],
  'each step of the history of a charge begins where the one before ended': [
    `UPDATE charge_status_history SET from_status = 'authorized' WHERE charge_id = $1 AND version = 2`,
  ],
  'each step of the history of a charge is one that the status machine has': [
    `UPDATE charge_status_history SET to_status = 'refunded' WHERE charge_id = $1 AND version = 2`,
  ],
  'every transition of a charge in the last day has its event': [
    `DELETE FROM outbox_events WHERE resource_id = $1 AND type = 'charge.captured'`,
  ],
  'a refund is settled as the provider answered': [
    `UPDATE provider_calls SET status = 'failed'
      WHERE kind = 'refund' AND subject_id IN (SELECT id FROM refunds WHERE charge_id = $1)`,
  ],
  'every call about a charge or a refund has its charge or refund, and its account': [
    `UPDATE provider_calls SET subject_id = gen_random_uuid()
      WHERE subject_id IN (SELECT id FROM refunds WHERE charge_id = $1)`,
  ],
  'a payment that was not taken has a call that gives it back, of its amount': [
    `INSERT INTO returned_payments
       (merchant_id, id, charge_id, call_id, payment_id, reason, amount_cents, paid_at, created_at)
     SELECT merchant_id, gen_random_uuid(), id, gen_random_uuid(), 'E1', 'other_amount', 1, now(), now()
       FROM charges WHERE id = $1`,
  ],
  'every call, name and payment asked for at a provider belongs to an account that there is': [
    'UPDATE provider_references SET account_id = gen_random_uuid()',
  ],
  'a charge and its parts go to its own merchant or to submerchants of that merchant': [
    'ALTER TABLE refunds DROP CONSTRAINT fk_refunds_charge',
    'ALTER TABLE charge_splits DROP CONSTRAINT fk_charge_splits_charge',
    'ALTER TABLE charge_status_history DROP CONSTRAINT fk_charge_status_history_charge',
    'ALTER TABLE charges DROP CONSTRAINT fk_charges_submerchant',
    `UPDATE charges SET merchant_id = ${ANOTHER_MERCHANT} WHERE id = $1`,
  ],
  'the deliveries of an endpoint in the last day are numbered without gaps, and it knows the last number': [
    'UPDATE postback_endpoints SET last_sequence = last_sequence + 1',
  ],
  'an event of the last day that was handed on has a delivery for every endpoint that was subscribed': [
    `UPDATE postback_endpoints SET updated_at = now() - interval '1 hour'`,
    'DELETE FROM postback_deliveries WHERE sequence = 1',
  ],
  'nothing waits to be sent to an endpoint that is paused or deleted': [
    `UPDATE postback_deliveries SET status = 'pending', next_attempt_at = now() WHERE sequence = 1`,
    `UPDATE postback_endpoints SET status = 'paused', paused_reason = 'manual'`,
  ],
  'every attempt of a delivery is in its log': [
    'DELETE FROM postback_attempts WHERE delivery_id IN (SELECT id FROM postback_deliveries WHERE attempt_count > 0 LIMIT 1)',
  ],
  'a delivery is delivered when an attempt was answered well, and only then': [
    `UPDATE postback_attempts SET status_code = 500
      WHERE delivery_id IN (SELECT id FROM postback_deliveries WHERE status = 'delivered' LIMIT 1)`,
  ],
  'the bytes of a delivery say which one it is': [
    `UPDATE postback_deliveries SET body = replace(body, '"sequence":1,', '"sequence":10,') WHERE sequence = 1`,
  ],
  'a delivery goes to an endpoint of the merchant whose event it tells': [
    `UPDATE outbox_events SET merchant_id = ${ANOTHER_MERCHANT}`,
  ],
  'every transition of a submerchant in the last day has its event': [
    `DELETE FROM outbox_events WHERE type = 'submerchant.active'`,
  ],
  'a decision that waits for a second operator was taken on the present version of a case in review': [
    AN_OPERATOR,
    `INSERT INTO case_first_decisions (merchant_id, submerchant_id, version, decision, operator_id, reasons, decided_at)
      SELECT s.merchant_id, s.id, s.version, 'approve', o.id, '[]', now() FROM submerchants s, operators o`,
  ],
  'nobody holds a case that is back with its merchant or rejected': [
    AN_OPERATOR,
    `INSERT INTO case_claims (merchant_id, submerchant_id, operator_id, claimed_at, expires_at)
      SELECT s.merchant_id, s.id, o.id, now(), now() + interval '1 hour' FROM submerchants s, operators o`,
    `UPDATE submerchants SET status = 'pending'`,
  ],
  'a kept file is as long as it says, sealed in pieces': [
    `INSERT INTO document_files (merchant_id, document_id, attempt_id, content_type, size_bytes, sha256, key_id, sealed, fetched_at)
      SELECT merchant_id, id, id, 'application/pdf', 100, sha256('x'), 'k', 'too short', now() FROM submerchant_documents`,
  ],
  'a verdict that names a file names the one that is kept': [
    `UPDATE submerchant_history SET details = details || '{"file_sha256": "00"}' WHERE type = 'document_approved'`,
  ],
  'the audit log has no gaps, and its head names its last entry': [
    'ALTER TABLE audit_entries DISABLE TRIGGER USER',
    'DELETE FROM audit_entries WHERE sequence = 2',
  ],
};

describe('Contract §9, db invariants', () => {
  it('each rule of charges, deliveries, cases, files and the audit log has a violation here, and each rule a name of its own', () => {
    const named = Object.keys(PLANTED);
    for (const { name } of [
      ...chargeInvariants,
      ...postbackInvariants,
      ...caseInvariants,
      ...fileInvariants,
      ...auditInvariants,
    ])
      expect(named).toContain(name);
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
  });

  it.each([...RULES])('on good books holds: $name', async ({ sql }) => {
    expect(await app.dataSource.query<unknown[]>(sql)).toEqual([]);
  });

  it.each(Object.entries(PLANTED))('finds what breaks it: %s', async (name, statements) => {
    const { sql } = RULES.find((invariant) => invariant.name === name)!;
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      for (const statement of statements) {
        await runner.query(statement, statement.includes('$1') ? [chargeId] : []);
      }
      expect(await runner.query(sql)).not.toEqual([]);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
