import type { ProviderNotification } from '../provider.port';
import { faultOf } from './notification.rules';

const paid = {
  kind: 'paid',
  reference: 'R1',
  amountCents: 100,
  paymentId: 'P1',
  endToEndId: null,
  at: new Date('2026-11-20T12:00:00Z'),
} as const;

const opened = {
  kind: 'dispute_opened',
  reference: 'R1',
  disputeId: 'D1',
  dispute: 'pix_return',
  amountCents: 100,
  respondBy: new Date('2026-11-27T12:00:00Z'),
  reason: 'fraud',
} as const;
const lost = { kind: 'dispute_lost', reference: 'R1', disputeId: 'D1', amountCents: 100 } as const;

describe('faultOf', () => {
  it.each<[string, ProviderNotification]>([
    ['a payment', paid],
    ['the smallest amount', { ...paid, amountCents: 1 }],
    ['the largest amount', { ...paid, amountCents: 9_999_999_999 }],
    ['a dispute', opened],
    [
      'a dispute without a date or a reason, of nothing',
      { ...opened, amountCents: 0, respondBy: null, reason: null },
    ],
    ['a dispute that was won', { kind: 'dispute_won', reference: 'R1', disputeId: 'D1' }],
    ['a dispute that was lost', lost],
  ])('%s can be written down', (_what, item) => {
    expect(faultOf(item)).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['no amount at all', { amountCents: 0 }],
    ['less than nothing', { amountCents: -1 }],
    ['above what a charge can be', { amountCents: 10_000_000_000 }],
    ['a part of a cent', { amountCents: 1.5 }],
    ['an amount as text', { amountCents: '100' }],
    ['no number', { amountCents: Number.NaN }],
    ['no reference', { reference: '' }],
    ['a reference that is no text', { reference: 7 }],
    ['a long reference', { reference: 'R'.repeat(81) }],
    ['a zero byte', { reference: 'R\0' }],
    ['a long payment id', { paymentId: 'P'.repeat(81) }],
    ['no payment id', { paymentId: undefined }],
    ['an end-to-end id that is no text', { endToEndId: 7 }],
    ['a moment that is none', { at: new Date('yesterday') }],
  ])('%s never can', (_what, part) => {
    expect(faultOf({ ...paid, ...part })).not.toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['a dispute of a kind that there is not', { dispute: 'regret' }],
    ['a dispute without a name', { disputeId: '' }],
    ['a long name', { disputeId: 'D'.repeat(81) }],
    ['less than nothing', { amountCents: -1 }],
    ['above what a charge can be', { amountCents: 10_000_000_000 }],
    ['a moment that is none', { respondBy: new Date('tomorrow') }],
    ['a reason that is no text', { reason: 7 }],
    ['a long reason', { reason: 'x'.repeat(201) }],
    ['a zero byte in the reason', { reason: 'x\0' }],
  ])('%s never can', (_what, part) => {
    expect(faultOf({ ...opened, ...part })).not.toBeNull();
  });

  it('of a dispute that was lost the amount counts too', () => {
    expect(faultOf({ ...lost, amountCents: 1.5 })).not.toBeNull();
    expect(faultOf({ ...lost, disputeId: '' })).not.toBeNull();
  });

  const back = {
    kind: 'payout_returned',
    reference: 'P1',
    returnId: 'R1',
    amountCents: 1,
    reason: null,
    at: new Date(),
  };
  const sent = { kind: 'payout_paid', reference: 'P1', endToEndId: 'E1', authentication: null };

  it.each<[string, Record<string, unknown>]>([
    ['money that came back', back],
    ['a payout that was paid', sent],
    ['one without proof', { ...sent, endToEndId: null }],
    ['a payout that failed', { kind: 'payout_failed', reference: 'P1', code: 'account_closed' }],
  ])('%s can be written down', (_what, item) => {
    expect(faultOf(item as never)).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing that came back', { ...back, amountCents: 0 }],
    ['a return without a name', { ...back, returnId: '' }],
    ['a return at no moment', { ...back, at: new Date('tomorrow') }],
    ['a long reason', { ...back, reason: 'x'.repeat(201) }],
    ['a proof that is no text', { ...sent, authentication: 7 }],
    ['a long code', { kind: 'payout_failed', reference: 'P1', code: 'x'.repeat(41) }],
    ['a payout without a reference', { ...sent, reference: '' }],
  ])('%s never can', (_what, item) => {
    expect(faultOf(item as never)).not.toBeNull();
  });
});
