import { anticipationsFeature } from './anticipations';
import { authFeature } from './auth';
import { backfillFeature } from './backfill';
import { backofficeFeature } from './backoffice';
import { booksFeature } from './books';
import { banksFeature } from './banks';
import { chargesFeature } from './charges';
import { defineFeatures } from './common/features';
import { destinationsFeature } from './destinations';
import { disputesFeature } from './disputes';
import { documentsFeature } from './documents';
import { groundFeature } from './ground.feature';
import { ledgerFeature } from './ledger';
import { postbacksFeature } from './postbacks';
import { providersFeature } from './providers';
import { receivablesFeature } from './receivables';
import { reconciliationFeature } from './reconciliation';
import { requestsFeature } from './requests';
import { reviewFeature } from './review';
import { submerchantsFeature } from './submerchants';
import { termsFeature } from './terms';
import { verificationFeature } from './verification';
import { walletsFeature } from './wallets';
import { withdrawalsFeature } from './withdrawals';

/** Every feature of this build. Whoever adds one adds a line here; what it brings is in its manifest. */
export const FEATURES = defineFeatures(
  groundFeature,
  authFeature,
  requestsFeature,
  providersFeature,
  ledgerFeature,
  termsFeature,
  banksFeature,
  chargesFeature,
  receivablesFeature,
  disputesFeature,
  backfillFeature,
  anticipationsFeature,
  submerchantsFeature,
  walletsFeature,
  booksFeature,
  destinationsFeature,
  withdrawalsFeature,
  reconciliationFeature,
  documentsFeature,
  // After those whose events it hands on: consumers see a batch in this order.
  postbacksFeature,
  reviewFeature,
  verificationFeature,
  backofficeFeature,
);
