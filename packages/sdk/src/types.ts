import type { components, paths } from './schema.js';

type Schemas = components['schemas'];

export type Charge = Schemas['ChargeResponse'];
export type Refund = Schemas['RefundResponse'];
export type Anticipation = Schemas['AnticipationResponse'];
export type AnticipationItem = Schemas['AnticipationItemResponse'];
export type Dispute = Schemas['DisputeResponse'];
export type Receivable = Schemas['ReceivableResponse'];
export type Settlement = Schemas['SettlementResponse'];
export type Wallet = Schemas['WalletResponse'];
export type Entry = Schemas['EntryResponse'];
export type Destination = Schemas['DestinationResponse'];
export type Withdrawal = Schemas['WithdrawalResponse'];
export type Bank = Schemas['BankResponse'];
export type Transfer = Schemas['TransferResponse'];
export type Submerchant = Schemas['SubmerchantResponse'];
export type LegalRepresentative = Schemas['LegalRepresentativeResponse'];
export type Address = Schemas['AddressResponse'];
export type SubmerchantDocument = Schemas['DocumentResponse'];
export type Requirements = Schemas['RequirementsResponse'];
export type Endpoint = Schemas['EndpointResponse'];
export type Delivery = Schemas['DeliveryLogResponse'];
export type LoggedRequest = Schemas['ApiRequestResponse'];
export type Merchant = Schemas['MerchantResponse'];

type Operation<P extends keyof paths, M extends keyof paths[P]> = paths[P][M];

/** The body that an operation takes. */
export type BodyOf<P extends keyof paths, M extends keyof paths[P]> =
  Operation<P, M> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;

/** The filters of a list, without where in it. */
export type FiltersOf<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } }
  ? Omit<NonNullable<Q>, 'page' | 'limit' | 'cursor'>
  : never;
