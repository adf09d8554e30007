import { type Api, dataOf, type RequestOptions, sending } from './client.js';
import type { Anticipation, BodyOf, Charge, Dispute, Wallet, Withdrawal } from './types.js';

/** What others do in earnest: payers, operators. For merchants in test mode. */
export class Sandbox {
  constructor(private readonly api: Api) {}

  /** The payer pays a pix or a boleto. */
  pay(chargeId: string, options: RequestOptions = {}): Promise<Charge> {
    const init = { params: { path: { id: chargeId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/charges/{id}/pay', init));
  }

  expire(chargeId: string, options: RequestOptions = {}): Promise<Charge> {
    const init = { params: { path: { id: chargeId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/charges/{id}/expire', init));
  }

  /** The payer disputes: by the issuer of its card, or by the central bank's return of a pix. */
  dispute(
    chargeId: string,
    body: BodyOf<'/v1/sandbox/charges/{id}/dispute', 'post'>,
    options: RequestOptions = {},
  ): Promise<Charge> {
    const init = { params: { path: { id: chargeId } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/charges/{id}/dispute', init));
  }

  /** The provider decides a dispute: for the merchant, or for the payer. */
  decide(disputeId: string, outcome: 'win' | 'lose', options: RequestOptions = {}): Promise<Dispute> {
    const init = { params: { path: { id: disputeId } }, ...sending(options) };
    return outcome === 'win'
      ? dataOf(this.api.POST('/v1/sandbox/disputes/{id}/win', init))
      : dataOf(this.api.POST('/v1/sandbox/disputes/{id}/lose', init));
  }

  /** As `dispute`, with the kind chargeback. */
  chargeback(chargeId: string, options: RequestOptions = {}): Promise<Charge> {
    const init = { params: { path: { id: chargeId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/charges/{id}/chargeback', init));
  }

  /** The day of an approved anticipation comes at once. */
  payAnticipation(anticipationId: string, options: RequestOptions = {}): Promise<Anticipation> {
    const init = { params: { path: { id: anticipationId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/anticipations/{id}/pay', init));
  }

  /** What is due up to a day (YYYY-MM-DD) is settled now, early. */
  settle(untilDate: string, options: RequestOptions = {}) {
    const init = { body: { until_date: untilDate }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/receivables/settle', init));
  }

  /** The payee's bank gives a paid withdrawal back, in whole or an `amount` of it. */
  returnWithdrawal(
    withdrawalId: string,
    body: BodyOf<'/v1/sandbox/withdrawals/{id}/return', 'post'> = {},
    options: RequestOptions = {},
  ): Promise<Withdrawal> {
    const init = { params: { path: { id: withdrawalId } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/withdrawals/{id}/return', init));
  }

  /** What 09:00 would do with a wallet that is paid out by itself; its `last_run` says what came of it. */
  payOut(walletId: string, options: RequestOptions = {}): Promise<Wallet> {
    const init = { params: { path: { id: walletId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/wallets/{id}/automatic-withdrawal', init));
  }

  /** An operator approves. */
  approve(submerchantId: string, options: RequestOptions = {}) {
    const init = { params: { path: { id: submerchantId } }, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/submerchants/{id}/approve', init));
  }

  /** An operator rejects. */
  reject(
    submerchantId: string,
    body: BodyOf<'/v1/sandbox/submerchants/{id}/reject', 'post'>,
    options: RequestOptions = {},
  ) {
    const init = { params: { path: { id: submerchantId } }, body, ...sending(options) };
    return dataOf(this.api.POST('/v1/sandbox/submerchants/{id}/reject', init));
  }
}
