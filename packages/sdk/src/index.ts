import { Anticipations } from './anticipations.js';
import { Banks } from './banks.js';
import { Charges } from './charges.js';
import {
  type Api,
  createApi,
  dataOf,
  listOf,
  type RepasseOptions,
  type RequestOptions,
  sending,
} from './client.js';
import { Disputes } from './disputes.js';
import { Endpoints } from './endpoints.js';
import type { List } from './list.js';
import { Receivables } from './receivables.js';
import { Sandbox } from './sandbox.js';
import { Submerchants } from './submerchants.js';
import type { FiltersOf, LoggedRequest, Merchant } from './types.js';
import { Wallets } from './wallets.js';
import { Withdrawals } from './withdrawals.js';

/** A merchant's side of the service. */
export class Repasse {
  readonly anticipations: Anticipations;
  readonly banks: Banks;
  readonly charges: Charges;
  readonly disputes: Disputes;
  readonly receivables: Receivables;
  readonly submerchants: Submerchants;
  readonly wallets: Wallets;
  readonly withdrawals: Withdrawals;
  readonly endpoints: Endpoints;
  readonly sandbox: Sandbox;
  /** Every operation of the API, typed, with the same retries: `repasse.api.GET('/v1/submerchants/{id}/timeline', …)`. */
  readonly api: Api;

  constructor(options: RepasseOptions) {
    this.api = createApi(options);
    this.anticipations = new Anticipations(this.api);
    this.banks = new Banks(this.api);
    this.charges = new Charges(this.api);
    this.disputes = new Disputes(this.api);
    this.receivables = new Receivables(this.api);
    this.submerchants = new Submerchants(this.api);
    this.wallets = new Wallets(this.api);
    this.withdrawals = new Withdrawals(this.api);
    this.endpoints = new Endpoints(this.api);
    this.sandbox = new Sandbox(this.api);
  }

  /** What was asked with this merchant's keys in the last 30 days, newest first. */
  requests(filters: FiltersOf<'/v1/requests'> = {}): List<LoggedRequest> {
    return listOf((position) =>
      this.api.GET('/v1/requests', { params: { query: { ...filters, ...position } } }),
    );
  }

  /** Whose keys these are, and what they may do. */
  merchant(options: RequestOptions = {}): Promise<Merchant> {
    return dataOf(this.api.GET('/v1/merchant', sending(options)));
  }
}

export type { RepasseOptions, RequestOptions } from './client.js';
export { type FailureDetail, RepasseConnectionError, RepasseError } from './errors.js';
export type { Anticipations } from './anticipations.js';
export type { Charges } from './charges.js';
export type { Disputes } from './disputes.js';
export type { Receivables } from './receivables.js';
export { List, type Page } from './list.js';
export {
  type PostbackEvent,
  type PostbackHeaders,
  PostbackVerificationError,
  type VerifyOptions,
  verifyPostback,
} from './postbacks.js';
export type { Wallets } from './wallets.js';
export type { Withdrawals } from './withdrawals.js';
export type * from './types.js';
export type { components, ErrorCode, paths, webhooks } from './schema.js';
