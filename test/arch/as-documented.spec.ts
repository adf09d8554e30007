import { faultOfAnswer, faultOfNotification } from '../support/outside/api-documents';

const ID = '01a20bae-14e5-75b0-89f0-693d263591af';
const MOMENT = '2026-11-20T14:03:27.512Z';
const REFUND = {
  id: ID,
  charge_id: ID,
  amount: 100,
  status: 'succeeded',
  reason: null,
  split: [{ recipient_id: ID, amount: 100 }],
  sources: [{ wallet_id: ID, from: 'available', receivable_id: null, amount: 100 }],
  created_at: MOMENT,
};
const PATH = `/v1/charges/${ID}/refunds/${ID}`;
const answered = (data: object, more: object = {}) => ({
  method: 'GET',
  path: PATH,
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: { success: true, message: 'This is the refund.', data },
  ...more,
});
const failure = (error: string, status: number, path = PATH) =>
  answered(
    {},
    { path, status, body: { success: false, message: 'It is not there.', error, request_id: 'r-1' } },
  );

describe('what the e2e specs compare every answer with (decision 0030)', () => {
  it('takes what is as documented', () => {
    expect(faultOfAnswer(answered(REFUND))).toBeNull();
    expect(faultOfAnswer(answered(REFUND, { path: `${PATH}/?a=1` }))).toBeNull();
    expect(faultOfAnswer(failure('NOT_FOUND', 404))).toBeNull();
    expect(faultOfAnswer(failure('NOT_FOUND', 404, '/v1/nothing'))).toBeNull();
  });

  it.each([
    ['a field is missing', { ...REFUND, amount: undefined }, 'amount'],
    ['a field is not documented', { ...REFUND, secret: 'x' }, 'secret'],
    ['a field is inside that is not documented', { ...REFUND, split: [{ ...REFUND.split[0], a: 1 }] }, '"a"'],
    ['a value is not of its list', { ...REFUND, status: 'done' }, 'allowed values'],
    ['a moment is none', { ...REFUND, created_at: {} }, 'created_at'],
    ['a moment has another form', { ...REFUND, created_at: '20 November' }, 'date-time'],
  ])('names the fault: %s', (_name, data, fault) => {
    expect(faultOfAnswer(answered(data))).toContain(fault);
  });

  it('knows the statuses and the codes of each operation, and its media type', () => {
    expect(faultOfAnswer(answered(REFUND, { status: 201 }))).toContain('201');
    expect(faultOfAnswer(failure('SPLIT_INVALID', 404))).toContain('/error');
    expect(faultOfAnswer(answered(REFUND, { path: '/v1/nothing' }))).toContain('no such operation');
    expect(faultOfAnswer(answered(REFUND, { path: `/v1/charges/${ID}/qr-code.png` }))).toContain('JSON');
    expect(faultOfAnswer(answered(REFUND, { contentType: 'text/html' }))).toContain('JSON');
  });

  it('looks at notifications likewise', () => {
    const endpoint = { id: ID, event_id: ID, event: 'ping', occurred_at: MOMENT, sequence: 1 };
    expect(faultOfNotification('ping', endpoint)).toContain('endpoint');
    expect(faultOfNotification('pong', endpoint)).toContain('no such event');
    expect(faultOfNotification('charge.captured', { charge: { payment_method: 'cash' } })).not.toBeNull();
  });
});
